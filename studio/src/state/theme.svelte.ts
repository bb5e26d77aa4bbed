/** Light or dark: as the machine says, until the person says otherwise. */

export type Theme = "light" | "dark";
const KEY = "poise.theme";

class Look {
  theme = $state<Theme>("light");

  /** Take what was chosen last, or what the machine prefers, and follow it. */
  begin(): void {
    const machine = matchMedia("(prefers-color-scheme: dark)");
    const chosen = localStorage.getItem(KEY);
    this.set(chosen === "light" || chosen === "dark" ? chosen : machine.matches ? "dark" : "light");
    machine.addEventListener("change", (event) => {
      if (localStorage.getItem(KEY) === null) this.set(event.matches ? "dark" : "light");
    });
  }

  toggle(): void {
    this.set(this.theme === "light" ? "dark" : "light");
    localStorage.setItem(KEY, this.theme);
  }

  private set(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset["theme"] = theme;
  }
}

export const look = new Look();
