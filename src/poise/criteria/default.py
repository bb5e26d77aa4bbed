"""What serves where no criterion is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from poise.criteria.habit import is_human
from poise.criteria.natural import Natural

if TYPE_CHECKING:
    from poise.criteria.criterion import Criterion
    from poise.figure.figure import Figure


_NATURAL = (Natural(),)


def default_criteria(figure: Figure) -> tuple[Criterion, ...]:
    """`Natural` for people, who have habits that are known, of several for each; nothing for other figures."""
    if figure.members:
        return _NATURAL if any(map(is_human, figure.members.values())) else ()
    return _NATURAL if is_human(figure) else ()


def given_or_default(criteria: Any, figure: Figure) -> Any:
    """The criteria as they were given; None stands for those that serve by default, an empty list for none."""
    return default_criteria(figure) if criteria is None else criteria
