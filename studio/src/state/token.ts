/** The secret in the address: only who has it may speak to the server. */
export const token = (): string => new URLSearchParams(location.search).get("token") ?? "";

export function socketAddress(): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/socket?token=${encodeURIComponent(token())}`;
}
