"""What a rule is: operands, and the cases in which what holds."""

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
    """An array or a scalar.

    Attributes:
        name: the parameter.
        absent: the node that counts if it is left out, if any does.
        given: whether it is certain not to be left out, as others in front of it may be.
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
    """A sequence of arrays, or one array, whose rows are then the sequence."""

    name: str


@dataclass(frozen=True, slots=True)
class FirstItem:
    """The first item of a tuple, whose other items have no influence on dtypes."""

    name: str


Operand: TypeAlias = One | Rest | Rows | FirstItem
Several: TypeAlias = Rest | Rows
"""Operands that may be of any number."""


@dataclass(frozen=True, slots=True)
class Is:
    """An argument has this value, which must be written in the call to be seen."""

    parameter: str
    value: bool | int | str | None


@dataclass(frozen=True, slots=True)
class Given:
    """An argument is given, and is not None.

    With ``beyond``, it is also not a Python scalar of this type: a number of bins says nothing of
    dtypes, their edges do.
    """

    parameter: str
    beyond: str | None = None


@dataclass(frozen=True, slots=True)
class Absent:
    """An argument is left out, or None: the case of a signature without that parameter."""

    parameter: str


@dataclass(frozen=True, slots=True)
class Before:
    """The installed JAX is older than a minor version."""

    version: Minor


@dataclass(frozen=True, slots=True)
class PythonInt:
    """An operand is a Python int, at whose value JAX looks."""

    operand: str


ArgumentCondition: TypeAlias = Is | Given | Absent
Condition: TypeAlias = ArgumentCondition | Before | PythonInt


class Truncation(enum.Enum):
    """What becomes of a requested dtype of 64 bits where x64 is off."""

    CHECKED = "what the setting for explicit dtypes says"
    SILENT = "its 32-bit counterpart, as of what NumPy has made"
    NONE = "the dtype as it is asked for"


@dataclass(frozen=True, slots=True)
class DtypeParameter:
    """The parameter that decides the dtype when it is given and not None."""

    name: str = "dtype"
    truncation: Truncation = Truncation.CHECKED


@dataclass(frozen=True, slots=True)
class Case:
    """What a function returns when all of some conditions hold.

    Attributes:
        result: what is returned, an expression for each array in it.
        when: the conditions; a case without any holds always.
        requested: the expressions of the arrays if a dtype is asked for; none if none can be.
        keys: whether the operands may be typed PRNG keys (all of them, or none). What keeps the
            operands' dtype then keeps the keys. Other cases say nothing of keys.
    """

    result: Shape
    when: tuple[Condition, ...] = ()
    requested: tuple[Expression, ...] = ()
    keys: bool = False

    @property
    def expressions(self) -> tuple[Expression, ...]:
        """All expressions, those for a requested dtype included."""
        return (*expressions(self.result), *self.requested)


@dataclass(frozen=True, slots=True)
class Rule:
    """How the dtypes of a function's results follow from those of its operands.

    Attributes:
        operands: the parameters whose dtypes take part, in the order of the signature.
        cases: the first whose conditions hold counts; the last one has none.
        dtype: the parameter for the requested dtype, if there is one.
    """

    operands: tuple[Operand, ...]
    cases: tuple[Case, ...]
    dtype: DtypeParameter | None = None
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __hash__(self) -> int:
        """Computed once: rules are keys of caches."""
        if not self._hash:
            made = hash((self.operands, self.cases, self.dtype)) or 1
            object.__setattr__(self, "_hash", made)
        return self._hash

    @property
    def usual(self) -> Case:
        """The case in which nothing special holds."""
        return self.cases[-1]


def operands_in(expression: Any) -> Iterator[str]:
    """The names of the operands that an expression, or anything that is made of some, refers to."""
    if isinstance(expression, Of):
        yield from expression.operands
    elif isinstance(expression, tuple):
        for each in expression:
            yield from operands_in(each)
    elif hasattr(expression, "__dataclass_fields__"):
        for each in fields(expression):
            yield from operands_in(getattr(expression, each.name))


def array_count(rule: Rule) -> int:
    """How many arrays the result has, those of unknown number as one."""
    return len(expressions(rule.usual.result))


@lru_cache(maxsize=1 << 12)
def keeps_apart(rule: Rule) -> bool:
    """Whether results are of different operands, as those of ``sort_key_val`` are."""
    sources = {frozenset(operands_in(_value(each))) for each in expressions(rule.usual.result)}
    return len(sources - {frozenset()}) > 1


def _value(expression: Expression) -> Expression:
    """What decides the dtype of a result, without what must only be accepted."""
    if isinstance(expression, After):
        return _value(expression.then)
    if isinstance(expression, Map | Check | Known):
        return _value(expression.part)
    return expression


@lru_cache(maxsize=1 << 6)
def joined_and_strong(rule: Rule) -> Rule:
    """The rule of an array that is made of any number of scalars, which is not weak."""
    (operand,) = (each.name for each in rule.operands)
    joined = Map(TO_STRONG, Join(Of(operand)))
    return Rule((Rows(operand),), (replace(rule.usual, result=ArrayOf(joined)),), rule.dtype)
