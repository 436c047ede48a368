"""Attributes without an annotation that get arrays of other dtypes than their first value.

mypy expects all values to have the type of the first one; Python and JAX do not. Attributes with an
annotation are not looked at here: their annotation counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, dropwhile, islice
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import AssignmentStmt, ClassDef, Expression, NameExpr, TypeInfo, Var
from mypy.types import AnyType, Type, TypeOfAny

from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.mentions import AttributeSet
from promo_mypy.inference.owners import may_set
from promo_mypy.inference.places import Place, Written
from promo_mypy.inference.program_classes import is_of_program
from promo_mypy.inference.waiting import Standing
from promo_mypy.types.classes import are_related
from promo_mypy.types.differences import may_differ, says_dtypes
from promo_typing.core.module_names import closed

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_MOST_VALUES: Final = 32
_MOST_WITHIN: Final = 2
"""How many classes are inferred because of each other. The attributes of one more are unknown."""
_TRIES: Final = 12
"""How often a class is inferred again because mypy does not know all values yet."""


class _Resting(NamedTuple):
    """What was found for a class while others were being looked at.

    Attributes:
        attributes: the names of the attributes that get arrays of several dtypes.
        on: those that were assumed for the classes that were being looked at.
    """

    attributes: frozenset[str]
    on: Mapping[str, frozenset[str]]


class Reassigned:
    """Finds attributes that get arrays of several dtypes, in the program's classes."""

    def __init__(self, values: FieldValues, assumptions: Assumptions, *, everywhere: bool) -> None:
        """Start without a class; without ``everywhere`` no attribute is looked at.

        Args:
            values: the values that the program gives to attributes.
            assumptions: records uses of the assumption that mypy's type of an attribute holds.
            everywhere: whether mypy has the function bodies of all modules.
        """
        self._everywhere = everywhere
        self._values = values
        self._assumptions = assumptions
        self._known = Standing[frozenset[str]](assumptions.waiting)
        self._resting = Standing[_Resting](assumptions.waiting)
        self._found: dict[str, set[str]] = {}
        self._resting_on: dict[str, set[str]] = defaultdict(set)
        self._tries: dict[str, int] = defaultdict(int)
        self._changes = 0

    def has(self, info: TypeInfo, name: str, caller: TypeChecker) -> bool:
        """Whether an attribute of a class gets arrays of another dtype than mypy says."""
        variable = _inferred(info, name)
        if (
            not self._everywhere
            or variable is None
            or not is_of_program(variable.info, caller.modules)
        ):
            return False
        if variable.type is not None and not says_dtypes(variable.type):
            return False
        if info.fullname in self._found:
            self._rest_on(info.fullname)
            return name in self._found[info.fullname]
        known = self._remembered(info.fullname)
        if known is None and not self.may_get_others(info, name, caller):
            return False  # To infer the whole class takes long, and mypy may not know it yet.
        if known is None and len(self._found) >= _MOST_WITHIN:
            return True
        return name in (self._of(info, caller) if known is None else known)

    def may_get_others(self, info: TypeInfo, name: str, caller: TypeChecker) -> bool:
        """Return whether more than one value may be assigned to an attribute."""
        in_bodies, elsewhere = self._of_class, self._candidates
        found = chain(in_bodies(info, name, caller), elsewhere(info, name, caller))
        return len([*islice(found, 2)]) > 1

    def _rest_on(self, name: str) -> None:
        """Record that what is found within a class rests on what is assumed for it now."""
        self._assumptions.ask_of_attribute()
        for each in dropwhile(lambda around: around != name, self._found):
            if each != name:
                self._resting_on[each].add(name)

    def _remembered(self, name: str) -> Collection[str] | None:
        """What was found for a class, if all that it rests on is still the same."""
        known, resting = self._known.of(name), self._resting.of(name)
        if known is not None or resting is None:
            return known and known.value
        for each, attributes in resting.value.on.items():
            if self._now(each) != attributes:
                return None
        for each in self._found.keys() & resting.value.on.keys():
            self._rest_on(each)
        return resting.value.attributes

    def _now(self, name: str) -> Collection[str] | None:
        """What is assumed for a class, or known; None if it is neither."""
        if name in self._found:
            return self._found[name]
        known = self._known.of(name)
        return known and known.value

    def _of(self, info: TypeInfo, caller: TypeChecker) -> Collection[str]:
        """These attributes of a class, remembered once mypy knows all values."""
        name = info.fullname
        self._found[name] = set()
        with self._assumptions.waiting.apart():
            with self._assumptions.looking():
                self._look(info, self._found[name], caller)
            found = frozenset(self._found.pop(name))
            if on := self._resting_on.pop(name, ()):
                state = {each: frozenset(self._found[each]) for each in on}
                self._resting.keep(name, _Resting(found, state))
            else:
                self._keep(name, found)
        return found

    def _keep(self, name: str, found: frozenset[str]) -> None:
        self._tries[name] += 1
        self._known.keep(name, found)
        if self._tries[name] >= _TRIES:
            self._known.settle(name, found)

    def _look(self, info: TypeInfo, found: set[str], caller: TypeChecker) -> None:
        """Add the attributes to ``found`` until no more are found.

        A value may depend on another attribute, whose type is unknown once that is found.
        """
        names = [
            each
            for each in sorted(_names(info))
            if self._says_dtypes(info, each) and self.may_get_others(info, each, caller)
        ]
        is_new = True
        while is_new:
            new = {
                each for each in names if each not in found and self._gets_other(info, each, caller)
            }
            found |= new
            self._changes += 1
            is_new = bool(new)

    def _says_dtypes(self, info: TypeInfo, name: str) -> bool:
        """Whether mypy's type of an attribute tells a dtype, so that a value may differ from it."""
        variable = _inferred(info, name)
        if variable is None or variable.type is None:
            self._assumptions.waiting.for_types()
            return False
        return says_dtypes(variable.type)

    def _candidates(self, info: TypeInfo, name: str, caller: TypeChecker) -> Iterator[AttributeSet]:
        """The assignments to attributes of this name, except on ``self`` in unrelated classes."""
        for each in self._values.mentions(caller).attributes.get(name, ()):
            owner = each.place.owner if each.place.is_receiver(each.owner) else None
            if owner is None or not owner.info or are_related(owner.info, info):
                yield each

    def _gets_other(self, info: TypeInfo, name: str, caller: TypeChecker) -> bool:
        """Whether a value of an attribute may differ from mypy's type of it."""
        variable = _inferred(info, name)
        typ = _UNKNOWN if variable is None or variable.type is None else variable.type
        candidates = [*islice(self._candidates(info, name, caller), _MOST_VALUES + 1)]
        if len(candidates) > _MOST_VALUES:
            return True
        return any(
            may_differ(typ, self._type_of(each, caller))
            for each in self._of_class(info, name, caller)
        ) or any(
            may_differ(typ, self._type_of(each.value, caller))
            and may_set(each, info, lambda owner: self._type_of(owner, caller))
            for each in candidates
        )

    def _type_of(self, written: Written | None, caller: TypeChecker) -> Type:
        known = written and self._values.type_of(written, caller, under=self._changes)
        return known or _UNKNOWN

    def _of_class(self, info: TypeInfo, name: str, caller: TypeChecker) -> Iterator[Written]:
        """The values that the bodies of a class, its bases and its subclasses assign."""
        mentions = self._values.mentions(caller)
        names = closed([info.fullname], mentions.below).union(base.fullname for base in info.mro)
        found = (each for at in sorted(names) for each in mentions.definitions(at))
        for definition, module in found:
            if are_related(definition.info, info):
                for value in _values(definition, name):
                    yield Written(value, Place(module, None, definition))


def has_inferred_type(variable: Var) -> bool:
    """Whether a variable has no annotation, neither ``x: T`` nor ``self.x: T``."""
    return variable.is_inferred and not variable.explicit_self_type


def _inferred(info: TypeInfo, name: str) -> Var | None:
    """The variable of an attribute that has no annotation."""
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    is_inferred = isinstance(node, Var) and has_inferred_type(node) and not node.is_property
    return node if is_inferred and isinstance(node, Var) else None


def _names(info: TypeInfo) -> set[str]:
    """The attributes without an annotation of a class and its bases."""
    return {name for base in info.mro for name in base.names if _inferred(info, name) is not None}


def _values(definition: ClassDef, name: str) -> Iterator[Expression]:
    for statement in definition.defs.body:
        if isinstance(statement, AssignmentStmt) and statement.unanalyzed_type is None:
            targets = [each for each in statement.lvalues if isinstance(each, NameExpr)]
            if any(each.name == name for each in targets):
                yield statement.rvalue
