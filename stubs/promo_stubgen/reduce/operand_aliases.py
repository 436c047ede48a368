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

from promo_stubgen.encode import isolated
from promo_stubgen.encode.dtype_argument import ABSTRACT_NUMBER, class_or_dtype
from promo_stubgen.encode.numpy_types import NUMPY_NODES
from promo_stubgen.encode.pair_table import widest_scalar
from promo_stubgen.encode.promotion import (
    OF_ANY,
    UNKNOWN_ARRAY,
    UNKNOWN_NUMPY,
    UNTOLD,
    numpy_operand,
    operand_upto,
)
from promo_typing.core.dtypes import CONCRETE, NODES
from promo_typing.core.stub_names import BOTTOM, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model.dtype_maps import TO_INEXACT
from promo_typing.rules.model.dtype_sets import NOT_TINY

ARRAY_LIKE: Final = "ArrayLike"
SHORT_ARRAY_LIKE: Final = "_ArrayLike"

_FORMS: Final = {
    "ArrayOrScalar": {"numpy": False, "number": False},
    "ArrayLike": {"numpy": True, "number": False},
    "NumberOrScalar": {"numpy": False, "number": True},
    "NumberLike": {"numpy": True, "number": True},
}
"""What may be promoted to a dtype: with operands of NumPy or without, with bool or without."""


@cache
def aliases(semantics: Semantics) -> dict[str, str]:
    """The unions by their names, those with most members first."""
    found = dict(_fixed())
    found |= dict(_upto(semantics))
    for node in dict.fromkeys(map(semantics.canonical, NUMPY_NODES)):
        own = [name for name in NUMPY_NODES if semantics.canonical(name) == node]
        found[f"_NumPyFor_{node}"] = numpy_operand(own)
    found |= _made_floating(semantics)
    return dict(sorted(found.items(), key=lambda item: -len(members(item[1]))))


def _fixed() -> Iterator[tuple[str, str]]:
    # For a type checker, complex includes the other numbers.
    yield SHORT_ARRAY_LIKE, f"Array | {UNKNOWN_NUMPY} | complex"
    yield "_UnknownArrayLike", UNTOLD
    yield "_UnknownArray", UNKNOWN_ARRAY
    yield "_AnyArray", OF_ANY
    yield "_RequestForAny", class_or_dtype(BOTTOM)
    yield "_RequestForAbstract", class_or_dtype(ABSTRACT_NUMBER)


def _upto(semantics: Semantics) -> Iterator[tuple[str, str]]:
    lattice = semantics.lattice
    alone = isolated.members(lattice, isolated.families(lattice))
    for node in NODES:
        if widest_scalar(lattice, node) is None:
            continue
        for name, form in _FORMS.items():
            # Few overloads ask for the others of a dtype that stands alone.
            few = node in alone or (form["number"] and node == "bool")
            if name == "ArrayOrScalar" or not few:
                yield f"_{name}Upto_{node}", operand_upto(node, lattice, **form)


def _made_floating(semantics: Semantics) -> dict[str, str]:
    """What functions of floating-point numbers convert to float32."""
    made = {node for node in CONCRETE if TO_INEXACT(node, semantics) == "float32"}
    arrays = [n for n in CONCRETE if n in made - {"float32"} and NOT_TINY.contains(n, semantics)]
    numpy = [name for name in NUMPY_NODES if semantics.canonical(name) in made]
    return {
        "_ArrayMadeFloat32": f"Array[{' | '.join(map(dtype_class, arrays))}]",
        "_NumPyMadeFloat32": numpy_operand(numpy),
    }


@cache
def shortened(annotation: str, semantics: Semantics) -> str:
    """The annotation with aliases in the place of their members; a union with Any is Any."""
    rest = {_unqualified(each): each for each in members(annotation)}
    if "Any" in rest:
        return "Any"
    found = []
    for name, union in aliases(semantics).items():
        own = set(map(_unqualified, members(union)))
        if own <= set(rest):
            found.append(name)
            rest = {each: written for each, written in rest.items() if each not in own}
    return re.sub(rf"\b{ARRAY_LIKE}\b", SHORT_ARRAY_LIKE, " | ".join([*found, *rest.values()]))


def _unqualified(member: str) -> str:
    """A built-in type by its own name, which a dtype of JAX may have, too."""
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
