"""People of any size: `poise.human`. Sized by ANSUR II, weighed by de Leva, moved within measured ranges."""

from poise.people.human import human

__all__ = ["human"]
