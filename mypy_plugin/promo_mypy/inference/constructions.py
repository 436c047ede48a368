"""The values that a class's fields get: from constructors, assignments and defaults.

All places that may set a field are found by the names written there; see :mod:`mentions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from mypy.nodes import (
    ARG_POS,
    ARG_STAR,
    ARG_STAR2,
    ArgKind,
    AssignmentStmt,
    CallExpr,
    Decorator,
    Expression,
    ExpressionStmt,
    FuncDef,
    LambdaExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    PassStmt,
    ReturnStmt,
    Statement,
    SuperExpr,
    TempNode,
    TypeInfo,
)
from mypy.types import CallableType, Instance, TupleType, Type, UnboundType, get_proper_type

from promo_mypy.inference import reach
from promo_mypy.inference.families import DATACLASS, Family, methods_named
from promo_mypy.inference.mentions import AttributeSet, Called, Mentions
from promo_mypy.inference.names import name_of
from promo_mypy.inference.places import Place, Written

_SIMPLE: Final = (AssignmentStmt, FuncDef, Decorator, OverloadedFuncDef, ExpressionStmt, PassStmt)
FIELD: Final = frozenset({"field", "static_field", "Field"})
_DEFAULTS: Final = frozenset({"default", "default_factory"})
OF_FIELD: Final = frozenset(
    (
        *(*_DEFAULTS, "init", "repr", "hash", "compare", "metadata", "kw_only", "doc"),
        *("pytree_node", "static"),
    )
)
"""Arguments of ``field(...)`` that do not convert the value of the field."""

TypeOf: TypeAlias = Callable[[Written], Type | None]
KeywordsOf: TypeAlias = Callable[[Written], Mapping[str, Written | None] | None]
"""Tells the values in a dictionary that a call unpacks; None if it may have others.

A value is None if it is not known.
"""


class UnseenError(Exception):
    """A field may be set to a value that cannot be found."""


class Constructions:
    """Finds the values that the fields of a class get."""

    def __init__(
        self,
        info: TypeInfo,
        family: Family,
        mentions: Mentions,
        type_of: TypeOf,
        keywords: KeywordsOf = lambda _: None,
    ) -> None:
        """Use a class with its family, the uses of names, and functions that tell types and keys.

        Without ``keywords``, no key of an unpacked dictionary is known.
        """
        self._info = info
        self._family = family
        self._mentions = mentions
        self._type_of = type_of
        self._keywords = keywords

    def of(self, name: str) -> list[Written]:
        """Return all values that a field may get.

        Raises:
            UnseenError: some of them are not known.
        """
        if any(methods_named(self._family, name)):
            raise UnseenError
        assigned = self._mentions.attributes.get(name, ())
        return [
            *self._defaults(name),
            *(value for each in assigned for value in self._assigned(each)),
            *self._given(name),
        ]

    def assigned(self, name: str) -> list[Written]:
        """Return the assigned values of an attribute that has no default and is not a field.

        Neither class bodies nor constructor arguments set such an attribute, so there are no other
        values, however objects are made.

        Raises:
            UnseenError: the attribute is of another kind, or some values are not known.
        """
        is_set = any(methods_named(self._family, name)) or any(self._defaults(name))
        if is_set or self._is_declared(name) or self._mentions.is_open:
            raise UnseenError
        if any(map(self.may_set, self._mentions.anything)):
            raise UnseenError
        found = self._mentions.attributes.get(name, ())
        return [value for each in found for value in self._assigned(each)]

    def defaults(self, name: str) -> Sequence[Written]:
        """Return the values that the class bodies give to an attribute.

        Raises:
            UnseenError: some of them are not known.
        """
        return [*self._defaults(name)]

    def is_as_given(self, name: str, *, has_default: bool) -> bool:
        """Whether an attribute is a plain value: no method, and not converted.

        Args:
            name: the attribute.
            has_default: whether a default in a class body is allowed.
        """
        try:
            defaults = self.defaults(name)
        except UnseenError:
            return False
        return not any(methods_named(self._family, name)) and (has_default or not defaults)

    def _is_declared(self, name: str) -> bool:
        """Whether an attribute is a field that a generated constructor sets."""
        if written_constructor(self._info) is not None and len(self._family.classes) == 1:
            return False
        statements = (each for at, _ in self._family.definitions for each in at.defs.body)
        targets = (e for s in statements if isinstance(s, AssignmentStmt) for e in s.lvalues)
        return any(isinstance(each, NameExpr) and each.name == name for each in targets)

    def check(self) -> None:
        """Ensure that all uses of the class are known.

        Raises:
            UnseenError: the program may make objects, or set fields, in a way that is not seen.
        """
        mentions = self._mentions
        if mentions.is_open or mentions.escape(self._family.classes):
            raise UnseenError
        if self._family.is_pytree and mentions.is_rebuilt:
            raise UnseenError
        replaced = (mentions.attributes.get(name, ()) for name in reach.CONSTRUCTING)
        found = chain(mentions.anything, *replaced)
        if any(map(self.may_set, found)):
            raise UnseenError

    # -- defaults and assignments ------------------------------------------------------------

    def _defaults(self, name: str) -> Iterator[Written]:
        for definition, module in self._family.definitions:
            for statement in definition.defs.body:
                if not isinstance(statement, _SIMPLE):
                    raise UnseenError
                value = _value_of(statement, name)
                if value is not None:
                    yield from default_values(value, Place(module, None, definition))

    def _assigned(self, each: AttributeSet) -> Iterator[Written]:
        if self.may_set(each):
            if each.value is None:
                raise UnseenError
            yield each.value

    def may_set(self, each: AttributeSet) -> bool:
        """Whether an assignment may set an attribute of an object of the family."""
        may_have = each.method is None or self._may_have(each.method)
        return may_have and self.is_one(each.owner, each.place)

    def _may_have(self, method: str) -> bool:
        """Whether a class of the family may have a method, which a decorator may add."""
        return any(
            not definition.info
            or definition.info.get(method) is not None
            or any(self._adds_methods(each, module) for each in definition.decorators)
            for definition, module in self._family.definitions
        )

    def _adds_methods(self, decorator: Expression, module: MypyFile) -> bool:
        called = decorator.callee if isinstance(decorator, CallExpr) else decorator
        return self._mentions.names.of(called, module) != DATACLASS

    def is_one(self, owner: Expression, place: Place) -> bool:
        """Whether an expression may be an object or a class of the family."""
        if place.is_receiver(owner) and place.owner is not None:
            return self._family.has(self._mentions.name_around(place))
        if (named := self._named(owner, place)) is not None:
            return self._family.has(named)
        typ = self._type_of(Written(owner, place))
        proper = get_proper_type(typ) if typ is not None else None
        if isinstance(proper, TupleType):
            proper = proper.partial_fallback
        if not isinstance(proper, Instance) or proper.type.is_protocol:
            return True
        return self._family.holds(proper.type) or proper.type.fallback_to_any

    def _named(self, owner: Expression, place: Place) -> str | None:
        """The class of an object, judged by its source alone: mypy may not have analysed it yet."""
        name, names = "", self._mentions.names
        if isinstance(owner, CallExpr):
            name = names.of(owner.callee, place.module)
        elif isinstance(owner, NameExpr) and _is_class(owner):
            name = names.of(owner, place.module)
        elif isinstance(owner, NameExpr) and place.function is not None:
            for argument_ in place.function.arguments:
                annotation = argument_.type_annotation
                is_it = argument_.variable.name == owner.name and not argument_.kind.is_star()
                if is_it and isinstance(annotation, UnboundType):
                    name = names.written(annotation.name, place.module)
        return name if self._mentions.is_class(name) else None

    # -- constructors ------------------------------------------------------------------------

    def _given(self, name: str) -> Iterator[Written]:
        """The arguments of generated constructors for a field."""
        for class_name in sorted(self._family.relatives):
            signature = self._signature(class_name)
            if signature is not None and name in signature.arg_names:
                kinds, names = signature.arg_kinds, signature.arg_names
                for called in self._calls(class_name):
                    yield from argument(called, kinds, names, name, self._keywords)

    def _calls(self, class_name: str) -> Iterator[Called]:
        """The constructor calls that may set fields of an object of the family."""
        mentions = self._mentions
        if class_name in self._family.classes:
            yield from mentions.calls_of(class_name)
            for around in sorted(self._family.relatives):
                yield from mentions.made_within(around)
        yield from mentions.inits_of(class_name)

    def _signature(self, class_name: str) -> CallableType | None:
        """The type of the generated constructor of a class; None if it wrote its own."""
        found: CallableType | None = None
        for definition, _ in self._mentions.definitions(class_name):
            info = definition.info or (self._info if _adds_nothing(definition.defs.body) else None)
            if not info:
                if any(
                    isinstance(s, FuncDef) and s.name == "__init__" for s in definition.defs.body
                ):
                    continue
                raise UnseenError
            signature = constructor(info)
            if found is not None and signature is not None:
                raise UnseenError  # Two classes of one name.
            found = signature or found
        return found


def _is_class(name: NameExpr) -> bool:
    """Whether a name is that of a class; a capital decides if mypy has not analysed it yet."""
    return isinstance(name.node, TypeInfo) or (name.node is None and name.name[0].isupper())


def _adds_nothing(body: Sequence[Statement]) -> bool:
    """Whether a class body declares no fields and no ``__init__``, so that the base's holds."""
    return not any(
        isinstance(each, AssignmentStmt) or (isinstance(each, FuncDef) and each.name == "__init__")
        for each in body
    )


def constructor(info: TypeInfo) -> CallableType | None:
    """Return the type of a generated constructor that takes the fields; None if there is none."""
    is_tuple = info.tuple_type is not None
    symbol = info.get("__new__" if is_tuple else "__init__")
    if symbol is None or not isinstance(symbol.node, FuncDef):
        return None
    typ = get_proper_type(symbol.node.type)
    is_made = is_tuple or symbol.plugin_generated
    return typ if is_made and isinstance(typ, CallableType) else None


def written_constructor(info: TypeInfo) -> FuncDef | None:
    """Return the ``__init__`` that a class has or inherits; None if it is a generated one."""
    symbol = info.get("__init__")
    is_written = symbol is not None and not symbol.plugin_generated
    return symbol.node if symbol and is_written and isinstance(symbol.node, FuncDef) else None


def argument(
    called: Called,
    kinds: Sequence[ArgKind],
    names: Sequence[str | None],
    name: str,
    keywords: KeywordsOf,
) -> Iterator[Written]:
    """Yield the argument that a call gives to a method's parameter; nothing if it is left out.

    Raises:
        UnseenError: the call has ``*xs``, or ``**kw`` whose keys are not known.
    """
    call, place = called
    arguments = list(zip(call.arg_kinds, call.arg_names, call.args, strict=True))
    for _, given, value in arguments:
        if given == name:
            yield Written(value, place)
            return
    for kind, _, value in arguments:
        unpacked = keywords(Written(value, place)) if kind == ARG_STAR2 else {}
        if unpacked is None or kind == ARG_STAR:
            raise UnseenError
        if name in unpacked:
            if (found := unpacked[name]) is None:
                raise UnseenError
            yield found
            return
    positional = [value for kind, _, value in arguments if kind == ARG_POS]
    if name_of(call.callee) == "__init__" and not isinstance(call.callee, SuperExpr):
        positional = positional[1:]  # ``Base.__init__(self, ...)``
    at = names.index(name)
    if kinds[at].is_positional() and at - 1 < len(positional):
        yield Written(positional[at - 1], place)


def _value_of(statement: Statement, name: str) -> Expression | None:
    """The value that a statement of a class body assigns to a name."""
    if not isinstance(statement, AssignmentStmt) or isinstance(statement.rvalue, TempNode):
        return None
    for target in statement.lvalues:
        if not isinstance(target, NameExpr):
            raise UnseenError
        if target.name == name:
            return statement.rvalue
    return None


def default_values(value: Expression, place: Place) -> Iterator[Written]:
    """Yield the default of a field: ``w = 0``, ``field(default=0)`` or a ``default_factory``.

    Raises:
        UnseenError: the factory is not a simple lambda, or ``field`` has an unknown argument.
    """
    if not isinstance(value, CallExpr) or name_of(value.callee) not in FIELD:
        yield Written(value, place)
        return
    for name, given in zip(value.arg_names, value.args, strict=True):
        if name not in OF_FIELD:
            raise UnseenError
        if name == "default":
            yield Written(given, place)
        elif name == "default_factory":
            yield _made(given, place)


def _made(factory: Expression, place: Place) -> Written:
    match factory:
        case LambdaExpr(body=body) if isinstance(body.body[-1], ReturnStmt):
            returned = body.body[-1].expr
            if returned is not None and not factory.arguments:
                return Written(returned, place)
    raise UnseenError
