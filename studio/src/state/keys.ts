/** Keys as people write them: "Ctrl+Shift+Z", "P", "?". On a Mac the command key stands for Ctrl. */

export const isMac = (): boolean => typeof navigator !== "undefined" && /Mac|iP/.test(navigator.platform);

export interface Stroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** Whether the stroke is that combination. Shift counts only with letters and named keys: "?" needs it anyway. */
export function matches(keys: string, stroke: Stroke): boolean {
  const parts = keys.split("+").map((part) => part.trim());
  const named = parts.pop() ?? "";
  const key = named === "Space" ? " " : named;
  const symbol = key.length === 1 && !/[a-z0-9]/i.test(key);
  return (
    stroke.key.toLowerCase() === key.toLowerCase() &&
    (stroke.ctrlKey || stroke.metaKey) === parts.includes("Ctrl") &&
    (symbol || stroke.shiftKey === parts.includes("Shift")) &&
    stroke.altKey === parts.includes("Alt")
  );
}

/** As this machine's people read it. */
export const shown = (keys: string): string => (isMac() ? keys.replace("Ctrl+", "⌘").replace("Shift+", "⇧").replace("Alt+", "⌥") : keys);

/** Whether a stroke belongs to what is being typed rather than to the studio. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
