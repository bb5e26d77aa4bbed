"""Classes whose `help()` tells what one may use of them.

A dataclass makes a dozen methods and tables of itself (`__eq__`, `__dataclass_fields__` …), which `help()` would list
before anything that was written for a reader. It lists what `dir()` of the class names, and that is the business of the
class of the class; instances, and what a class can do, are not touched.
"""

from __future__ import annotations

from abc import ABCMeta

_NOISE = frozenset(
    f"__{name}__"
    for name in (
        *("init", "post_init", "init_subclass", "repr", "eq", "hash", "setattr", "delattr", "replace"),
        *("getstate", "setstate", "dict", "weakref", "slots", "match_args", "annotations", "annotate_func"),
        *("annotations_cache", "dataclass_fields", "dataclass_params", "abstractmethods", "orig_bases", "parameters"),
        *("firstlineno", "static_attributes", "signature"),
    )
)


class Readable(type):
    """The class of a class of values, most of them dataclasses."""

    def __dir__(cls) -> list[str]:
        """The names that say something to who uses the class."""
        return [name for name in super().__dir__() if name not in _NOISE]


class AbstractReadable(Readable, ABCMeta):
    """The same for those that name what their kinds must have."""
