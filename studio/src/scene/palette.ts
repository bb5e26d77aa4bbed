/** The colours of the viewport: those of the still pictures, and their sisters for the dark. */

import { Color, ColorManagement } from "three";
import type { ThemeName, Tone } from "./types";

// Colours are those of the screen; `lit` turns them into linear light and back, as the still pictures do.
ColorManagement.enabled = false;

export const BONE = "#e3d9c6";
export const JOINT = "#6f7a86";
export const CENTER = "#c8452f";
export const SUPPORT = "#5b9a68";
export const REGION = "#7fb08a";
export const SINGULAR = "#b4322a";
export const TWIST = "#d08a2e";
export const PUSHED = "#b4322a";
export const INERTIA = "#7a5fa0";
export const AXES = ["#c8452f", "#5b9a68", "#3f6fa8"] as const;
/** Joint load: none, half, all of the strength. */
export const RAMP = ["#6fa287", "#d9b44a", "#c8452f"] as const;
export const TRACES = ["#3f6fa8", "#c8452f", "#7a5fa0", "#5b9a68", "#d08a2e"] as const;

export interface Theme {
  background: string;
  /** What the floor is mixed with near the figure, and by how much. */
  floor: string;
  floorMix: number;
  ink: string;
  gridMix: number;
  shade: string;
  shadeMix: number;
  divider: string;
  accent: string;
  blame: string;
  boundary: string;
  carried: string;
  /** Strength of the light from everywhere, and of the lamps. */
  ambient: number;
  diffuse: number;
  tones: Record<Tone, string>;
}

export const THEMES: Record<ThemeName, Theme> = {
  light: {
    background: "#f3f1ed",
    floor: "#ffffff",
    floorMix: 0.55,
    ink: "#3b3f46",
    gridMix: 0.16,
    shade: "#2c3038",
    shadeMix: 0.75,
    divider: "#d5d1c9",
    accent: "#2f6fd0",
    blame: "#d2491f",
    boundary: "#2f6b4f",
    carried: "#2f6b4f",
    ambient: 1,
    diffuse: 1,
    tones: { met: "#3d8f57", compromise: "#d9822b", unmet: "#c8452f", plain: "#5d6875" },
  },
  dark: {
    background: "#1d2025",
    floor: "#343941",
    floorMix: 0.75,
    ink: "#c9cfd8",
    gridMix: 0.14,
    shade: "#08090b",
    shadeMix: 0.85,
    divider: "#0f1114",
    accent: "#7ab0ff",
    blame: "#ff7b4d",
    boundary: "#8fd0ac",
    carried: "#7cc79c",
    ambient: 0.8,
    diffuse: 0.85,
    tones: { met: "#6cc98a", compromise: "#f0a04b", unmet: "#f2725c", plain: "#aab4c0" },
  },
};

/** The colour of a load, 0 … 1; more than all is as red. */
export function rampColor(load: number, into = new Color()): Color {
  const part = 2 * Math.min(Math.max(load, 0), 1);
  const step = part >= 1 ? 1 : 0;
  return into.set(RAMP[step]!).lerp(scratch.set(RAMP[step + 1]!), part - step);
}

const scratch = new Color();
