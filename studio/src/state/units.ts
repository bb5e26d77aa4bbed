/** How numbers are written on screen: degrees for angles, metres and below for lengths, never more digits than help. */

export type Unit = "m" | "rad" | "N" | "N·m" | "kg" | "kg·m²" | "";

const trim = (value: number, digits: number): string => {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text; // no “-0.0”
};

/** A length as a person would say it: 1.42 m, 38 mm, 0.05 mm. */
export function length(metres: number): string {
  const size = Math.abs(metres);
  if (size >= 1) return `${trim(metres, 2)} m`;
  if (size >= 0.1) return `${trim(metres * 100, 1)} cm`;
  if (size >= 0.001) return `${trim(metres * 1000, 1)} mm`;
  if (size < 5e-7) return "0 mm";
  return `${trim(metres * 1000, 3)} mm`;
}

export const degrees = (radians: number): number => (radians * 180) / Math.PI;
export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export function angle(value: number): string {
  const text = degrees(value);
  if (Math.abs(text) < 5e-4) return "0°";
  return `${trim(text, Math.abs(text) >= 10 ? 0 : Math.abs(text) >= 0.1 ? 1 : 3)}°`;
}

/** A value with its unit, or “–” when it is not a number. */
export function measure(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (unit === "m") return length(value);
  if (unit === "rad") return angle(value);
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 1 ? 1 : 3;
  return unit === "" ? trim(value, digits) : `${trim(value, digits)} ${unit}`;
}

/** An angle as files have it, a number of degrees or a text like "0.5 rad", in degrees; null when there is none. */
export function fileDegrees(value: unknown): number | null {
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? /^\s*(\S+)\s*rad\s*$/.exec(value) : null;
  return text === null ? null : degrees(Number(text[1]));
}

/** A share as percent; empty where there is none. */
export const percent = (share: number | null): string => (share === null ? "" : `${Math.round(100 * share)} %`);

/**
 * What a field shows of a number: three decimals (`least`; of degrees one), and never an exponent. What is less is rounding of places and angles;
 * where small values are meant (`fine`: tolerances, weights) two digits of them are shown.
 */
export function fieldNumber(value: number | null, fine = false, least = 3): string {
  if (value === null) return "";
  const decimals = fine && value !== 0 ? Math.min(12, Math.max(least, 1 - Math.floor(Math.log10(Math.abs(value))))) : least;
  return plainly(value, decimals);
}

/** So many decimals at most, without idle zeros, a sign of zero or an exponent. */
function plainly(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  if (text.includes("e")) return text; // 10²¹ and more
  return text.replace(/\.?0+$/, "").replace(/^-0$/, "0");
}
