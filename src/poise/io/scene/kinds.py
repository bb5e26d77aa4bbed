"""The classes of tasks and criteria that stand in scene files, by what they are called there."""

from __future__ import annotations

import inspect
import re
from typing import Any

import poise.criteria
import poise.tasks
from poise.criteria import Criterion
from poise.tasks import Task


def key_of(kind: type) -> str:
    """What a class is called in files: LookAt is look_at."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def classes_of(module: Any, root: type) -> dict[str, type]:
    """The classes of a module's public names under a common root, by their key in files."""
    found = [getattr(module, name) for name in module.__all__]
    return {key_of(c): c for c in found if inspect.isclass(c) and issubclass(c, root) and c is not root}


TASKS = classes_of(poise.tasks, Task)
CRITERIA = classes_of(poise.criteria, Criterion)
