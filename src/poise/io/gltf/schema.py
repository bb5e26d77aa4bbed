"""The parts of glTF that Poise reads, as checked models. Everything else stays in the raw JSON, untouched.

Readers are lenient (what has one meaning is read, whatever the validator says of it), but no index is negative, no
number infinite and no list of the wrong length.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Index = Annotated[int, Field(ge=0)]
Count = Annotated[int, Field(ge=1)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Three = tuple[Number, Number, Number]
Four = tuple[Number, Number, Number, Number]
Sixteen = Annotated[list[Number], Field(min_length=16, max_length=16)]


class Part(BaseModel):
    """What all parts share: names that are not listed are left alone."""

    model_config = ConfigDict(extra="ignore", frozen=True, alias_generator=to_camel)


class Asset(Part):
    version: str
    min_version: str | None = None


class Node(Part):
    name: str | None = None
    children: list[Index] = []
    mesh: Index | None = None
    skin: Index | None = None
    translation: Three | None = None
    rotation: Four | None = None
    scale: Three | None = None
    matrix: Sixteen | None = None


class Scene(Part):
    nodes: list[Index] = []


class Skin(Part):
    name: str | None = None
    joints: Annotated[list[Index], Field(min_length=1)]
    inverse_bind_matrices: Index | None = None
    skeleton: Index | None = None


class Buffer(Part):
    byte_length: Count
    uri: str | None = None


class BufferView(Part):
    buffer: Index
    byte_offset: Index = 0
    byte_length: Count
    byte_stride: Annotated[int, Field(ge=1, le=252)] | None = None


class SparseIndices(Part):
    buffer_view: Index
    byte_offset: Index = 0
    component_type: int


class SparseValues(Part):
    buffer_view: Index
    byte_offset: Index = 0


class Sparse(Part):
    count: Count
    indices: SparseIndices
    values: SparseValues


class Accessor(Part):
    buffer_view: Index | None = None
    byte_offset: Index = 0
    component_type: int
    normalized: bool = False
    count: Count
    type: Literal["SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"]
    sparse: Sparse | None = None


class Target(Part):
    node: Index | None = None
    path: str


class Channel(Part):
    sampler: Index
    target: Target


class Sampler(Part):
    input: Index
    output: Index
    interpolation: str = "LINEAR"


class Animation(Part):
    name: str | None = None
    channels: list[Channel] = []
    samplers: list[Sampler] = []


class Primitive(Part):
    attributes: dict[str, Index]
    indices: Index | None = None
    material: Index | None = None
    mode: int = 4


class Mesh(Part):
    name: str | None = None
    primitives: list[Primitive] = []


class TextureInfo(Part):
    index: Index
    tex_coord: Index = 0


class Colours(Part):
    base_color_factor: Four = (1.0, 1.0, 1.0, 1.0)
    base_color_texture: TextureInfo | None = None


class Material(Part):
    name: str | None = None
    pbr_metallic_roughness: Colours = Colours()
    alpha_mode: str = "OPAQUE"


class Texture(Part):
    source: Index | None = None


class Image(Part):
    uri: str | None = None
    buffer_view: Index | None = None


class Gltf2(Part):
    """A glTF document."""

    asset: Asset
    scene: Index | None = None
    scenes: list[Scene] = []
    nodes: list[Node] = []
    skins: list[Skin] = []
    animations: list[Animation] = []
    accessors: list[Accessor] = []
    buffer_views: list[BufferView] = []
    buffers: list[Buffer] = []
    meshes: list[Mesh] = []
    materials: list[Material] = []
    textures: list[Texture] = []
    images: list[Image] = []
    extensions_required: list[str] = []
    extensions: dict[str, Any] = {}
