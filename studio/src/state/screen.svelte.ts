/** What this window draws besides the scene's overlays. */

export const screen = $state({ goals: true, sites: false, skeleton: false, cones: true, grid: true, shadow: true });

export const SWITCHES: { name: keyof typeof screen; title: string; help: string }[] = [
  { name: "goals", title: "Goals and handles", help: "What tasks want, and arrows of forces, to be dragged." },
  { name: "sites", title: "Sites", help: "The named points of the body that tasks speak of." },
  { name: "skeleton", title: "Skeleton", help: "Joints and bones through the body." },
  { name: "cones", title: "Friction cones", help: "How far a contact may push sideways; with the contact forces." },
  { name: "grid", title: "Floor grid", help: "A square is half a metre." },
  { name: "shadow", title: "Shadow", help: "Helps to read depth." },
];
