"""Kinds and widths of dtypes, those that JAX lacks (``complex32``) included."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from promo_typing.core.dtypes import Kind
from promo_typing.lattice.values import node_of
from promo_typing.systems.weak_names import dtype_name

_NAME: Final = re.compile(r"(uint|int|bfloat|float|complex)(\d+)(?:_\w+)?")
_KINDS: Final[dict[str, Kind]] = {
    "uint": "unsigned",
    "int": "signed",
    "bfloat": "float",
    "float": "float",
    "complex": "complex",
}

RANKS: Final[dict[Kind, int]] = {"bool": 0, "unsigned": 1, "signed": 1, "float": 2, "complex": 3}
"""The categories in the order in which a Python scalar decides the category of a result."""


class Facts(NamedTuple):
    """What a name says: the kind, and the bits of one element (0 for Python's own numbers)."""

    kind: Kind
    bits: int

    @property
    def rank(self) -> int:
        """The place of the kind among the categories."""
        return RANKS[self.kind]

    @property
    def part_bits(self) -> int:
        """The bits of the real part of one element, which of a real dtype is all of it."""
        return self.bits // 2 if self.kind == "complex" else self.bits

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer, signed or not."""
        return self.rank == 1


@cache
def facts(name: str) -> Facts:
    """Return the kind and width of a dtype, or of a node such as ``int32*``.

    Those of dtypes that JAX lacks are read from their names.

    Raises:
        KeyError: it is not the name of a number.
    """
    node = node_of(_SYMBOLS.get(name, name)) or node_of(dtype_name(name))
    if node is not None:
        return Facts(node.kind, node.bits)
    found = _NAME.fullmatch(dtype_name(name))
    if found is None:
        raise KeyError(name)
    return Facts(_KINDS[found[1]], int(found[2]))


_SYMBOLS: Final = {"b*": "bool"}
"""The symbols that no node of JAX has: its bools are not weak."""

JEP_DTYPES: Final[tuple[str, ...]] = (
    "bool",
    *(f"uint{bits}" for bits in (8, 16, 32, 64)),
    *(f"int{bits}" for bits in (8, 16, 32, 64)),
    *("bfloat16", "float16", "float32", "float64", "complex64", "complex128"),
)
JEP_NODES: Final = (*JEP_DTYPES, "i*", "f*", "c*")
"""The nodes of the tables of JEP 9407, in their order."""

JEP_SOURCE: Final = "https://docs.jax.dev/en/latest/jep/9407-type-promotion.html"
