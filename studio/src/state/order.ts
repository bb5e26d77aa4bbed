/** Where a task goes when it is dragged, or moved by the keyboard: as the `move_task` request wants it. */

import type { MoveTask, Part } from "../protocol/messages";

export type Move = Pick<MoveTask, "task" | "level" | "place" | "alone">;
export type Levels = readonly (readonly Pick<Part, "name">[])[];

interface Found {
  level: number; // from 0
  place: number;
}

export function findTask(levels: Levels, name: string): Found | null {
  for (const [level, tasks] of levels.entries()) {
    const place = tasks.findIndex((task) => task.name === name);
    if (place >= 0) return { level, place };
  }
  return null;
}

/**
 * One step up or down in the order of priority: a task that shares its level leaves it for a level of its own; one that
 * is alone joins its neighbour. Null at the ends.
 */
export function step(levels: Levels, name: string, by: -1 | 1): Move | null {
  const at = findTask(levels, name);
  if (at === null) return null;
  if (levels[at.level]!.length > 1) return { task: name, level: at.level + (by < 0 ? 1 : 2), alone: true };
  const next = at.level + by;
  if (next < 0 || next >= levels.length) return null;
  return { task: name, level: next + 1, place: by < 0 ? null : 0 };
}

/** Swap a whole rank: a task alone in its level changes places with the level above or below it. */
export function leap(levels: Levels, name: string, by: -1 | 1): Move | null {
  const at = findTask(levels, name);
  if (at === null || at.level + by < 0 || at.level + by >= levels.length) return null;
  return { task: name, level: at.level + (by < 0 ? 0 : 3), alone: true };
}

/**
 * The move that a drag made: `after` are the levels as they were dropped, each a list of names; an empty list between
 * levels is a gap, and a task dropped there stands alone. Null when nothing moved.
 */
export function dropped(levels: Levels, name: string, target: { level: number; place: number } | { gap: number }): Move | null {
  const at = findTask(levels, name);
  if (at === null) return null;
  const alone = levels[at.level]!.length === 1;
  if ("gap" in target) {
    const stays = alone && (target.gap === at.level || target.gap === at.level + 1);
    return stays ? null : { task: name, level: target.gap + 1, alone: true };
  }
  if (target.level === at.level && target.place === at.place) return null;
  return { task: name, level: target.level + 1, place: target.place };
}
