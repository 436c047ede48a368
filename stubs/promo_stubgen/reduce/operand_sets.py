"""What an annotation takes, as far as two annotations can be compared by it.

An annotation is a union of members; each stands for a set of names, such as ``Array[float32]``
for the arrays of that dtype and of the weak one whose class inherits from it. Of a member that is
not known here nothing is said, and such an annotation may have anything in common with others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Final, TypeAlias

from promo_stubgen.encode import isolated
from promo_stubgen.encode.alike_variables import alike_variable
from promo_stubgen.encode.numpy_types import NUMPY_NODES, names_of
from promo_stubgen.encode.promotion import (
    ABSTRACT,
    NUMPY_PYTHON_SCALARS,
    UNKNOWN_NUMPY,
    number_marker,
    numpy_alias,
    numpy_below,
)
from promo_stubgen.encode.unary import ANOTHER, EVERYTHING, WHATEVER, category_variable
from promo_stubgen.reduce.operand_aliases import ARRAY_LIKE, aliases, members
from promo_stubgen.surface.vocabulary import ANY_ARRAY
from promo_typing.core.dtypes import CATEGORIES, NODES, PRNG_KEY, PYTHON_SCALARS, WEAK
from promo_typing.core.stub_names import BOTTOM, dtype_class, marker_class
from promo_typing.lattice.semantics import Semantics

Operands: TypeAlias = frozenset[str]

_WIDE: Final = (ARRAY_LIKE, f"Array[{WHATEVER}]")
"""What stands for a union of all that it takes."""

_SUBSCRIPT: Final = re.compile(r"(Array|np\.ndarray)\[(?:Any, np\.dtype\[)?(.*?)\]{1,2}$")
_LITERAL: Final = re.compile(r"Literal\[(.+)\]$")
_UNKNOWN_DTYPE: Final = "of unknown dtype"


@cache
def operands(annotation: str, semantics: Semantics) -> Operands | None:
    """The operands that an annotation takes; None if one of its members is not known."""
    found: set[str] = set()
    for member in members(annotation):
        taken = _of_member(member, semantics)
        if taken is None:
            return None
        found.update(taken)
    return frozenset(found)


def united(annotations: Iterable[str], semantics: Semantics) -> str:
    """The annotation of what any of these takes, without members that another one includes."""
    found = list(dict.fromkeys(each for text in annotations for each in members(text)))
    taken = frozenset().union(*(operands(each, semantics) or () for each in found))
    wide = [each for each in _WIDE if taken.issuperset(operands(each, semantics) or ())]
    found += [each for each in wide if each not in found]
    kept = [each for each in found if not any(_is_in(each, x, semantics) for x in found)]
    return " | ".join(sorted(kept, key=lambda each: each == "None"))


def _is_in(one: str, other: str, semantics: Semantics) -> bool:
    if one.startswith("np.") and other in PYTHON_SCALARS:
        return False  # The aliases have all of NumPy's types.
    less, more = operands(one, semantics), operands(other, semantics)
    return less is not None and more is not None and less < more


def _of_member(member: str, semantics: Semantics) -> Iterable[str] | None:
    if member == "None":
        return {member}
    if literal := _LITERAL.match(member):
        return {f"literal {each}" for each in literal[1].split(", ")}
    if named := _named(semantics).get(member.removeprefix("builtins.")):
        return named
    if alias := aliases(semantics).get(member):
        return operands(alias, semantics)
    if subscript := _SUBSCRIPT.match(member):
        owner, dtypes = subscript.groups()
        return _of_array(owner, dtypes.split(" | "), semantics)
    return _of_numpy_scalar(member)


def _of_array(owner: str, dtypes: Iterable[str], semantics: Semantics) -> set[str] | None:
    """Arrays of some dtypes; one of unknown dtype is taken whatever is asked for."""
    known = _dtypes(semantics)
    found = {_UNKNOWN_DTYPE}
    for dtype in dtypes:
        nodes = known.get(dtype.partition("[")[0]) if owner == "Array" else names_of(dtype)
        if nodes is None and dtype != BOTTOM:
            return None
        found.update(nodes or ())
    return {f"{owner} {each}" for each in found}


@cache
def _dtypes(semantics: Semantics) -> dict[str, tuple[str, ...]]:
    """The dtypes that a class, a marker or a TypeVar stands for."""
    lattice, concrete = semantics.lattice, semantics.concrete
    found: dict[str, tuple[str, ...]] = {ABSTRACT: (ABSTRACT,), PRNG_KEY: (PRNG_KEY,)}
    found[WHATEVER] = (*NODES, ABSTRACT)
    found["Any"] = found[EVERYTHING] = found[ANOTHER] = (*NODES, ABSTRACT, PRNG_KEY)
    for node in NODES:
        below = _nodes(lambda each, up=node: lattice.is_below(each, up))  # type: ignore[misc]
        found[marker_class(node)] = below
        found[number_marker(node)] = tuple(each for each in below if each != "bool")
        found[dtype_class(node)] = (node, *(w for w in WEAK if concrete(w) == node and w != node))
    for weak, family in isolated.families(lattice).items():
        found[isolated.isolated_class(weak)] = tuple(family)
    for category in CATEGORIES[1:]:
        own = _nodes(lambda each, of=category: NODES[each].is_a(of))  # type: ignore[misc]
        found[category_variable(category)] = (*own, ABSTRACT)
        found[alike_variable(category)] = own
    found[alike_variable(CATEGORIES[0])] = tuple(NODES)
    return found


def _nodes(holds: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(node for node in NODES if holds(node))


@cache
def _named(semantics: Semantics) -> dict[str, set[str]]:
    """What Python's numbers and the aliases stand for.

    For a type checker a bool is an int, an int a float, that a complex number, and so are some
    scalars of NumPy.
    """
    numpy = _numpy(NUMPY_NODES) | _numpy([ABSTRACT])
    found = {UNKNOWN_NUMPY: numpy, "np.ndarray[Any, Any]": numpy}
    scalars: set[str] = set()
    special = dict(zip(("float", "complex"), NUMPY_PYTHON_SCALARS, strict=True))
    for scalar in PYTHON_SCALARS:
        scalars |= {scalar, *([f"np {special[scalar]}"] if scalar in special else [])}
        found[scalar] = set(scalars)
    found[ANY_ARRAY] = _of_array("Array", ["Any"], semantics) or set()
    found[ARRAY_LIKE] = found[ANY_ARRAY] | numpy | scalars
    for node in NODES:
        found[numpy_alias(node)] = _numpy(numpy_below(node, semantics))
    return found


def _numpy(names: Iterable[str]) -> set[str]:
    """Arrays and scalars of NumPy."""
    names = list(names)
    arrays = {f"np.ndarray {each}" for each in (*names, _UNKNOWN_DTYPE)}
    return arrays | {f"np {each}" for each in names}


def _of_numpy_scalar(member: str) -> set[str] | None:
    names = names_of(member)
    return {f"np {each}" for each in names} if names else None
