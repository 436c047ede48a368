"""The types of single objects, with the types of their own fields.

Two objects of one class may have fields of different dtypes. So the type of an object that the
program makes records the types of its fields. A field counts only if nothing but the constructor
sets it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Decorator, Expression, FuncDef, MypyFile, TypeInfo
from mypy.server.subexpr import get_subexpressions
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    NoneType,
    TupleType,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import FLAX_MODULE
from promo_mypy.inference import reach
from promo_mypy.inference.arguments import Argument, bound
from promo_mypy.inference.bodies import function_of
from promo_mypy.inference.constructions import (
    Constructions,
    constructor,
    written_constructor,
)
from promo_mypy.inference.dictionaries import Dictionaries
from promo_mypy.inference.families import Family, family
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.fields import is_of_numpy
from promo_mypy.inference.mentions import AttributeSet, Mentions
from promo_mypy.inference.new_containers import NewContainers
from promo_mypy.inference.places import Written
from promo_mypy.inference.program_classes import is_object, is_of_program
from promo_mypy.inference.values import Values
from promo_mypy.types.made import fields_of, is_made, with_fields, written_class
from promo_mypy.types.python_numbers import is_number
from promo_mypy.types.pytrees import has_dtype, is_dtype_class, is_plain_dictionary, is_plain_tuple
from promo_mypy.types.sameness import are_same

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_AFTER: Final = "__post_init__"
_KEEPING_FIELDS: Final = frozenset({f"{FLAX_MODULE}.{_AFTER}"})
"""Methods after a generated constructor that keep the dtypes in all fields."""


class Makings:
    """Finds the fields that only constructors set, and the types of objects with these fields."""

    def __init__(
        self,
        values: FieldValues,
        dictionaries: Dictionaries,
        functions: Values,
        *,
        everywhere: bool,
    ) -> None:
        """Start without a class; without ``everywhere`` no field is known.

        Args:
            values: the values that the program gives to attributes.
            dictionaries: tells which dictionaries the program changes.
            functions: marks the types of functions.
            everywhere: whether mypy has the function bodies of all modules.
        """
        self._everywhere = everywhere
        self._values = values
        self._dictionaries = dictionaries
        self._functions = functions
        self._new_containers = NewContainers()
        self._last_lines = ByModule(_last_line)
        self._known: dict[tuple[str, str], Mapping[str, Sequence[Expression]]] = {}

    def knows(self, info: TypeInfo, caller: TypeChecker) -> bool:
        """Whether the type of an object of a class can have types of fields."""
        return bool(self.set_by_constructor(info, caller))

    def may_look(self, call: Context, caller: TypeChecker) -> bool:
        """Whether it is time to check the function or module around a constructor call again.

        In a module this must be the last such call, because mypy does not know the variables after
        it yet.
        """
        return caller.scope.top_level_function() is not None or (
            call.line >= self._last_lines.of(caller.tree)
        )

    def default(self, info: TypeInfo, name: str, caller: TypeChecker) -> Type | None:
        """Return the type of a field's default, which holds if the constructor call leaves it out.

        The result is None if there is no default, more than one, or its type is unknown.
        """
        mentions = self._values.mentions(caller)
        found = family(info, mentions, caller.modules)
        if found is None:
            return None
        match _Class(info, found, mentions).defaults(name):
            case [only]:
                named = self._functions.named(only.expression, caller)
                return named or self._values.type_of(only, caller)
        return None

    def made(self, plain: Type, given: Mapping[str, Type], caller: TypeChecker) -> Type:
        """Return the type of an object with fields of these types.

        Args:
            plain: mypy's type of the object.
            given: the types of fields, by name; those that another place may set are left out.
            caller: the checker that is at the constructor call.
        """
        info = _class(plain)
        if info is None:
            return plain
        kept = self.set_by_constructor(info, caller)
        found = {
            name: self._dictionaries.unchanged(name, typ, caller)
            for name, typ in given.items()
            if name in kept
        }
        fields = {name: typ for name, typ in found.items() if self._tells(typ, caller)}
        return with_fields(plain, fields)

    def _tells(self, typ: Type, caller: TypeChecker) -> bool:
        """Whether the type of a value may tell more than the declared type of its field."""
        return tells(typ) or _is_from_program(typ, caller)

    def by_arguments(
        self,
        info: TypeInfo,
        signature: CallableType,
        given: Sequence[Argument],
        caller: TypeChecker,
    ) -> Type | None:
        """Return the type of an object that a generated constructor makes.

        The result is None if the arguments do not fit.

        Args:
            info: the class.
            signature: the type of the constructor.
            given: the arguments; the first stands for the object itself.
            caller: the checker that is at the call.
        """
        types = bound(signature.arg_kinds, signature.arg_names, given, caller)
        if types is None:
            return None
        kept, fields = self.set_by_constructor(info, caller), dict[str, Type]()
        for name, given_type in zip(signature.arg_names, types, strict=True):
            if name in kept and name is not None:
                found = given_type or self.default(info, name, caller)
                fields.update({name: found} if found is not None else {})
        return self.made(given[0].type, fields, caller)

    def by_body(
        self,
        signature: CallableType,
        types: Mapping[Expression, Type],
        caller: TypeChecker,
        marked: Callable[[Expression, Type, TypeChecker], Type],
    ) -> Type:
        """Return the type of an object that a written ``__init__`` makes, from its checked body.

        Args:
            signature: the type of the ``__init__`` in one call.
            types: the types of the expressions in its body, in that call.
            caller: the checker that checked the body.
            marked: gives the type of a value of which mypy's type is known; if the value is a
                function, the type leads back to its definition.
        """
        plain = signature.arg_types[0] if signature.arg_types else _UNKNOWN
        proper = get_proper_type(plain)
        if not isinstance(proper, Instance):
            return _UNKNOWN
        sets = self.set_by_constructor(proper.type, caller)

        def of(value: Expression) -> Type | None:
            return marked(value, types[value], caller) if value in types else None

        agreed = ((name, _agreed(map(of, values))) for name, values in sets.items())
        fields = {name: typ for name, typ in agreed if typ is not None}
        made = self.made(plain, fields, caller)
        return with_fields(made, {**fields_of(made), **self._containers(sets, types, caller)})

    def _containers(
        self,
        sets: Mapping[str, Sequence[Expression]],
        types: Mapping[Expression, Type],
        caller: TypeChecker,
    ) -> Mapping[str, Type]:
        """The types of fields that hold a list or dictionary made in the constructor."""
        changes = self._dictionaries.changes(caller)
        found = {
            name: self._new_containers.type_of(values[0], types, caller)
            for name, values in sets.items()
            if len(values) == 1 and not changes.may_fill(name)
        }
        return {name: typ for name, typ in found.items() if typ is not None}

    def set_by_constructor(
        self, info: TypeInfo, caller: TypeChecker
    ) -> Mapping[str, Sequence[Expression]]:
        """Return the fields that only the constructor sets, with the expressions assigned to each.

        The expressions are those in a written ``__init__``. A generated constructor has none.
        """
        info = written_class(info)
        # The made-up class of a single object has no type arguments.
        is_plain = is_of_program(info, caller.modules) and not info.type_vars
        if not self._everywhere or not is_plain:
            return {}
        key = (info.fullname, caller.tree.fullname)
        if key not in self._known:
            self._known[key] = dict(self._found(info, caller))
        return self._known[key]

    def _found(
        self, info: TypeInfo, caller: TypeChecker
    ) -> Iterator[tuple[str, Sequence[Expression]]]:
        mentions = self._values.mentions(caller)
        found = None if mentions.is_open else family(info, mentions, caller.modules)
        after = info.get(_AFTER)
        if found is None or (after is not None and after.fullname not in _KEEPING_FIELDS):
            return
        at = _Class(info, found, mentions)
        made = constructor(info)
        written = written_constructor(info) if made is None else None
        if at.is_changed() or (written is None and made is None):
            return
        names: Iterable[str | None] = made.arg_names[1:] if made is not None else ()
        if written is not None:
            names = [
                name for name, sets in mentions.attributes.items() if at.is_set_in(written, sets)
            ]
        path = caller.modules[info.module_name].path
        beside = self._values.neighbours(caller)
        for name in filter(None, names):
            values = at.values(name, written)
            if values is not None and (at.is_fixed or not beside.mention(path, (), name)):
                yield name, values


def _agreed(types: Iterable[Type | None]) -> Type | None:
    """The common type; None if two types differ, or one is unknown."""
    first, *others = [*types] or [None]
    if first is None or any(each is None or not are_same(each, first) for each in others):
        return None
    return first


def _last_line(module: MypyFile) -> int:
    """The last line, outside of functions, in which a module calls a class."""
    function = function_of(module)
    calls = (each for each in get_subexpressions(function) if isinstance(each, CallExpr))
    nodes = ((each.line, getattr(each.callee, "node", None)) for each in calls)
    return max((line for line, node in nodes if isinstance(node, TypeInfo)), default=0)


class _Class:
    """A class, with the ways in which the program sets fields of its objects."""

    def __init__(self, info: TypeInfo, found: Family, mentions: Mentions) -> None:
        self._found = found
        self._mentions = mentions
        self._constructions = Constructions(info, found, mentions, lambda _: None)
        dataclass = info.metadata.get("dataclass", {})
        self.is_fixed = info.tuple_type is not None or bool(dataclass.get("frozen"))

    def is_changed(self) -> bool:
        """Whether any field may be set by an unknown name, or the constructor be replaced."""
        replaced = (self._mentions.attributes.get(name, ()) for name in reach.CONSTRUCTING)
        sets = [*self._mentions.anything, *(each for found in replaced for each in found)]
        return any(map(self._constructions.may_set, sets))

    def is_set_in(self, written: FuncDef, sets: Iterable[AttributeSet]) -> bool:
        """Whether a constructor sets an attribute."""
        return any(each.place.function is written for each in sets)

    def defaults(self, name: str) -> Sequence[Written]:
        """The values that the class bodies give to a field."""
        return self._constructions.defaults(name)

    def values(self, name: str, written: FuncDef | None) -> Sequence[Expression] | None:
        """The values that a constructor assigns to a field; None if anything else may set it."""
        if not self._constructions.is_as_given(name, has_default=written is None):
            return None
        if written is None:
            return None if name in self._mentions.assigned and not self.is_fixed else ()
        values = list[Expression]()
        for each in self._mentions.attributes.get(name, ()):
            if each.place.function is written and each.place.is_receiver(each.owner):
                if each.value is None or each.value.item is not None or each.place.in_lambda:
                    return None
                values.append(each.value.expression)
            elif self._constructions.may_set(each):
                return None
        return values


def tells(typ: Type) -> bool:
    """Whether the type of a value may tell more about dtypes than the declared type of a field."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        items = [each for each in proper.items if not isinstance(get_proper_type(each), NoneType)]
        return all(map(tells, items))
    if is_plain_tuple(proper):
        # In a field, mypy keeps no types for the single items of a tuple of numbers.
        return bool(proper.items) and all(tells(each) or is_number(each) for each in proper.items)
    if is_plain_dictionary(proper):
        return any(map(tells, proper.items.values()))
    if isinstance(proper, CallableType):
        return is_dtype_class(proper)
    return has_dtype(proper) or is_of_numpy(proper) or is_made(proper)


def _is_from_program(typ: Type, caller: TypeChecker) -> bool:
    """Whether a type is a class, a function of the program, or an object of one of its classes."""
    proper = get_proper_type(typ)
    if isinstance(proper, CallableType):
        return proper.is_type_obj() or isinstance(proper.definition, FuncDef | Decorator)
    return is_object(proper, caller.modules)


def _class(plain: Type) -> TypeInfo | None:
    proper = get_proper_type(plain)
    if isinstance(proper, TupleType):
        proper = proper.partial_fallback
    return proper.type if isinstance(proper, Instance) else None
