"""Rules: the operands of a function, and a result for each case."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import field, fields, replace
from functools import lru_cache
from typing import Any, TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.core.versions import Minor
from promo_typing.rules.model.dtype_maps import TO_STRONG
from promo_typing.rules.model.expressions import After, Check, Expression, Join, Known, Map, Of
from promo_typing.rules.model.shapes import ArrayOf, Shape, expressions


@dataclass(frozen=True, slots=True)
class One:
    """An operand that is one array or scalar.

    Attributes:
        name: the parameter.
        absent: the node that takes part if the operand is omitted; None if no node does.
        given: whether the operand is always passed, even if operands before it are omitted.
    """

    name: str
    absent: str | None = None
    given: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """All further positional arguments: ``*args``."""

    name: str


@dataclass(frozen=True, slots=True)
class Rows:
    """An operand that is a sequence of arrays, or one array, whose rows are then the sequence."""

    name: str


@dataclass(frozen=True, slots=True)
class FirstItem:
    """An operand that is a tuple of which only the first item influences dtypes."""

    name: str


Operand: TypeAlias = One | Rest | Rows | FirstItem
Several: TypeAlias = Rest | Rows
"""Operands that may have any number of nodes."""


@dataclass(frozen=True, slots=True)
class Is:
    """An argument has this value, as a literal in the call."""

    parameter: str
    value: bool | int | str | None


@dataclass(frozen=True, slots=True)
class Given:
    """An argument is passed, and is not None.

    With ``beyond`` it is not a Python scalar of this type either: ``bins=10`` does not influence
    the dtype of a histogram, but an array of edges does.
    """

    parameter: str
    beyond: str | None = None


@dataclass(frozen=True, slots=True)
class Absent:
    """An argument is omitted, or None: the case for a signature without that parameter."""

    parameter: str


@dataclass(frozen=True, slots=True)
class Before:
    """The installed JAX is older than a minor version."""

    version: Minor


@dataclass(frozen=True, slots=True)
class PythonInt:
    """An operand is a Python int whose value influences the dtype."""

    operand: str


ArgumentCondition: TypeAlias = Is | Given | Absent
Condition: TypeAlias = ArgumentCondition | Before | PythonInt


class Truncation(enum.Enum):
    """The treatment of a requested 64-bit dtype if x64 is off."""

    CHECKED = "what the setting for explicit dtypes says"
    SILENT = "its 32-bit counterpart, as of what NumPy has made"
    NONE = "the dtype as it is asked for"


@dataclass(frozen=True, slots=True)
class DtypeParameter:
    """The parameter for the requested dtype, which decides if it is passed and not None."""

    name: str = "dtype"
    truncation: Truncation = Truncation.CHECKED


@dataclass(frozen=True, slots=True)
class Case:
    """The result of a function if all conditions hold.

    Attributes:
        result: the shape of the result, with an expression for each array.
        when: the conditions; a case without conditions always holds.
        requested: the expressions of the arrays if a dtype is requested; empty if none can be.
        keys: whether the operands may be typed PRNG keys: all of them, or none. Expressions that
            keep the dtype of the operands then keep the keys. Otherwise keys are unknown.
    """

    result: Shape
    when: tuple[Condition, ...] = ()
    requested: tuple[Expression, ...] = ()
    keys: bool = False

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """All expressions, including those for a requested dtype."""
        return (*expressions(self.result), *self.requested)


@dataclass(frozen=True, slots=True)
class Rule:
    """How the dtypes of a function's results follow from those of its operands.

    Attributes:
        operands: the parameters whose dtypes influence the results, in the order of the signature.
        cases: the first case whose conditions hold decides. The last case has no conditions.
        dtype: the parameter for the requested dtype, if the function has one.
    """

    operands: tuple[Operand, ...]
    cases: tuple[Case, ...]
    dtype: DtypeParameter | None = None
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __hash__(self) -> int:
        """Return the hash, which is computed once because rules are keys of caches."""
        if not self._hash:
            made = hash((self.operands, self.cases, self.dtype)) or 1
            object.__setattr__(self, "_hash", made)
        return self._hash

    @property
    def usual(self) -> Case:
        """The last case, which has no conditions."""
        return self.cases[-1]


def operands_in(expression: Any) -> Iterator[str]:
    """Yield the names of the operands in an expression, or in a container of expressions."""
    if isinstance(expression, Of):
        yield from expression.operands
    elif isinstance(expression, tuple):
        for each in expression:
            yield from operands_in(each)
    elif hasattr(expression, "__dataclass_fields__"):
        for each in fields(expression):
            yield from operands_in(getattr(expression, each.name))


def array_count(rule: Rule) -> int:
    """Return the number of arrays in the result; a container of unknown length counts as one."""
    return len(expressions(rule.usual.result))


@lru_cache(maxsize=1 << 12)
def keeps_apart(rule: Rule) -> bool:
    """Whether the results have the dtypes of different operands, as those of ``sort_key_val``."""
    sources = {frozenset(operands_in(_value(each))) for each in expressions(rule.usual.result)}
    return len(sources - {frozenset()}) > 1


def _value(expression: Expression) -> Expression:
    """The part of an expression that decides the dtype, without checks and conversions."""
    if isinstance(expression, After):
        return _value(expression.then)
    if isinstance(expression, Map | Check | Known):
        return _value(expression.part)
    return expression


@lru_cache(maxsize=1 << 6)
def joined_and_strong(rule: Rule) -> Rule:
    """Return the rule for an array of scalars, as ``jnp.array([x, y])``, which is never weak."""
    (operand,) = (each.name for each in rule.operands)
    joined = Map(TO_STRONG, Join(Of(operand)))
    return Rule((Rows(operand),), (replace(rule.usual, result=ArrayOf(joined)),), rule.dtype)
