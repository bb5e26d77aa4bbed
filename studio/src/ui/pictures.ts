/** Little pictures of all kinds of tasks, criteria, forces and supports, 40 by 40: the body in ink, what matters in colour. */

export interface Drawing {
  /** Head: x, y. */
  head: [number, number] | null;
  body: string;
  accent: string;
  /** Filled with the accent. */
  dots?: [number, number, number][];
}

const legs = "M20 23l-5 6v7M20 23l5 6v7";
const trunk = "M20 11v12";
const arms = "M20 14l-6 5 1 6M20 14l6 5-1 6";
const standing = `${trunk}${arms}${legs}`;

export const PICTURES: Record<string, Drawing> = {
  reach: { head: [16, 8], body: "M16 11v12M16 14l-5 5 1 5M16 14l8-2 8-4M16 23l-4 6v7M16 23l5 6v7", accent: "M33 3.5v8M29 7.5h8", dots: [[33, 7.5, 2]] },
  hold: { head: [20, 8], body: standing, accent: "M11 37h8M21 37h8", dots: [[15, 36, 2.2], [25, 36, 2.2]] },
  orient: { head: null, body: "M6 30l12-8M18 22c2-6 6-9 10-9M18 22l12-2M18 22l11 4", accent: "M30 8a9 9 0 0 1 5 12M35 20l-4-2.5M35 20l2.5-4" },
  look_at: { head: [11, 12], body: "M11 15v12M11 18l-5 6M11 18l5 6M11 27l-4 9M11 27l4 9", accent: "M16 12h15M33 8a6 6 0 0 1 0 8", dots: [[34, 12, 2.4]] },
  aim: { head: [11, 12], body: "M11 15v12M11 18l9-3M11 18l5 6M11 27l-4 9M11 27l4 9", accent: "M21 15h12M30 11l4 4-4 4" },
  together: { head: [20, 8], body: `${trunk}M20 14l-8 6 7 4M20 14l8 6-7 4${legs}`, accent: "M16.5 24.5a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0" },
  center_of_mass: { head: [20, 8], body: standing, accent: "M20 16.5a4 4 0 1 0 .01 0M16 20.5h8M20 16.5v8M20 27v9" },
  balance: { head: [22, 7], body: "M21 10l-1 12M21 13l8 3 6-1M21 13l-8 2-6-3M20 22l-3 7 1 7M20 22l4 6 2 8", accent: "M9 37.5h22M20 24v11", dots: [[20, 37.5, 2]] },
  equilibrium: { head: [15, 8], body: "M15 11l2 12M15 14l9 3h5M17 23l-6 6-1 7M17 23l4 6v7", accent: "M38 17h-8M33 14l-3.5 3 3.5 3M6 37h20M10 33v-5M8.3 30l1.7-2.2 1.7 2.2" },
  inertia: { head: [20, 10], body: "M20 13v10M20 16l-5 4 3 4M20 16l5 4-3 4M20 23l-4 6v6M20 23l4 6v6", accent: "M6 21c0-4 6-7 14-7s14 3 14 7-6 7-14 7c-3 0-6-.5-8-1.3M12 26.7l1-3M12 26.7l3 1.3" },
  on_surface: { head: [14, 9], body: "M14 12v11M14 15l7 3 6 5M14 15l-5 5M14 23l-4 6v7M14 23l4 6v7", accent: "M24 30c2-8 6-11 13-12", dots: [[27, 23.5, 2]] },
  keep: { head: [15, 8], body: "M15 11v12M15 14l-5 5 1 5M15 14l7 4 4-2M15 23l-4 6v7M15 23l4 6v7", accent: "M29 4v32M33 6l-4 4M36 10l-7 7M37 16l-8 8M37 23l-8 8M36 30l-6 6" },
  avoid: { head: [13, 8], body: "M13 11l-2 12M12 14l-6 5M12 14l6 6M11 23l-4 6v7M11 23l4 6v7", accent: "M29 16a7 7 0 1 0 .01 0M24.5 18.5l9.5 9" },
  grasp: { head: null, body: "M4 35l9-8M13 27c-2-9 3-18 12-18 6 0 9 5 7 11M13 27c5 4 12 3 16-3", accent: "M22 14a6 6 0 1 0 .01 0" },
  posture: { head: [24, 8], body: "M24 11v12M24 14l7-4 2-6M24 14l-5 6M24 23l-5 6v7M24 23l5 6v7", accent: "M12 8.5a3 3 0 1 0 .01 0M12 14.5v9M12 17l6-3M12 17l-4 5M12 23.5l-4 6v6M12 23.5l3 6v6" },
  custom: { head: null, body: "M15 8c-6 0-3 12-9 12 6 0 3 12 9 12M25 8c6 0 3 12 9 12-6 0-3 12-9 12", accent: "M17 26c2-8 4-12 7-12M17 18h6" },
  near_pose: { head: [24, 8], body: "M24 11v12M24 14l7 5M24 14l-5 6M24 23l-5 6v7M24 23l5 6v7", accent: "M6 20h8M11 16.5l4 3.5-4 3.5" },
  rest_posture: { head: [20, 8], body: standing, accent: "M27 6h6l-6 7h6" },
  habit: { head: [20, 9], body: "M20 12l-1 11M20 15l6 3 3-5M20 15l-5 5 2 5M19 23l6 5-3 8M19 23l-5 6 2 7", accent: "M31 8v22M34 12v14M37 16v6" },
  natural: { head: [15, 12], body: "M16 15l3 9M16 17l8 3 6 6M16 17l-4 6 3 4M19 24l-5 5 1 7M19 24l5 5-2 7", accent: "M26 33a4 4 0 1 0 8 0 4 4 0 1 0-8 0M30 9v-4M35 11l3-3M36 16h4" },
  least_torque: { head: [20, 8], body: standing, accent: "M31 22a6 6 0 1 0-2 8M31 22l-3.5.5M31 22l1.5 3" },
  support_torque: { head: [20, 8], body: standing, accent: "M20 38v-6M17 35l3-3.5 3 3.5M9 38h22" },
  flex: { head: null, body: "M8 32l12-8", accent: "M20 24l4-15M28 18a10 10 0 0 0-5-7M28 18l-4-.5M28 18l1.5-3.5", dots: [[20, 24, 2.4]] },
  extend: { head: null, body: "M8 30l12-8", accent: "M20 22l13-9M27 8a10 10 0 0 1 4 9", dots: [[20, 22, 2.4]] },
  mid_range: { head: null, body: "M8 32l12-8M20 24l13-12", accent: "M20 10a14 14 0 0 1 14 14", dots: [[30, 14.5, 2.4]] },
  away_from_limits: { head: null, body: "M8 32l12-8M20 24l10-11", accent: "M21 8v5M36 25h-5M29 7l2.5 3M37 16l-3 2", dots: [[20, 24, 2.4]] },
  function: { head: null, body: "M7 33h27M7 33V7", accent: "M9 29c6 0 7-18 12-18s5 12 12 12" },
  force: { head: [15, 8], body: "M15 11v12M15 14l-5 5 1 5M15 14l9 4M15 23l-4 6v7M15 23l4 6v7", accent: "M37 18H26M30 14l-4.5 4 4.5 4" },
  weight: { head: [20, 8], body: standing, accent: "M8 26h8l2 9H6zM10 26v-2h4v2" },
  press: { head: [20, 8], body: `${trunk}M20 14l-8 5 7 3M20 14l8 5-7 3${legs}`, accent: "M8 22h9M14 19l3.5 3-3.5 3M32 22h-9M26 19l-3.5 3 3.5 3" },
  support: { head: [20, 8], body: standing, accent: "M9 37.5h22M15 35v-6M12.8 31.5l2.2-3 2.2 3M25 35v-6M22.8 31.5l2.2-3 2.2 3" },
};

export const drawing = (kind: string): Drawing => PICTURES[kind] ?? { head: [20, 8], body: standing, accent: "M31 12v10M26 17h10" };
