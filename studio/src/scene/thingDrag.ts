/** Pushing a thing about: along the floor; in views that see the floor edge-on, along what is seen of it. */

import { Vector3 } from "three";
import type { Grip, Pointer } from "./input";
import { onFacingPlane, onPlane } from "./planes";
import type { Phase, Thing, ThingEvent } from "./types";

const UP = new Vector3(0, 1, 0);

export function thingDrag(thing: Thing, hit: Vector3, emit: (event: ThingEvent) => void): Grip {
  const from = hit.clone();
  const spot = new Vector3();
  const place = new Vector3(...thing.position);
  const tell = (phase: Phase): void => emit({ phase, name: thing.name, position: [place.x, place.y, place.z] });
  const follow = (at: Pointer): void => {
    const found = onPlane(at.eye, from, UP, at.x, at.y, spot) ?? onFacingPlane(at.eye, from, at.x, at.y, spot);
    place.set(thing.position[0] + found.x - from.x, thing.position[1], thing.position[2] + found.z - from.z);
  };
  return {
    cursor: "grabbing",
    start: () => tell("start"),
    move(at) {
      follow(at);
      tell("move");
    },
    end: (_, cancelled) => tell(cancelled ? "cancel" : "end"),
  };
}
