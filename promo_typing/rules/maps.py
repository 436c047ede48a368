"""The vocabulary of rules: which nodes a function accepts, and what it makes of them.

Everything here is a function of one node and the settings. The names are those of JAX's own
conversions where it has one (``to_numeric_dtype``, ``to_inexact_dtype`` in ``jax._src.dtypes``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from promo_typing.dtypes import NODES
from promo_typing.semantics import Semantics

ResultMap: TypeAlias = Callable[[str, Semantics], str]


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A set of nodes: the predicate, and words for it that complete "it takes ..."."""

    contains: Callable[[str], bool]
    description: str


def _is_small_int(node: str) -> bool:
    return NODES[node].is_a("integer") and not NODES[node].weak and NODES[node].bits < 8


def _is_tiny_int(node: str) -> bool:
    return _is_small_int(node) and NODES[node].bits < 4


def _is_integral(node: str) -> bool:
    return node == "bool" or NODES[node].is_a("integer")


ACCEPTS: Final[dict[str, Acceptance]] = {
    "any": Acceptance(lambda node: True, "any dtype"),
    "not_bool": Acceptance(lambda node: node != "bool", "numbers, not bool"),
    "not_complex": Acceptance(
        lambda node: NODES[node].kind != "complex", "bool, integers and real floating-point numbers"
    ),
    "integer_or_bool": Acceptance(_is_integral, "integers and bool"),
    "not_small_int": Acceptance(
        lambda node: not _is_small_int(node), "any dtype but integers of less than 8 bits"
    ),
    "not_tiny_int": Acceptance(
        lambda node: not _is_tiny_int(node),
        "any dtype but integers of less than 4 bits",
    ),
    "absolute": Acceptance(
        lambda node: node not in ("int2", "int4"), "any dtype but the 2- and 4-bit signed integers"
    ),
    "contraction": Acceptance(
        lambda node: True,
        "operands whose common dtype is at least as wide as each of them is at run time",
    ),
}
"""Sets of accepted nodes by name. ``contraction`` is decided on the operands, by ``combine``."""


def _same(node: str, semantics: Semantics) -> str:
    return node


def _concrete(node: str, semantics: Semantics) -> str:
    return semantics.concrete(node)


def _bool(node: str, semantics: Semantics) -> str:
    return "bool"


def _numeric(node: str, semantics: Semantics) -> str:
    """bool becomes int32, with x64 on too."""
    return "int32" if node == "bool" else node


def _inexact(node: str, semantics: Semantics) -> str:
    """Integers become floating: 64-bit ones float64, others float32; JAX forgot 1 and 2 bits."""
    if node == "weak_int":
        return "weak_float"
    if not _is_integral(node) or _is_tiny_int(node):
        return node
    return "float64" if NODES[node].bits == 64 else "float32"


_REAL_PARTS: Final = {
    "complex64": "float32",
    "complex128": "float64",
    "weak_complex": "weak_float",
}


def _real(node: str, semantics: Semantics) -> str:
    """A complex dtype becomes the dtype of its parts."""
    return _REAL_PARTS.get(node, node)


def _absolute(node: str, semantics: Semantics) -> str:
    """The real dtype; that of int1 is int8, since JAX asks NumPy for the dtype of its absolute."""
    return "int8" if node == "int1" else _real(node, semantics)


def _power(node: str, semantics: Semantics) -> str:
    """Powers of integers are computed by multiplication, which forgets that they were weak."""
    return semantics.concrete(node) if _is_integral(node) else node


RESULT_MAPS: Final[dict[str, ResultMap]] = {
    "same": _same,
    "concrete": _concrete,
    "bool": _bool,
    "numeric": _numeric,
    "inexact": _inexact,
    "real": _real,
    "absolute": _absolute,
    "power": lambda node, semantics: _power(_numeric(node, semantics), semantics),
}
"""From the combined node to the node of a result."""
