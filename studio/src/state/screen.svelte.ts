/** What this window draws besides the scene's overlays. */

export const screen = $state({ goals: true, grid: true, shadow: true });

export const SWITCHES: { name: keyof typeof screen; title: string; help: string }[] = [
  { name: "goals", title: "Goals and handles", help: "What tasks want, and arrows of forces, to be dragged." },
  { name: "grid", title: "Floor grid", help: "A square is half a metre." },
  { name: "shadow", title: "Shadow", help: "Helps to read depth." },
];

/** How this window sees: its lens (mm, of a picture 24 mm high) and its light. */
export const camera = $state({ focal: 56, light: "studio" });

/** Light by name: from everywhere, and of the lamps. */
export const LIGHTS: Record<string, { ambient: number; diffuse: number }> = {
  studio: { ambient: 1, diffuse: 1 },
  soft: { ambient: 1.7, diffuse: 0.62 },
  hard: { ambient: 0.4, diffuse: 1.3 },
  dim: { ambient: 0.5, diffuse: 0.5 },
};
