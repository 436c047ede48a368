"""Aliases for frequent unions: checkers build the type of an alias only once.

The names describe the operands: ``_ArrayOrScalarUpto_float32`` is an array or a Python number that
may be promoted to float32.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from promo_stubgen.encode import families
from promo_stubgen.encode.dtype_argument import class_or_dtype
from promo_stubgen.encode.numpy_types import ABSTRACT_NUMBER, NUMPY_NODES
from promo_stubgen.encode.operand_types import (
    OF_ANY,
    UNKNOWN_ARRAY,
    UNKNOWN_NUMPY,
    UNTOLD,
    inferred_alone,
    numpy_operand,
    operand_upto,
)
from promo_stubgen.encode.pair_table import widest_scalar
from promo_stubgen.ir.annotation import ANY, Annotation, Name, mapped, members, union
from promo_stubgen.ir.arrays import ANY_ARRAY, ARRAY_LIKE, array_of_classes
from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.core.stub_names import BOTTOM, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model.dtype_maps import TO_INEXACT
from promo_typing.rules.model.dtype_sets import NOT_TINY

SHORT_ARRAY_LIKE: Final = "_ArrayLike"

_FORMS: Final = {
    "ArrayOrScalar": {"numpy": False, "number": False},
    "ArrayLike": {"numpy": True, "number": False},
    "NumberOrScalar": {"numpy": False, "number": True},
    "NumberLike": {"numpy": True, "number": True},
}
"""The forms of operands up to a dtype: with or without NumPy operands, with or without bool."""


@cache
def aliases(semantics: Semantics) -> dict[str, Annotation]:
    """The unions by alias, the largest first."""
    found = dict(_fixed())
    found |= dict(_upto(semantics))
    for node in dict.fromkeys(map(semantics.canonical, NUMPY_NODES)):
        own = [name for name in NUMPY_NODES if semantics.canonical(name) == node]
        found[f"_NumPyFor_{node}"] = numpy_operand(own)
    found |= _made_floating(semantics)
    return dict(sorted(found.items(), key=lambda item: -len(members(item[1]))))


def _fixed() -> Iterator[tuple[str, Annotation]]:
    # For a type checker, complex includes all other Python numbers.
    yield SHORT_ARRAY_LIKE, union(ANY_ARRAY, UNKNOWN_NUMPY, Name("complex"))
    yield "_UnknownArrayLike", UNTOLD
    yield "_UnknownArray", UNKNOWN_ARRAY
    yield "_AnyArray", OF_ANY
    yield "_RequestForAny", class_or_dtype(Name(BOTTOM))
    yield "_RequestForAbstract", class_or_dtype(ABSTRACT_NUMBER)


def _upto(semantics: Semantics) -> Iterator[tuple[str, Annotation]]:
    lattice = semantics.lattice
    shared = families.members(families.families(lattice))
    for node in NODES:
        if widest_scalar(lattice, node) is None:
            continue
        for name, form in _FORMS.items():
            # Few overloads use the other forms for a member of a family, so they get no alias.
            few = node in shared or (form["number"] and node == "bool")
            if name == "ArrayOrScalar" or not few:
                yield f"_{name}Upto_{node}", operand_upto(node, lattice, **form)


def _made_floating(semantics: Semantics) -> dict[str, Annotation]:
    """The operands that functions on floats convert to float32."""
    made = {node for node in STRONG if TO_INEXACT(node, semantics) == "float32"}
    arrays = [n for n in STRONG if n in made - {"float32"} and NOT_TINY.contains(n, semantics)]
    numpy = [name for name in NUMPY_NODES if semantics.canonical(name) in made]
    return {
        "_ArrayMadeFloat32": array_of_classes(*map(dtype_class, arrays)),
        "_NumPyMadeFloat32": numpy_operand(numpy),
    }


@cache
def shortened(annotation: Annotation, semantics: Semantics) -> Annotation:
    """The annotation with members of a union replaced by aliases; a union with Any becomes Any."""
    rest = {unqualified(each): each for each in members(annotation)}
    if ANY in rest:
        return ANY
    found = []
    for name, union_of_alias in aliases(semantics).items():
        own = set(map(unqualified, members(union_of_alias)))
        if own <= set(rest):
            found.append(Name(name))
            rest = {each: written for each, written in rest.items() if each not in own}
    return mapped(union(*found, inferred_alone(union(*rest.values()))), _short_name)


def _short_name(name: str) -> Annotation:
    return Name(SHORT_ARRAY_LIKE if name == ARRAY_LIKE.name else name)


def unqualified(member: Annotation) -> Annotation:
    """A built-in type without ``builtins.``, which a dtype of JAX may shadow."""
    return Name(member.name.removeprefix("builtins.")) if isinstance(member, Name) else member
