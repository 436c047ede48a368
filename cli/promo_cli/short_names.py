"""Short names of dtypes, ``bf16`` for ``bfloat16``, for narrow columns and command lines."""

from __future__ import annotations

import re
from typing import Final

from promo_typing.core.dtypes import NODES, Kind
from promo_typing.lattice.values import node_of

_KIND_LETTERS: Final[dict[Kind, str]] = {
    "unsigned": "u",
    "signed": "i",
    "float": "f",
    "complex": "c",
}
_SMALL_FLOAT: Final = re.compile(r"float\d+_(\w+)")


def short_name(name: str) -> str:
    """Return a name that fits a narrow column: ``u8``, ``bf16``, ``e4m3fn``, ``f*``."""
    node = node_of(name)
    if node is None:
        return name
    if node.weak or node.kind == "bool":
        return node.symbol
    small = _SMALL_FLOAT.fullmatch(name)
    if small is not None:
        return small[1]
    return f"{'b' if name.startswith('b') else ''}{_KIND_LETTERS[node.kind]}{node.bits}"


LONG_NAMES: Final = {short_name(name): name for name in NODES}
"""The names of dtypes by their short ones."""
