"""What Blender makes of a file; runs in Blender's own environment.   blender_client.py IN OUT FRAMES RATE

Imports a GLB or BVH, prints as JSON where all bones of the armature are at the frames, and exports it again.
"""

from __future__ import annotations

import json
import sys

import bpy


def main(source: str, target: str, frames: list[int], rate: int) -> None:
    """Import, look, export."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = rate
    if source.endswith(".bvh"):
        bpy.ops.import_anim.bvh(filepath=source, use_fps_scale=False, axis_forward="-Z", axis_up="Y")
        frames = [frame + 1 for frame in frames]  # where Blender begins to count
    else:
        bpy.ops.import_scene.gltf(filepath=source)
    armature = next(thing for thing in scene.objects if thing.type == "ARMATURE")
    found = []
    for frame in frames:
        scene.frame_set(frame)
        posed = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
        heads = {bone.name: posed.matrix_world @ bone.head for bone in posed.pose.bones}
        found.append({name: [head.x, head.z, -head.y] for name, head in heads.items()})  # Z up there, Y up in files
    scene.frame_start, scene.frame_end = frames[0], frames[-1]
    bpy.context.view_layer.objects.active = armature
    armature.select_set(True)
    if target.endswith(".bvh"):
        bpy.ops.export_anim.bvh(filepath=target, frame_start=frames[0], frame_end=frames[-1], rotate_mode="ZXY")
    else:
        bpy.ops.export_scene.gltf(filepath=target, export_optimize_animation_size=False)
    print("FOUND " + json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]), int(sys.argv[4]))
