/** What this window draws besides the scene's overlays. */

export const screen = $state({ goals: true, grid: true, shadow: true });

export const SWITCHES: { name: keyof typeof screen; title: string; help: string }[] = [
  { name: "goals", title: "Goals and handles", help: "What tasks want, and arrows of forces, to be dragged." },
  { name: "grid", title: "Floor grid", help: "A square is half a metre." },
  { name: "shadow", title: "Shadow", help: "Helps to read depth." },
];
