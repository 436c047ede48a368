"""Aliases for unions that many overloads ask for: a checker makes the type of an alias only once.

Their names say what is taken: ``_ArrayOrScalarUpto_float32`` is an array or a Python number that
may be promoted to float32.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from promo_stubgen.dtype_argument import ABSTRACT_REQUEST, UNKNOWN_REQUEST
from promo_stubgen.numpy_types import NUMPY_NODES
from promo_stubgen.promotion import (
    ABSTRACT,
    UNKNOWN_NUMPY,
    UNTOLD,
    number_marker,
    numpy_alias,
    numpy_operand,
)
from promo_typing.dtypes import CONCRETE, NODES, PYTHON_SCALARS
from promo_typing.rules import RESULT_MAPS
from promo_typing.semantics import Semantics
from promo_typing.stub_names import BOTTOM, dtype_class, marker_class

ARRAY_LIKE: Final = "ArrayLike"
SHORT_ARRAY_LIKE: Final = "_ArrayLike"

_LEAST_BITS: Final = 4
"""XLA converts no narrower integers."""

_BUILTINS: Final = {"bool": "builtins.bool"}
"""The names that a module of JAX has, too."""

_UNKNOWN_NUMPY_ARRAY: Final = f"np.ndarray[Any, np.dtype[{BOTTOM}]]"


@cache
def aliases(semantics: Semantics) -> dict[str, str]:
    """The unions by their names, those with most members first."""
    found = dict(_fixed())
    for node in NODES:
        found |= _upto(node, semantics)
    for node in dict.fromkeys(map(semantics.canonical, NUMPY_NODES)):
        own = [name for name in NUMPY_NODES if semantics.canonical(name) == node]
        found[f"_NumPyFor_{node}"] = numpy_operand(own)
    found |= _made_floating(semantics)
    return dict(sorted(found.items(), key=lambda item: -len(members(item[1]))))


def _fixed() -> Iterator[tuple[str, str]]:
    # For a type checker, complex includes the other numbers.
    yield SHORT_ARRAY_LIKE, f"Array[Any] | {UNKNOWN_NUMPY} | complex"
    yield "_UnknownArrayLike", UNTOLD
    yield "_UnknownArray", f"Array[{ABSTRACT}] | {UNKNOWN_NUMPY}"
    yield "_AnyArray", f"Array[{BOTTOM}] | {_UNKNOWN_NUMPY_ARRAY}"
    yield "_RequestForAny", UNKNOWN_REQUEST
    yield "_RequestForAbstract", ABSTRACT_REQUEST


def _upto(node: str, semantics: Semantics) -> dict[str, str]:
    below = [s for s, weak in PYTHON_SCALARS.items() if semantics.lattice.is_below(weak, node)]
    if not below:
        return {}
    scalar = below[-1].replace("bool", "builtins.bool")
    arrays, numbers = f"Array[{marker_class(node)}]", f"Array[{number_marker(node)}]"
    return {
        f"_ArrayLikeUpto_{node}": f"{arrays} | {scalar} | {numpy_alias(node)}",
        f"_ArrayOrScalarUpto_{node}": f"{arrays} | {scalar}",
        f"_NumberLikeUpto_{node}": f"{numbers} | {scalar} | {numpy_alias(node)}",
        f"_NumberOrScalarUpto_{node}": f"{numbers} | {scalar}",
    }


def _made_floating(semantics: Semantics) -> dict[str, str]:
    """What functions of floating-point numbers convert to float32."""
    inexact = RESULT_MAPS["inexact"]
    made = {node for node in CONCRETE if inexact(node, semantics) == "float32"}
    arrays = [n for n in CONCRETE if n in made - {"float32"} and NODES[n].bits >= _LEAST_BITS]
    numpy = [name for name in NUMPY_NODES if semantics.canonical(name) in made]
    return {
        "_ArrayMadeFloat32": f"Array[{' | '.join(map(dtype_class, arrays))}]",
        "_NumPyMadeFloat32": numpy_operand(numpy),
    }


@cache
def shortened(annotation: str, semantics: Semantics) -> str:
    """The annotation with aliases in the place of their members; a union with Any is Any."""
    rest = [_unqualified(each) for each in members(annotation)]
    if "Any" in rest:
        return "Any"
    found = []
    for name, union in aliases(semantics).items():
        own = set(map(_unqualified, members(union)))
        if own <= set(rest):
            found.append(name)
            rest = [each for each in rest if each not in own]
    whole = " | ".join([*found, *(_BUILTINS.get(each, each) for each in rest)])
    return re.sub(rf"\b{ARRAY_LIKE}\b", SHORT_ARRAY_LIKE, whole)


def _unqualified(member: str) -> str:
    return member.removeprefix("builtins.")


@cache
def members(annotation: str) -> tuple[str, ...]:
    """The members of a union, as source text."""
    return tuple(map(ast.unparse, _operands_of_or(ast.parse(annotation, mode="eval").body)))


def _operands_of_or(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.BinOp):
        yield from _operands_of_or(node.left)
        yield from _operands_of_or(node.right)
    else:
        yield node
