"""The cells in which a library of today differs from its table in JEP 9407, with reasons."""

from __future__ import annotations

import itertools
from typing import Final

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import TRUNCATED
from promo_typing.systems.kinds import JEP_NODES
from promo_typing.systems.registry import system

_ANY: Final = frozenset(JEP_NODES)
_SIGNED: Final = frozenset({"int8", "int16", "int32"})
_WIDE: Final = frozenset(TRUNCATED)


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why results differ, for pairs of a node in ``one`` and a node in ``other``."""

    words: str
    one: frozenset[str]
    other: frozenset[str] = _ANY

    def explains(self, left: str, right: str) -> bool:
        """Whether the reason applies to this pair, in any order."""
        there = left in self.one and right in self.other
        return there or (right in self.one and left in self.other)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A table of JEP 9407, a system of today, and the reasons for their differences.

    If several reasons explain a cell, the first one counts.
    """

    then: str
    today: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A cell that differs. A result of None is undefined, a reason of None unknown."""

    left: str
    right: str
    then: str | None
    today: str | None
    reason: Reason | None


_TRUNCATED: Final = Reason("x64 off: 64-bit operands are truncated to 32 bits", _WIDE)
_SCALARS: Final = Reason(
    "x64 off: a Python scalar has a dtype of 32 bits per real number",
    frozenset({"i*", "f*", "c*"}),
)

COMPARISONS: Final[tuple[Comparison, ...]] = (
    Comparison("jep9407-numpy", "numpy-1"),
    Comparison("jep9407-numpy", "numpy"),
    Comparison("jep9407-tensorflow", "tensorflow"),
    Comparison(
        "jep9407-tensorflow",
        "tensorflow-safe",
        (Reason("the mode promotes what loses no value", _ANY),),
    ),
    Comparison(
        "jep9407-tensorflow",
        "tensorflow-all",
        (Reason("the mode promotes everything", _ANY),),
    ),
    Comparison(
        "jep9407-pytorch",
        "torch",
        (
            Reason("a dtype added since", frozenset({"uint16", "uint32", "uint64"})),
            Reason(
                "a half with a Python complex is complex32 now",
                frozenset({"float16"}),
                frozenset({"c*"}),
            ),
            Reason(
                "two Python floats have the default dtype now", frozenset({"f*"}), frozenset({"f*"})
            ),
            Reason(
                "two Python complex numbers have the complex default dtype now",
                frozenset({"c*"}),
                frozenset({"c*"}),
            ),
        ),
    ),
    Comparison("jep9407-jax-numpy", "jax-x64"),
    Comparison(
        "jep9407-jax-numpy",
        "jax",
        (
            _TRUNCATED,
            Reason(
                "x64 off: uint32 with a signed integer is int32", frozenset({"uint32"}), _SIGNED
            ),
        ),
    ),
    Comparison("jep9407-jax-lax", "jax-lax-x64"),
    Comparison("jep9407-jax-lax", "jax-lax", (_TRUNCATED, _SCALARS)),
)


def differences(comparison: Comparison) -> tuple[Difference, ...]:
    """Return the cells of a table of JEP 9407 in which a system of today differs."""
    then, today = system(comparison.then), system(comparison.today)
    found = []
    for left, right in itertools.product(then.nodes, repeat=2):
        before = then.cell(left, right)
        known = left in today.nodes and right in today.nodes
        after = today.cell(left, right) if known else None
        if before != after:
            reasons = (each for each in comparison.reasons if each.explains(left, right))
            found.append(Difference(left, right, before, after, next(reasons, None)))
    return tuple(found)
