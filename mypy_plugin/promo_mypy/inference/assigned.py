"""Finds the values that a program assigns to variables and attributes.

The type of an object other than an array may say too little: ``nn.Dense`` does not tell the dtype
that the layer was made with, and if a variable gets several objects, mypy joins their types. So the
plugin looks at the expression that made the object, provided that there is only one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Expression,
    ForStmt,
    MypyFile,
    NameExpr,
    TupleExpr,
    TypeInfo,
    Var,
)
from mypy.types import Type

from promo_mypy.by_module import ByModule
from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.constructions import Constructions, UnseenError
from promo_mypy.inference.dictionaries import Assignments, Value
from promo_mypy.inference.families import family
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.filled import filled
from promo_mypy.inference.mentions import AttributeSet
from promo_mypy.inference.places import Place, Places, Written
from promo_mypy.inference.source_types import typed
from promo_mypy.statements import statements
from promo_mypy.types.classes import are_related

_IS_LEAF: Final = "is_leaf"


class Assigned:
    """Finds assigned values, and their types."""

    def __init__(self, values: FieldValues, assumptions: Assumptions) -> None:
        """Use the values of attributes, and the assumptions about them."""
        self._values = values
        self._assumptions = assumptions
        self._assignments = ByModule(Assignments)
        self._loops = ByModule(_loops)
        self._places = ByModule(_places)
        self._filled = ByModule(lambda module: filled(module.defs))
        self._is_looking = False

    def to_variable(self, variable: Var, module: MypyFile) -> Value | None:
        """Return the value that a variable gets in its module; None unless there is just one."""
        match self._assignments.of(module).values.get(variable, ()):
            case [only]:
                return only
        return None

    def all_to_variable(self, variable: Var, module: MypyFile) -> Sequence[Value | None]:
        """Return all values that a variable gets in its module; None for an unknown value."""
        return self._assignments.of(module).values.get(variable, ())

    def iterated(self, variable: Var, module: MypyFile) -> Expression | None:
        """Return the iterable of the loop that binds a variable, if nothing else binds it.

        For ``x`` in ``for i, x in enumerate(xs)`` it is ``xs``.
        """
        match self.all_iterated(variable, module):
            case [only]:
                return only
        return None

    def all_iterated(self, variable: Var, module: MypyFile) -> Sequence[Expression]:
        """Return the iterables of all loops that bind a variable; empty if anything else does."""
        bindings = self._assignments.of(module).values.get(variable, ())
        found = self._loops.of(module).get(variable, ())
        return found if len(found) == len(bindings) else ()

    def put_in(self, container: Written) -> Sequence[Written]:
        """Return the values that statements put into an empty list right after it is made."""
        fillings = self._filled.of(container.place.module).get(container.expression, ())
        return [Written(each.value, container.place) for each in fillings]

    def to_attribute(
        self, info: TypeInfo, name: str, bases: tuple[str, ...], caller: TypeChecker
    ) -> Sequence[Written]:
        """Return the values that methods of a class assign to an attribute.

        The result is empty if some of the values may be unknown.

        Args:
            info: the class.
            name: the attribute.
            bases: prefixes of the full names of library classes that never set the attribute.
            caller: the checker that asks.
        """
        mentions = self._values.mentions(caller)
        found = family(info, mentions, caller.modules, bases)
        if found is None:
            return ()
        constructions = Constructions(
            info, found, mentions, lambda each: self.type_of(each, caller)
        )
        try:
            return constructions.assigned(name)
        except UnseenError:
            return ()

    def anywhere_to_attribute(
        self, name: str, info: TypeInfo | None, caller: TypeChecker
    ) -> Sequence[Expression | None]:
        """Return all values that the program gives to an attribute; None for an unknown value.

        Assignments to ``self`` in methods of unrelated classes are left out.
        """
        sets = self._values.mentions(caller).attributes.get(name, ())
        return [
            each.value.expression if each.value is not None and each.value.item is None else None
            for each in sets
            if not _is_of_other_class(each, info)
        ]

    def type_of(
        self, written: Written, caller: TypeChecker, receiver: Type | None = None
    ) -> Type | None:
        """Return the type of an expression at its place; None if unknown, perhaps only for now.

        Args:
            written: the expression.
            caller: the checker that asks.
            receiver: the type of ``self`` there; None for that of any object of the class.
        """
        function = written.place.function
        if receiver is None or function is None:
            return self._values.type_of(written, caller)
        return self._values.types.of(written, typed(function, caller, receiver), caller)

    def type_in_module(
        self, expression: Expression, module: MypyFile, caller: TypeChecker
    ) -> Type | None:
        """Return the type of an expression of a module; None if unknown, perhaps only for now.

        A nested question gets None, because the answer might depend on itself.
        """
        if self._is_looking:
            self._assumptions.ask()
            return None
        place = self.place_of(expression, module)
        if place is None:
            return None
        self._is_looking = True
        try:
            return self.type_of(Written(expression, place), caller)
        finally:
            self._is_looking = False

    def place_of(self, expression: Expression, module: MypyFile) -> Place | None:
        """Return the place of an expression of a module; None for an expression of another one."""
        return self._places.of(module).get(expression)

    def is_called(self, names: Collection[str], caller: TypeChecker) -> bool:
        """Whether the program uses a function of one of these names."""
        return self._values.mentions(caller).is_called(names)

    def is_only_called(self, info: TypeInfo, caller: TypeChecker) -> bool:
        """Whether the program uses a class of a library only to make objects of that class."""
        return self._values.mentions(caller).is_only_called(info.name)

    def is_set_on_others(self, names: Iterable[str], caller: TypeChecker) -> bool:
        """Whether one of these attributes is assigned to an object other than ``self``."""
        attributes = self._values.mentions(caller).attributes
        sets = (each for name in names for each in attributes.get(name, ()))
        return any(not each.place.is_receiver(each.owner) for each in sets)

    def replaces_parts(self, caller: TypeChecker) -> bool:
        """Whether the program uses ``is_leaf``: ``jax.tree.map`` may then replace whole objects."""
        maps = self._values.mentions(caller).tree_maps
        return any(_IS_LEAF in each.call.arg_names for each in maps)


def _is_of_other_class(given: AttributeSet, info: TypeInfo | None) -> bool:
    owner = given.place.owner if given.place.is_receiver(given.owner) else None
    return owner is not None and info is not None and not are_related(owner.info, info)


def _places(module: MypyFile) -> dict[Expression, Place]:
    return dict(Places(module).expressions)


def _loops(module: MypyFile) -> dict[Var, list[Expression]]:
    """The iterables of the loops of a module, by the variables that they bind."""
    found = defaultdict[Var, list[Expression]](list)
    for each in statements(module.defs):
        match each.statement:
            case ForStmt(index=NameExpr(node=Var() as variable), expr=iterated):
                found[variable].append(iterated)
            case ForStmt(
                index=TupleExpr(items=[_, NameExpr(node=Var() as variable)]),
                expr=CallExpr(callee=NameExpr(name="enumerate"), args=[iterated]),
            ):
                found[variable].append(iterated)
    return found
