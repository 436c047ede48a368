"""Which nodes a function takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from promo_typing.core.dtypes import NARROWED, NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.exceptions import BUT, ONLY, Exceptional, parse

Predicate: TypeAlias = Callable[[str, Semantics], bool]


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A set of nodes: the predicate, and words for it that complete "it takes ..."."""

    contains: Predicate
    description: str


def is_small(node: str, below: int = 8) -> bool:
    """Whether it is an integer of fewer bits; weak_int, of no definite width, is not."""
    return NODES[node].is_a("integer") and 0 < NODES[node].bits < below


def is_integral(node: str) -> bool:
    """Whether it is bool or an integer."""
    return node == "bool" or NODES[node].is_a("integer")


def is_complex(node: str) -> bool:
    """Whether it is complex, weak or not."""
    return NODES[node].kind == "complex"


def is_tiny_float(node: str) -> bool:
    """Whether it is a float of fewer than 16 bits."""
    return NODES[node].kind == "float" and 0 < NODES[node].bits < 16


def is_narrow_float(node: str) -> bool:
    """Whether it is a float of fewer than 32 bits."""
    return NODES[node].kind == "float" and 0 < NODES[node].bits < 32


class _Acceptances(dict[str, Acceptance]):
    """The words by themselves; those with exceptions are understood when they are looked up."""

    def __missing__(self, key: str) -> Acceptance:
        if key.startswith(ONLY):
            made = _only(parse(key.removeprefix(ONLY)))
        elif BUT in key:
            base, _, words = key.partition(BUT)
            made = _without(self[base], parse(words))
        else:
            raise KeyError(key)
        self[key] = made
        return made


def _only(members: tuple[Exceptional, ...]) -> Acceptance:
    return Acceptance(
        lambda n, s: any(each.applies(n, s) for each in members), ", ".join(map(str, members))
    )


def _without(base: Acceptance, refused: tuple[Exceptional, ...]) -> Acceptance:
    return Acceptance(
        lambda n, s: base.contains(n, s) and not any(each.applies(n, s) for each in refused),
        f"{base.description}, except {', '.join(map(str, refused))}",
    )


ACCEPTS: Final = _Acceptances(
    {
        "any": Acceptance(lambda n, s: True, "any dtype"),
        "none": Acceptance(lambda n, s: False, "no dtype"),
        "weak": Acceptance(lambda n, s: NODES[n].weak, "weak types"),
        "weak_in_x64": Acceptance(lambda n, s: NODES[n].weak and s.x64, "weak types with x64 on"),
        "weak_complex": Acceptance(lambda n, s: n == "weak_complex", "weak complex numbers"),
        "bool": Acceptance(lambda n, s: n == "bool", "bool"),
        "not_bool": Acceptance(lambda n, s: n != "bool", "numbers, not bool"),
        "not_complex": Acceptance(
            lambda n, s: not is_complex(n), "bool, integers and real floating-point numbers"
        ),
        "integer_or_bool": Acceptance(lambda n, s: is_integral(n), "integers and bool"),
        "not_small_int": Acceptance(
            lambda n, s: not is_small(n), "any dtype but integers of fewer than 8 bits"
        ),
        "not_tiny_int": Acceptance(
            lambda n, s: not is_small(n, 4), "any dtype but integers of fewer than 4 bits"
        ),
        "real_not_tiny_int": Acceptance(
            lambda n, s: not is_small(n, 4) and not is_complex(n),
            "bool, integers of at least 4 bits and real floating-point numbers",
        ),
        "absolute": Acceptance(
            lambda n, s: n not in ("int2", "int4"), "any dtype but the 2- and 4-bit signed integers"
        ),
        "log10": Acceptance(
            lambda n, s: not is_small(n, 4) and (s.x64 or n not in NARROWED),
            "any dtype but integers of fewer than 4 bits, and 64-bit dtypes with x64 on only",
        ),
        "deg2rad": Acceptance(lambda n, s: n != "int1", "any dtype but int1"),
        "fabs": Acceptance(
            lambda n, s: not is_complex(n) and n not in ("uint1", "uint2", "int2"),
            "bool, integers of at least 4 bits and real floating-point numbers",
        ),
        "copysign": Acceptance(
            lambda n, s: (
                not (is_complex(n) or is_tiny_float(n)) and n not in ("uint1", "uint2", "int2")
            ),
            "bool, integers of at least 4 bits and real floating-point numbers of at least 16",
        ),
        "signbit": Acceptance(
            lambda n, s: not (is_complex(n) or is_tiny_float(n)),
            "bool, integers and real floating-point numbers of at least 16 bits",
        ),
        "spacing": Acceptance(
            lambda n, s: not (is_complex(n) or is_tiny_float(n) or is_small(n, 4)),
            "bool, integers of at least 4 bits and real floating-point numbers of at least 16",
        ),
        "bitwise_count": Acceptance(
            lambda n, s: is_integral(n) and n not in ("int2", "int4"),
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
        "tiny_int": Acceptance(lambda n, s: is_small(n, 4), "integers of fewer than 4 bits"),
        "wide": Acceptance(lambda n, s: n in NARROWED and not s.x64, "64-bit dtypes with x64 off"),
        "real_inexact": Acceptance(
            lambda n, s: NODES[n].kind == "float", "real floating-point numbers"
        ),
        "unusual": Acceptance(
            lambda n, s: is_small(n, 4) or is_tiny_float(n) or (n in NARROWED and not s.x64),
            "integers of fewer than 4 bits, floating-point numbers of fewer than 16 bits, and with"
            " x64 off those of 64 bits",
        ),
        "inexact": Acceptance(
            lambda n, s: NODES[n].is_a("inexact"), "real and complex floating-point numbers"
        ),
        "lapack": Acceptance(
            lambda n, s: not (is_small(n, 4) or is_narrow_float(n)),
            "bool, integers of at least 4 bits and floating-point numbers of at least 32",
        ),
        "not_lapack": Acceptance(
            lambda n, s: is_small(n, 4) or is_narrow_float(n),
            "integers of fewer than 4 bits and floating-point numbers of fewer than 32",
        ),
        "lapack_inexact": Acceptance(
            lambda n, s: NODES[n].is_a("inexact") and not is_narrow_float(n),
            "real and complex floating-point numbers of at least 32 bits",
        ),
        "product": Acceptance(
            lambda n, s: True,
            "an element type for the result of the same kind as that of the operands, which is no"
            " narrower",
        ),
        "bits": Acceptance(
            lambda n, s: n != "bool" and not is_complex(n),
            "integers and real floating-point numbers, the wider of the two a multiple of the"
            " operand's, or the dtype that the operand has",
        ),
        "integer": Acceptance(lambda n, s: NODES[n].is_a("integer"), "integers"),
        "contraction": Acceptance(
            lambda n, s: True,
            "operands whose common dtype is at least as wide as each of them is at run time",
        ),
    }
)
"""Sets of accepted nodes by name. ``contraction`` is decided on the operands, by ``combine``."""
