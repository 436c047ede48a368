"""Annotations as sets of operands, to compare annotations.

An annotation is a union of members, and each member stands for a set of operands:
``Array[float32]`` for arrays of that dtype, and of the weak dtype whose class inherits from it. The
set of an annotation with an unknown member is unknown, and may overlap with any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from promo_stubgen.encode import families
from promo_stubgen.encode.alike_variables import ALIKE
from promo_stubgen.encode.numpy_types import ABSTRACT_NUMBER, NUMPY_NODES, names_of
from promo_stubgen.encode.operand_types import (
    ABSTRACT,
    NUMPY_PYTHON_SCALARS,
    UNKNOWN_NUMPY,
    number_marker,
    numpy_alias,
    numpy_below,
)
from promo_stubgen.encode.unary import ANOTHER, EVERYTHING, WHATEVER, category_variable
from promo_stubgen.ir.annotation import (
    ANY,
    NONE,
    Annotation,
    Literal,
    Name,
    Subscript,
    head,
    members,
    union,
)
from promo_stubgen.ir.arrays import (
    ANY_ARRAY,
    ARRAY_LIKE,
    NUMPY_ARRAY,
    array,
    dtype_of,
    numpy_dtype_of,
)
from promo_stubgen.reduce.operand_aliases import aliases, unqualified
from promo_typing.core.dtypes import (
    CATEGORIES,
    NODES,
    PRNG_KEY,
    PYTHON_SCALARS,
    WEAK,
)
from promo_typing.core.stub_names import BOTTOM, dtype_class, marker_class
from promo_typing.lattice.semantics import Semantics


class Form(Enum):
    """The kind of an operand."""

    ARRAY = "an array of JAX"
    NUMPY_ARRAY = "an array of NumPy"
    NUMPY_SCALAR = "a scalar of NumPy"
    PYTHON_SCALAR = "a number of Python"
    LITERAL = "a literal"
    NONE = "None"


class Operand(NamedTuple):
    """A set of operands of one form, with one dtype, type or value."""

    form: Form
    name: str


Operands: TypeAlias = frozenset[Operand]

_WIDE: Final = (ARRAY_LIKE, array(Name(WHATEVER)))
"""Annotations that replace unions with the same operands."""

_ALL_OF_NUMPY: Final = (UNKNOWN_NUMPY, Subscript(NUMPY_ARRAY, (ANY, ANY)))

_UNKNOWN_DTYPE: Final = "of unknown dtype"
_OF_UNKNOWN_DTYPE: Final = (Name(BOTTOM), ABSTRACT_NUMBER)
"""Annotations that take only NumPy operands of unknown dtype."""


@cache
def operands(annotation: Annotation, semantics: Semantics) -> Operands | None:
    """The operands that an annotation takes, None if a member is unknown."""
    found: set[Operand] = set()
    for member in members(annotation):
        taken = _of_member(member, semantics)
        if taken is None:
            return None
        found.update(taken)
    return frozenset(found)


def united(annotations: Iterable[Annotation], semantics: Semantics) -> Annotation:
    """The union of several annotations, without redundant members."""
    found = list(dict.fromkeys(each for one in annotations for each in members(one)))
    taken = frozenset().union(*(operands(each, semantics) or () for each in found))
    wide = [each for each in _WIDE if taken.issuperset(operands(each, semantics) or ())]
    found += [each for each in wide if each not in found]
    kept = [each for each in found if not any(_is_in(each, x, semantics) for x in found)]
    return union(*sorted(kept, key=lambda each: each == NONE))


def _is_in(one: Annotation, other: Annotation, semantics: Semantics) -> bool:
    if head(one).startswith("np.") and head(other) in PYTHON_SCALARS:
        return False  # Kept, since the aliases have all of NumPy's types.
    less, more = operands(one, semantics), operands(other, semantics)
    return less is not None and more is not None and less < more


def _of_member(member: Annotation, semantics: Semantics) -> Iterable[Operand] | None:
    if member == NONE:
        return {Operand(Form.NONE, "None")}
    if isinstance(member, Literal):
        return {Operand(Form.LITERAL, each.text) for each in member.values}
    if named := _named(semantics).get(unqualified(member)):
        return named
    if alias := aliases(semantics).get(head(member)):
        return operands(alias, semantics)
    if dtype := dtype_of(member):
        return _of_array(members(dtype), semantics)
    if dtype := numpy_dtype_of(member):
        return _of_numpy(members(dtype), Form.NUMPY_ARRAY)
    return _of_numpy([member], Form.NUMPY_SCALAR)


def _of_array(dtypes: Iterable[Annotation], semantics: Semantics) -> set[Operand] | None:
    """Arrays of some dtypes; those of unknown dtype are always included."""
    found = {_UNKNOWN_DTYPE}
    for dtype in map(head, dtypes):
        nodes = _dtypes(semantics).get(dtype)
        if nodes is None and dtype != BOTTOM:
            return None
        found.update(nodes or ())
    return {Operand(Form.ARRAY, each) for each in found}


def _of_numpy(dtypes: Iterable[Annotation], form: Form) -> set[Operand] | None:
    """NumPy's arrays or scalars of some dtypes, including those of unknown dtype."""
    found = set[str]()
    for dtype in dtypes:
        names = names_of(dtype)
        if names is None and dtype not in _OF_UNKNOWN_DTYPE:
            return None
        found.update(names or ())
    if form is Form.NUMPY_ARRAY or not found or found.difference(NUMPY_PYTHON_SCALARS):
        found.add(_UNKNOWN_DTYPE)  # An np.floating[Any] is no np.float64, which is a class.
    return {Operand(form, each) for each in found}


@cache
def _dtypes(semantics: Semantics) -> dict[str, tuple[str, ...]]:
    """The dtypes of each class, marker and type variable."""
    lattice, strong = semantics.lattice, semantics.strong
    found: dict[str, tuple[str, ...]] = {ABSTRACT: (ABSTRACT,), PRNG_KEY: (PRNG_KEY,)}
    found[WHATEVER] = (*NODES, ABSTRACT)
    found["Any"] = found[EVERYTHING] = found[ANOTHER] = (*NODES, ABSTRACT, PRNG_KEY)
    for node in NODES:
        below = _nodes(lambda each, up=node: lattice.is_below(each, up))  # type: ignore[misc]
        found[marker_class(node)] = below
        found[number_marker(node)] = tuple(each for each in below if each != "bool")
        found[dtype_class(node)] = (node, *(w for w in WEAK if strong(w) == node and w != node))
    for family in families.families(lattice):
        found[family.name] = family.members
    for category in CATEGORIES[1:]:
        own = _nodes(lambda each, of=category: NODES[each].is_a(of))  # type: ignore[misc]
        found[category_variable(category)] = (*own, ABSTRACT)
    for variable, strong_nodes in ALIKE.items():
        found[variable] = _nodes(lambda each, of=strong_nodes: strong(each) in of)  # type: ignore[misc]
    return found


def _nodes(holds: Callable[[str], bool]) -> tuple[str, ...]:
    return tuple(node for node in NODES if holds(node))


@cache
def _named(semantics: Semantics) -> dict[Annotation, set[Operand]]:
    """The operands for Python numbers and for aliases.

    For a type checker a bool is an int, an int is a float, and a float is a complex number. So are
    ``np.float64`` and ``np.complex128``.
    """
    numpy = _numpy(NUMPY_NODES) | _numpy([ABSTRACT])
    found: dict[Annotation, set[Operand]] = {
        UNKNOWN_NUMPY: numpy,
        Subscript(NUMPY_ARRAY, (ANY, ANY)): numpy,
    }
    scalars: set[Operand] = set()
    special = dict(zip(("float", "complex"), NUMPY_PYTHON_SCALARS, strict=True))
    for scalar in PYTHON_SCALARS:
        scalars.add(Operand(Form.PYTHON_SCALAR, scalar))
        if scalar in special:
            scalars.add(Operand(Form.NUMPY_SCALAR, special[scalar]))
        found[Name(scalar)] = set(scalars)
    found[ANY_ARRAY] = _of_array([ANY], semantics) or set()
    found[ARRAY_LIKE] = found[ANY_ARRAY] | numpy | scalars
    for node in NODES:
        found[Name(numpy_alias(node))] = _numpy(numpy_below(node, semantics))
    return found


def _numpy(names: Iterable[str]) -> set[Operand]:
    """Arrays and scalars of NumPy."""
    forms = (Form.NUMPY_ARRAY, Form.NUMPY_SCALAR)
    return {Operand(form, each) for each in (*names, _UNKNOWN_DTYPE) for form in forms}
