"""People of any size: `poise.human`. Sized by ANSUR II, weighed by de Leva, moved within measured ranges."""

from __future__ import annotations

import sys
from types import ModuleType

from poise.human.human import human

__all__ = ["human"]


class _Callable(ModuleType):
    """`poise.human` is a function to users and this package to the import system: so the package answers calls."""

    __call__ = staticmethod(human)


sys.modules[__name__].__class__ = _Callable
