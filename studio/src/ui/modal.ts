/**
 * A dialog of the browser's own, so that focus and screen readers work.
 *
 * The browser hides a dialog at Escape at once and says so a task later. A key that is pressed in between would
 * find the studio still waiting for a dialog that nobody sees, and be lost. Escape is therefore taken here, where
 * both happen together.
 */
export function modal(close: () => void) {
  return (dialog: HTMLDialogElement) => {
    dialog.showModal();
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      dialog.close(); // Gives the focus back to what had it.
      close();
    };
    // The word of a dialog that has gone meanwhile must not close the next one.
    const closed = () => void (dialog.isConnected && close());
    dialog.addEventListener("keydown", keyed);
    dialog.addEventListener("close", closed);
    return () => {
      dialog.removeEventListener("keydown", keyed);
      dialog.removeEventListener("close", closed);
    };
  };
}
