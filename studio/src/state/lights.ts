/** What the lights mean, in words and in shapes: never by colour alone. */

import type { Frame, TaskLight } from "../protocol/messages";
import { measure } from "./units";

export type Tone = "green" | "orange" | "red" | "off";

/** A task: green met, orange not met, red not met at the top level, off when switched off. */
export function taskTone(light: TaskLight | undefined): Tone {
  if (light === undefined || !light.enabled) return "off";
  if (light.met) return "green";
  return light.level <= 1 ? "red" : "orange";
}

/** The overall light, as in the thesis of Baerlocher (7.2.1). */
export function overall(frame: Pick<Frame, "light" | "settled" | "tasks"> | null): { tone: Tone; title: string; words: string } {
  if (frame === null) return { tone: "off", title: "No pose yet", words: "Waiting for the server." };
  const wanted = frame.tasks.filter((task) => task.enabled);
  const met = wanted.filter((task) => task.met).length;
  const count = `${met} of ${wanted.length} tasks met.`;
  if (wanted.length === 0) return { tone: "off", title: "No task", words: "Nothing is wanted: drag the body, or add a task." };
  if (frame.light === "green") return { tone: "green", title: "All met", words: `${count} Every task is kept.` };
  if (frame.light === "orange")
    return { tone: "orange", title: "Compromise", words: `${count} The most important ones are; others give way. Ask “Why?” on a row.` };
  return { tone: "red", title: "Out of reach", words: `${count} Not even the top level can be kept. Ask “Why?” on a row.` };
}

export function residual(light: TaskLight | undefined): string {
  if (light === undefined || !light.enabled) return "off";
  return light.note || measure(light.residual, light.unit);
}
