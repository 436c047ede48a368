"""Kinds and widths of dtypes, including dtypes that JAX lacks (``complex32``)."""

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
"""The category of each kind. A Python scalar of a higher category decides that of a result."""


class Facts(NamedTuple):
    """The kind of a dtype, and the bits of one element (0 for a Python scalar)."""

    kind: Kind
    bits: int

    @property
    def rank(self) -> int:
        """The category of the kind, as a number."""
        return RANKS[self.kind]

    @property
    def part_bits(self) -> int:
        """The bits of an element, or of its real part if it is complex."""
        return self.bits // 2 if self.kind == "complex" else self.bits

    @property
    def is_integer(self) -> bool:
        """Whether the kind is an integer, signed or not."""
        return self.rank == 1


@cache
def facts(name: str) -> Facts:
    """Return the kind and width of a dtype, or of a node such as ``int32*``.

    For a dtype that JAX lacks they are read from its name.

    Raises:
        KeyError: the name is not that of a dtype of numbers.
    """
    node = node_of(_SYMBOLS.get(name, name)) or node_of(dtype_name(name))
    if node is not None:
        return Facts(node.kind, node.bits)
    found = _NAME.fullmatch(dtype_name(name))
    if found is None:
        raise KeyError(name)
    return Facts(_KINDS[found[1]], int(found[2]))


_SYMBOLS: Final = {"b*": "bool"}
"""The symbols that JAX's nodes lack: JAX's bools are never weak."""

JEP_DTYPES: Final[tuple[str, ...]] = (
    "bool",
    *(f"uint{bits}" for bits in (8, 16, 32, 64)),
    *(f"int{bits}" for bits in (8, 16, 32, 64)),
    *("bfloat16", "float16", "float32", "float64", "complex64", "complex128"),
)
JEP_NODES: Final = (*JEP_DTYPES, "i*", "f*", "c*")
"""The nodes of the tables of JEP 9407, in their order."""

JEP_SOURCE: Final = "https://docs.jax.dev/en/latest/jep/9407-type-promotion.html"
