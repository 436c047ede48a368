"""The vocabulary of rules: which nodes a function accepts, and what it makes of them.

Everything here is a function of one node and the settings. The names are those of JAX's own
conversions where it has one (``to_numeric_dtype``, ``to_inexact_dtype`` in ``jax._src.dtypes``).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from promo_typing.dtypes import NARROWED, NODES
from promo_typing.semantics import Semantics

Predicate: TypeAlias = Callable[[str, Semantics], bool]
ResultMap: TypeAlias = Callable[[str, Semantics], str]


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A set of nodes: the predicate, and words for it that complete "it takes ..."."""

    contains: Predicate
    description: str


def _is_small(node: str, below: int = 8) -> bool:
    """Whether it is an integer of fewer bits; weak_int, of no definite width, is not."""
    return NODES[node].is_a("integer") and 0 < NODES[node].bits < below


def _is_integral(node: str) -> bool:
    return node == "bool" or NODES[node].is_a("integer")


def _is_complex(node: str) -> bool:
    return NODES[node].kind == "complex"


def _is_tiny_float(node: str) -> bool:
    return NODES[node].kind == "float" and 0 < NODES[node].bits < 16


ACCEPTS: Final[dict[str, Acceptance]] = {
    "any": Acceptance(lambda n, s: True, "any dtype"),
    "none": Acceptance(lambda n, s: False, "no dtype"),
    "weak": Acceptance(lambda n, s: NODES[n].weak, "weak types"),
    "weak_in_x64": Acceptance(lambda n, s: NODES[n].weak and s.x64, "weak types with x64 on"),
    "weak_complex": Acceptance(lambda n, s: n == "weak_complex", "weak complex numbers"),
    "bool": Acceptance(lambda n, s: n == "bool", "bool"),
    "not_bool": Acceptance(lambda n, s: n != "bool", "numbers, not bool"),
    "not_complex": Acceptance(
        lambda n, s: not _is_complex(n), "bool, integers and real floating-point numbers"
    ),
    "integer_or_bool": Acceptance(lambda n, s: _is_integral(n), "integers and bool"),
    "not_small_int": Acceptance(
        lambda n, s: not _is_small(n), "any dtype but integers of fewer than 8 bits"
    ),
    "not_tiny_int": Acceptance(
        lambda n, s: not _is_small(n, 4), "any dtype but integers of fewer than 4 bits"
    ),
    "real_not_tiny_int": Acceptance(
        lambda n, s: not _is_small(n, 4) and not _is_complex(n),
        "bool, integers of at least 4 bits and real floating-point numbers",
    ),
    "absolute": Acceptance(
        lambda n, s: n not in ("int2", "int4"), "any dtype but the 2- and 4-bit signed integers"
    ),
    "log10": Acceptance(
        lambda n, s: not _is_small(n, 4) and (s.x64 or n not in NARROWED),
        "any dtype but integers of fewer than 4 bits, and 64-bit dtypes with x64 on only",
    ),
    "deg2rad": Acceptance(lambda n, s: n != "int1", "any dtype but int1"),
    "fabs": Acceptance(
        lambda n, s: not _is_complex(n) and n not in ("uint1", "uint2", "int2"),
        "bool, integers of at least 4 bits and real floating-point numbers",
    ),
    "copysign": Acceptance(
        lambda n, s: (
            not (_is_complex(n) or _is_tiny_float(n)) and n not in ("uint1", "uint2", "int2")
        ),
        "bool, integers of at least 4 bits and real floating-point numbers of at least 16",
    ),
    "signbit": Acceptance(
        lambda n, s: not (_is_complex(n) or _is_tiny_float(n)),
        "bool, integers and real floating-point numbers of at least 16 bits",
    ),
    "spacing": Acceptance(
        lambda n, s: not (_is_complex(n) or _is_tiny_float(n) or _is_small(n, 4)),
        "bool, integers of at least 4 bits and real floating-point numbers of at least 16",
    ),
    "bitwise_count": Acceptance(
        lambda n, s: _is_integral(n) and n not in ("int2", "int4"),
        "bool and integers, but not the 2- and 4-bit signed ones",
    ),
    "gcd": Acceptance(
        lambda n, s: NODES[n].is_a("integer") and n not in ("int2", "int4"),
        "integers, but not the 2- and 4-bit signed ones, and not bool",
    ),
    "real_but_default": Acceptance(
        lambda n, s: NODES[n].kind == "float" and n != s.concrete("weak_float"),
        "real floating-point numbers but the default",
    ),
    "tiny_int": Acceptance(lambda n, s: _is_small(n, 4), "integers of fewer than 4 bits"),
    "wide": Acceptance(lambda n, s: n in NARROWED and not s.x64, "64-bit dtypes with x64 off"),
    "real_inexact": Acceptance(
        lambda n, s: NODES[n].kind == "float", "real floating-point numbers"
    ),
    "unusual": Acceptance(
        lambda n, s: _is_small(n, 4) or _is_tiny_float(n) or (n in NARROWED and not s.x64),
        "integers of fewer than 4 bits, floating-point numbers of fewer than 16 bits, and with x64"
        " off those of 64 bits",
    ),
    "contraction": Acceptance(
        lambda n, s: True,
        "operands whose common dtype is at least as wide as each of them is at run time",
    ),
}
"""Sets of accepted nodes by name. ``contraction`` is decided on the operands, by ``combine``."""


def _same(node: str, semantics: Semantics) -> str:
    return node


def _concrete(node: str, semantics: Semantics) -> str:
    return semantics.concrete(node)


def _numeric(node: str, semantics: Semantics) -> str:
    """bool becomes int32, with x64 on too."""
    return "int32" if node == "bool" else node


def _inexact(node: str, semantics: Semantics) -> str:
    """Integers become floating: 64-bit ones float64, others float32; JAX forgot 1 and 2 bits."""
    if node == "weak_int":
        return "weak_float"
    if not _is_integral(node) or _is_small(node, 4):
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


def _rint(node: str, semantics: Semantics) -> str:
    return semantics.concrete("weak_float") if _is_integral(node) else node


def _angle(node: str, semantics: Semantics) -> str:
    """The parts of a complex number; a real one has an angle of the default float's dtype."""
    return _real(node, semantics) if _is_complex(node) else semantics.concrete("weak_float")


def _nan_to_num(node: str, semantics: Semantics) -> str:
    return node if _is_integral(node) else semantics.concrete(node)


def _default_int(node: str, semantics: Semantics) -> str:
    return semantics.concrete("weak_int")


def _default_float(node: str, semantics: Semantics) -> str:
    return semantics.concrete("weak_float")


def _sum(node: str, semantics: Semantics) -> str:
    """Integers are added up in the default integer of their signedness, unless they are wider."""
    if not _is_integral(node):
        return semantics.concrete(node)
    default = semantics.concrete("weak_int")
    if NODES[node].bits >= NODES[default].bits:
        return node
    return f"u{default}" if NODES[node].kind == "unsigned" else default


def _cumulative(node: str, semantics: Semantics) -> str:
    """Bools are counted in the default integer; all others keep their dtype."""
    return semantics.concrete("weak_int" if node == "bool" else node)


def _argpartition(node: str, semantics: Semantics) -> str:
    """An index, which is weak if the elements are."""
    return "weak_int" if NODES[node].weak else "int32"


def _always(node: str) -> ResultMap:
    return lambda _, semantics: node


def _then(*maps: ResultMap) -> ResultMap:
    """The maps one after another."""

    def composed(node: str, semantics: Semantics) -> str:
        for step in maps:
            node = step(node, semantics)
        return node

    return composed


RESULT_MAPS: Final[dict[str, ResultMap]] = {
    "same": _same,
    "concrete": _concrete,
    "numeric": _numeric,
    "inexact": _inexact,
    "real": _real,
    "absolute": _absolute,
    "rint": _rint,
    "angle": _angle,
    "nan_to_num": _nan_to_num,
    "sum": _sum,
    "cumulative": _cumulative,
    "inexact_concrete": _then(_inexact, _concrete),
    "inexact_absolute": _then(_inexact, _absolute),
    "inexact_real_concrete": _then(_inexact, _real, _concrete),
    "bool": _always("bool"),
    "uint8": _always("uint8"),
    "int32": _always("int32"),
    "default_int": _default_int,
    "argpartition": _argpartition,
    "default_float": _default_float,
}
"""From the combined node to the node of a result."""
