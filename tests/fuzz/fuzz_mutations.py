"""Damage by dice: seeds cut, doubled, spliced, with words of the format and numbers at the edges put in."""

from __future__ import annotations

from random import Random

EDGES = (
    b"0", b"-1", b"1e999", b"-1e308", b"1e-320", b"nan", b"inf", b"99999999999999999999", b"", b"\x00", b"\xff",
    b"\xef\xbf\xbd", b"null", b"true", b"[]", b"{}", b'"', b"'", b"<", b">", b"&", b": ", b"- ", b"\n", b"  ",
    b"*a", b"&a ", b"!!x ",
)  # fmt: skip
LONGEST = 20_000


def mutated(seed: bytes, others: list[bytes], tokens: tuple[bytes, ...], dice: Random) -> bytes:
    """A few steps away from a seed."""
    data = bytearray(seed)
    for _ in range(dice.choice((1, 1, 2, 3, 5))):
        at = dice.randint(0, len(data))
        end = min(len(data), at + dice.choice((0, 1, 1, 4, 16, 64)))
        match dice.randrange(5):
            case 0:
                piece = dice.choice(EDGES)
            case 1:
                piece = dice.choice(tokens or EDGES)
            case 2:
                other = dice.choice(others)
                start = dice.randint(0, len(other))
                piece = other[start : start + dice.choice((1, 4, 16, 64))]
            case 3:
                piece = bytes(data[at:end]) * dice.choice((0, 2, 3, 40))
            case _:
                piece = dice.randbytes(dice.choice((1, 1, 4)))
        data[at:end] = piece
    return bytes(data[:LONGEST])
