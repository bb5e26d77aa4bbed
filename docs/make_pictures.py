"""Draw the pictures of the documentation again.   python docs/make_pictures.py [NAME …] [--to FOLDER]

Every picture in `docs/pictures` comes from here, so that none can show what Poise no longer does. Without names all of
them are drawn. How they are drawn stands in `docs/drawings`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from drawings import (
    bodies,
    clamping,
    criteria,
    everyday,
    explaining,
    forces,
    gallery,
    kernel_ways,
    limbs,
    limits,
    measured,
    motions,
    natural,
    parametrizations,
    people,
    posture_space,
    scenes,
    several,
    skin,
    solving,
    sources,
    stances,
    studio,
    studio_actions,
    studio_film,
    tiles,
    world,
)
from drawings.few_colors import few_colors
from PIL import Image

FOLDER = Path(__file__).parent / "pictures"

PICTURES: Mapping[str, Callable[[], Image.Image]] = {
    "body_sizes": people.body_sizes,
    "postures": people.postures,
    "stances": stances.stances,
    "human_parts": people.human_parts,
    "human_limits": people.human_limits,
    "skin_limits": skin.skin_limits,
    "joint_models": limits.joint_models,
    "zero_twist": limits.zero_twist,
    "swing_parametrizations": parametrizations.swing_parametrizations,
    "formulations_on_the_way": sources.formulations_on_the_way,
    "fern_torques": sources.fern_torques,
    "dance_on_the_way": sources.dance_on_the_way,
    "swing_limits": limits.swing_limits,
    "twist_limits": limits.twist_limits,
    "shoulder_limits": limits.shoulder_limits,
    "hip_limits": limits.hip_limits,
    "clamping": clamping.clamping,
    "induced_twist": clamping.induced_twist,
    "midpoint_rule": clamping.midpoint_rule,
    "couplings": bodies.couplings,
    "rerooting": bodies.rerooting,
    "mirroring": bodies.mirroring,
    "upper_bodies": bodies.upper_bodies,
    "figures": gallery.figures,
    "hand": gallery.hand,
    "reaching": solving.reaching,
    "more_tasks": solving.more_tasks,
    "walk": motions.walk,
    "under_a_table": world.under_a_table,
    "chain_round_a_ball": world.chain_round_a_ball,
    "grasps": world.grasps,
    "humanoid": motions.humanoid,
    "character": motions.character,
    "statics": forces.statics,
    "chains_in_equilibrium": forces.chains,
    "eased_chains": forces.eased_chains,
    "load_in_one_hand": forces.load_in_one_hand,
    "criteria": criteria.criteria,
    "natural": natural.natural,
    "everyday": everyday.everyday_questions,
    "several": several.several,
    "direct_methods": measured.direct_methods,
    "history": explaining.history,
    "explaining": explaining.explaining,
    "kernel_ways": kernel_ways.kernel_ways,
    "posture_space": posture_space.posture_space,
    "null_space_projection": posture_space.null_space_projection,
    "cost_of_levels": measured.cost_of_levels,
    "least_squares": scenes.least_squares,
    "weights_and_priority": scenes.weights_and_priority,
    "formulations": scenes.formulations,
    "couplings_and_loops": scenes.couplings_and_loops,
    "inertia_of_a_loop": scenes.inertia_of_a_loop,
    "inertia_of_a_man": scenes.inertia_of_a_man,
    "beam": scenes.beam,
    "hierarchy": scenes.hierarchy,
    "flexing": scenes.flexing,
    "balance_below_a_reach": scenes.balance_below_a_reach,
    "dance": scenes.dance,
    "elbow_circle": limbs.elbow_circle,
    "all_elbows": limbs.all_elbows,
    "closed_paths": limbs.closed_paths,
    "studio_why": studio.studio_why,
    "studio_views": studio.studio_views,
    "studio_tasks": studio.studio_tasks,
    "studio_gallery": studio.studio_gallery,
    "studio_actions": studio_actions.studio_actions,
}

FILMS = {
    "walk_film": motions.walk_film,
    "fern_film": motions.fern_film,
    "reach_film": motions.reach_film,
    "shelf_film": motions.shelf_film,
    "table_film": world.table_film,
    "studio_film": studio_film.studio_film,
}
"""Films, as WebP: each writes its own file."""
TILES = "scenes"
"""The folder of the gallery's tiles, drawn together."""


def main() -> None:
    """Draw what the command line asks for and say where it went."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = [*PICTURES, *FILMS, TILES]
    asked.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(every)}")
    asked.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER")
    chosen = asked.parse_args()
    unknown = [n for n in chosen.names if n not in every]
    if unknown:
        asked.error(f"no picture is called {unknown[0]!r}; there are {', '.join(every)}")
    chosen.to.mkdir(parents=True, exist_ok=True)
    for name in chosen.names or every:
        if name == TILES:
            for path in tiles.tiles(chosen.to / TILES):
                print(f"{path}  {path.stat().st_size / 1000:.0f} kB")
            continue
        path = chosen.to / f"{name}.{'png' if name in PICTURES else 'webp'}"
        if name in FILMS:
            FILMS[name](path)
        else:
            few_colors(PICTURES[name]()).save(path, optimize=True)
        print(f"{path}  {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
