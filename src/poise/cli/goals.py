"""Goals of many solves from a table: a line an item, columns named by task and component."""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any

from poise.errors import FileError


def read_goals(path: Path) -> dict[str, list[Any]]:
    """Goals by the name of their task. Columns are called as "reach right_hand.x", those of a task in their order."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [row for row in csv.reader(file) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise FileError(path, f"cannot be read: {error}") from None
    if len(rows) < 2:
        raise FileError(path, "needs a line of names, such as reach right_hand.x, and a line of numbers for every item")
    tasks = [_task(path, name.strip()) for name in rows[0]]
    goals: dict[str, list[Any]] = {task: [] for task in tasks}
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(tasks):
            raise FileError(path, f"line {number} has {len(row)} numbers for {len(tasks)} columns")
        values = [_number(path, number, text) for text in row]
        for task, items in goals.items():
            items.append([value for value, own in zip(values, tasks, strict=True) if own == task])
    return goals


def _task(path: Path, column: str) -> str:
    task, dot, component = column.rpartition(".")
    if not (task and dot and component):
        raise FileError(path, f"the column {column!r} must be named by a task and a component: reach right_hand.x")
    return task


def _number(path: Path, line: int, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FileError(path, f"line {line}: {text!r} is not a number")
    return value
