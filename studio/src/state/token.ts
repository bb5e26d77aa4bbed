/** The secret in the address: only who has it may speak to the server. It leaves the address bar at once. */

const KEPT = "poise.token";

/** From the address, or, after a reload, from what this window remembers. */
export function takenToken(address: URL, memory: Pick<Storage, "getItem" | "setItem">): string {
  const given = address.searchParams.get("token");
  if (given !== null) memory.setItem(KEPT, given);
  return given ?? memory.getItem(KEPT) ?? "";
}

const token = takenToken(new URL(location.href), sessionStorage);
if (location.search !== "") history.replaceState(null, "", location.pathname);

/** Where a mesh file is sent, to stand beside the scene. */
export const meshAddress = (name: string): string => `/mesh?${new URLSearchParams({ name, token }).toString()}`;

export function socketAddress(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/socket?token=${encodeURIComponent(token)}`;
}
