"""The types of single objects: of fields that keep what the constructor was given.

An object that is made in the program is known with the types of its own fields: two objects of one
class may have other dtypes. A field counts only if nothing sets it after the object is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Decorator, Expression, FuncDef, MypyFile, TypeInfo
from mypy.server.subexpr import get_subexpressions
from mypy.subtypes import is_same_type
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
from promo_mypy.types.made import fields_of, is_made, with_fields, written_class
from promo_mypy.types.python_numbers import is_number
from promo_mypy.types.pytrees import has_dtype, is_plain_dictionary, is_plain_tuple

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_AFTER: Final = "__post_init__"


class Makings:
    """Finds the fields of a program's classes that keep what the constructor was given."""

    def __init__(
        self, values: FieldValues, dictionaries: Dictionaries, *, everywhere: bool
    ) -> None:
        """Start without a class; without ``everywhere`` nothing is known of any.

        Args:
            values: what the program gives to attributes.
            dictionaries: those of the program, some of which it changes.
            everywhere: whether functions of other modules have bodies, too.
        """
        self._everywhere = everywhere
        self._values = values
        self._dictionaries = dictionaries
        self._new_containers = NewContainers()
        self._last_lines = ByModule(_last_line)
        self._known: dict[tuple[str, str], Mapping[str, Sequence[Expression]]] = {}

    def knows(self, info: TypeInfo, caller: TypeChecker) -> bool:
        """Whether the types of some fields of a class can be known for single objects."""
        return bool(self.set_by_constructor(info, caller))

    def may_look(self, call: Context, caller: TypeChecker) -> bool:
        """Whether mypy knows enough to check the function or module around a call of a class again.

        Outside of functions it has to be the last such call: before that mypy knows no variable.
        """
        return caller.scope.top_level_function() is not None or (
            call.line >= self._last_lines.of(caller.tree)
        )

    def default(self, info: TypeInfo, name: str, caller: TypeChecker) -> Type | None:
        """Return the type of a field that a generated constructor is not given."""
        mentions = self._values.mentions(caller)
        found = family(info, mentions, caller.modules)
        if found is None:
            return None
        match _Class(info, found, mentions).defaults(name):
            case [only]:
                return self._values.type_of(only, caller)
        return None

    def made(self, plain: Type, given: Mapping[str, Type], caller: TypeChecker) -> Type:
        """Return the type of an object with fields of these types."""
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
        """Whether a type tells more of an object than the type of its field may."""
        return tells(typ) or _is_from_program(typ, caller)

    def by_arguments(
        self,
        info: TypeInfo,
        signature: CallableType,
        given: Sequence[Argument],
        caller: TypeChecker,
    ) -> Type | None:
        """Return the type of an object whose constructor sets each field to what it is given.

        None if it cannot be called with these arguments, the first of which stands for the object.
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
        self, signature: CallableType, types: Mapping[Expression, Type], caller: TypeChecker
    ) -> Type:
        """Return the type of an object whose fields a constructor in the program has set.

        Args:
            signature: that of the constructor, for one call.
            types: those of the expressions in its body then.
            caller: what checked the body.
        """
        plain = signature.arg_types[0] if signature.arg_types else _UNKNOWN
        proper = get_proper_type(plain)
        if not isinstance(proper, Instance):
            return _UNKNOWN
        sets = self.set_by_constructor(proper.type, caller)
        agreed = (
            (name, _agreed(types.get(each) for each in values)) for name, values in sets.items()
        )
        fields = {name: typ for name, typ in agreed if typ is not None}
        made = self.made(plain, fields, caller)
        return with_fields(made, {**fields_of(made), **self._containers(sets, types, caller)})

    def _containers(
        self,
        sets: Mapping[str, Sequence[Expression]],
        types: Mapping[Expression, Type],
        caller: TypeChecker,
    ) -> Mapping[str, Type]:
        """The types of fields with lists and dictionaries that are made in the constructor."""
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
        """Return the fields that only the constructor sets, with their values.

        Beside each stand the values that a constructor of the program assigns to it; of one that
        mypy makes of the fields, none.
        """
        info = written_class(info)
        if not self._everywhere or not is_of_program(info, caller.modules):
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
        if found is None or info.get(_AFTER) is not None:
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
    """The type that all of some are; None if they differ or one is unknown."""
    first, *others = [*types] or [None]
    if first is None or any(each is None or not is_same_type(each, first) for each in others):
        return None
    return first


def _last_line(module: MypyFile) -> int:
    """The last line in which a module itself calls a class."""
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
        """Whether any field may be set elsewhere, or the constructor replaced."""
        replaced = (self._mentions.attributes.get(name, ()) for name in reach.CONSTRUCTING)
        sets = [*self._mentions.anything, *(each for found in replaced for each in found)]
        return any(self._constructions.is_one(each.owner, each.place) for each in sets)

    def is_set_in(self, written: FuncDef, sets: Iterable[AttributeSet]) -> bool:
        """Whether a constructor sets an attribute."""
        return any(each.place.function is written for each in sets)

    def defaults(self, name: str) -> Sequence[Written]:
        """What the bodies of the classes give to a field."""
        return self._constructions.defaults(name)

    def values(self, name: str, written: FuncDef | None) -> Sequence[Expression] | None:
        """What a constructor assigns to a field; None if something else may set it."""
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
            elif self._constructions.is_one(each.owner, each.place):
                return None
        return values


def tells(typ: Type) -> bool:
    """Whether a type may tell more of an object than the type of its field."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        items = [each for each in proper.items if not isinstance(get_proper_type(each), NoneType)]
        return all(map(tells, items))
    if is_plain_tuple(proper):
        # mypy forgets the items of a tuple of numbers once it is stored in a field.
        return bool(proper.items) and all(tells(each) or is_number(each) for each in proper.items)
    if is_plain_dictionary(proper):
        return any(map(tells, proper.items.values()))
    if isinstance(proper, CallableType):
        # A dtype such as jnp.float32, which to mypy is a class that makes arrays.
        return proper.is_type_obj() and has_dtype(get_proper_type(proper.ret_type))
    return has_dtype(proper) or is_of_numpy(proper) or is_made(proper)


def _is_from_program(typ: Type, caller: TypeChecker) -> bool:
    """Whether it is a function of the program, or an object of one of its classes."""
    proper = get_proper_type(typ)
    if isinstance(proper, CallableType):
        return isinstance(proper.definition, FuncDef | Decorator)
    return is_object(proper, caller.modules)


def _class(plain: Type) -> TypeInfo | None:
    proper = get_proper_type(plain)
    if isinstance(proper, TupleType):
        proper = proper.partial_fallback
    return proper.type if isinstance(proper, Instance) else None
