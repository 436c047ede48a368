"""Overloads for one operand: dtypes with the same result share one.

Dtypes that stay the same share a TypeVar of their category; all others are grouped by their result.
The class of a weak dtype inherits from that of its default dtype, so the weak dtype comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final

from promo_stubgen.encode.numpy_types import NUMPY_NODES
from promo_stubgen.encode.operand_types import (
    ABSTRACT,
    NUMPY_OF_ANY,
    UNTOLD,
    numpy_operand,
    python_scalar,
)
from promo_stubgen.encode.outcomes import Outcomes
from promo_stubgen.ir.annotation import ANY, Annotation, Name, Subscript, members
from promo_stubgen.ir.arrays import array, array_of_classes, dtype_of
from promo_typing.core.dtypes import CATEGORIES, NODES, PRNG_KEY, PYTHON_SCALARS, STRONG, WEAK
from promo_typing.core.stub_names import BOTTOM, dtype_class

Case = tuple[Annotation, Annotation]
"""The annotations of the operand and of the result."""

_MANY: Final = 5
"""A limit for the number of overloads and names.

Functions without a ``dtype`` parameter have overloads for NumPy operands only if there are at most
this many results. If JAX accepts all dtypes, a group of more dtypes is not named, but comes last.
"""

WHATEVER: Final = "np.generic"
"""The base class of all dtypes except those of PRNG keys."""

EVERYTHING: Final = "_AnyDtype"
"""The type variable of functions that keep every dtype."""

ANOTHER: Final = "_AnotherDtype"
"""The type variable of a second operand whose dtype is kept."""


def category_variable(category: str) -> str:
    """The TypeVar whose bound is an abstract dtype."""
    return f"_{category.capitalize()}"


@cache
def category_bounds() -> dict[str, Annotation]:
    """The bounds of these type variables: NumPy's abstract dtypes."""
    return {
        category_variable(category): Subscript(
            f"np.{category}", (ANY, ANY) if category == "complexfloating" else (ANY,)
        )
        for category in CATEGORIES[1:]
    }


def category_variables() -> Iterator[str]:
    """The definitions of the TypeVars."""
    for name in (EVERYTHING, ANOTHER):
        yield f'{name} = TypeVar("{name}", default=Any)'
    for name, bound in category_bounds().items():
        yield f'{name} = TypeVar("{name}", bound={bound})'


def unary_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for the operand, in order."""
    yield from tree_cases(outcomes)
    yield from scalar_cases(outcomes)
    yield UNTOLD, outcomes.unknown


def tree_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for an operand that is an array, of JAX or of NumPy."""
    unknown = outcomes.unknown
    yield array(Name(BOTTOM)), unknown
    if len(outcomes.preserved()) == len(NODES):
        whatever = array(Name(EVERYTHING))
        yield whatever, outcomes.kept(whatever)
    else:
        if outcomes.rule.usual.keys:
            yield array(Name(PRNG_KEY)), outcomes.of_keys()
        yield from array_cases(outcomes)
    yield NUMPY_OF_ANY, unknown
    yield from numpy_cases(outcomes)


def array_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for a JAX array, including abstract dtypes.

    A TypeVar whose category includes dtypes that change comes after those and the abstract dtypes.
    """
    kept = outcomes.preserved()
    whole = _categories(lambda node, category: node in kept or _stays(outcomes, node, category))
    covered = {node for members in whole.values() for node in members}
    accepted = _categories(lambda node, _: outcomes.returns(node) is not None)
    parts = {c: m for c, m in accepted.items() if len((m & kept) - covered) > 1}
    late = {node for members in parts.values() for node in members & kept} - covered
    # A weak dtype that changes must come before the TypeVar or class that also takes it.
    yield from _grouped(outcomes, [node for node in WEAK if node not in covered & kept])
    yield from _variable_cases(outcomes, whole)
    others = _grouped(outcomes, [node for node in STRONG if node not in covered | late])
    rest = None if parts else _widest(outcomes, others)
    yield from (each for each in others if each != rest)
    yield array(Name(ABSTRACT)), outcomes.unknown
    yield from _variable_cases(outcomes, parts)
    if rest is not None:
        yield array(Name(WHATEVER)), rest[1]


def _categories(holds: Callable[[str, str], bool]) -> dict[str, set[str]]:
    """The widest categories in which all nodes have a property, with these nodes."""
    found: dict[str, set[str]] = {}
    for category in CATEGORIES[1:]:
        members = {node for node, dtype in NODES.items() if dtype.is_a(category)}
        known = any(members <= each for each in found.values())
        if not known and all(holds(node, category) for node in members):
            found[category] = members
    return found


def _stays(outcomes: Outcomes, node: str, category: str) -> bool:
    """Whether a node is weak, and its results are in the same category."""
    results = outcomes.result_classes(node) if NODES[node].weak else None
    return bool(results) and all(
        NODES[each].is_a(category) for each in results or () if each in NODES
    )


def _variable_cases(outcomes: Outcomes, categories: Iterable[str]) -> Iterator[Case]:
    for category in categories:
        own = array(Name(category_variable(category)))
        yield own, outcomes.kept(own)


def _grouped(outcomes: Outcomes, nodes: list[str]) -> list[Case]:
    groups: dict[Annotation, list[str]] = {}
    for node in nodes:
        returns = outcomes.returns(node)
        if returns is not None:
            groups.setdefault(returns, []).append(dtype_class(node))
    return [(array_of_classes(*classes), returns) for returns, classes in groups.items()]


def _widest(outcomes: Outcomes, cases: list[Case]) -> Case | None:
    """The case with the most dtypes, which need not be named if the case comes last.

    It is None if JAX refuses a dtype, or if there are few names to save.
    """
    refused = any(outcomes.returns(node) is None for node in NODES)
    widest = max(cases, key=lambda case: _count(case[0]), default=None)
    if refused or widest is None or _count(widest[0]) <= _MANY:
        return None
    return widest


def _count(operand: Annotation) -> int:
    """The number of dtypes in an annotation of an array."""
    dtype = dtype_of(operand)
    return 0 if dtype is None else len(members(dtype))


def numpy_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for a NumPy operand by its dtype, unless there would be too many."""
    groups: dict[Annotation, list[str]] = {}
    for name in NUMPY_NODES:
        returns = outcomes.returns(outcomes.semantics.canonical(name))
        if returns is not None:
            groups.setdefault(returns, []).append(name)
    if len(groups) > _MANY and outcomes.rule.dtype is None:
        return
    for returns, names in groups.items():
        yield numpy_operand(names), returns


def scalar_cases(outcomes: Outcomes) -> Iterator[Case]:
    """The overloads for Python scalars; for checkers a bool is an int, and an int is a float."""
    cases = [(name, outcomes.returns(name)) for name in PYTHON_SCALARS]
    for place, (name, returns) in enumerate(cases):
        following = cases[place + 1][1] if place + 1 < len(cases) else None
        if returns is not None and returns != following:
            yield python_scalar(name), returns
