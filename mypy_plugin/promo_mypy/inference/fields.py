"""The dtypes of fields that are declared without one, from all values that they may get.

A value may depend on the field itself, as in ``p.replace(w=p.w * 2)``. So the fields of a class are
inferred in two steps. The values that do not depend on the field give a candidate for its type.
The others are then inferred on the assumption that the candidate is right, and compared with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeGuard

from mypy.checker import TypeChecker
from mypy.constant_fold import constant_fold_expr
from mypy.nodes import Expression, MemberExpr, NameExpr, StrExpr, TypeInfo, Var
from mypy.types import Instance, NoneType, Type, UnionType, get_proper_type

from promo_mypy.fullnames import NUMPY_ARRAY, NUMPY_GENERIC
from promo_mypy.inference.assumptions import Assumptions, FieldTypes, Remembered
from promo_mypy.inference.class_sources import is_no_class
from promo_mypy.inference.constructions import Constructions, UnseenError
from promo_mypy.inference.dictionaries import Dictionaries
from promo_mypy.inference.families import Family, family, methods_named
from promo_mypy.inference.field_values import FieldValues
from promo_mypy.inference.mentions import Called, Mentions
from promo_mypy.inference.places import Written
from promo_mypy.inference.program_classes import is_of_program
from promo_mypy.inference.rebuilds import Calls, keeps
from promo_mypy.inference.single_float import SingleFloat
from promo_mypy.inference.source_types import Asides, typed
from promo_mypy.types.bindings import Bindings, Number, is_of_module
from promo_mypy.types.classes import class_of
from promo_mypy.types.convert import array_instance, base_instance
from promo_mypy.types.python_numbers import are_numbers, is_number
from promo_mypy.types.pytrees import is_container, is_plain_dictionary, tells_dtypes
from promo_mypy.types.shapes import the_same, without_shapes
from promo_mypy.types.silence import is_silent
from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.core.stub_names import NODE_OF_CLASS, PRNG_KEY_CLASS

_MOST_VALUES: Final = 32
_FLOAT32: Final = "float32"
_UNFLATTEN: Final = "tree_unflatten"


class _Found(NamedTuple):
    """The candidate for the type of a field.

    Attributes:
        type: the type of all values that are not None.
        rest: the values that remain to be compared with it.
        may_be_none: whether the program also assigns None.
    """

    type: Type
    rest: Sequence[Written]
    may_be_none: bool

    @property
    def whole(self) -> Type:
        """The type of all values."""
        return UnionType([self.type, NoneType()]) if self.may_be_none else self.type


class Inferring(Asides, Calls, Protocol):
    """Infers the types of calls."""


class Fields:
    """Infers the types of the fields of a program's classes."""

    def __init__(
        self,
        values: FieldValues,
        assumptions: Assumptions,
        inferring: Inferring,
        bindings: Bindings,
        single_float: SingleFloat,
        dictionaries: Dictionaries,
        *,
        everywhere: bool,
    ) -> None:
        """Start without a class; without ``everywhere`` no field is known.

        Args:
            values: the values that the program gives to fields.
            assumptions: the assumptions about fields.
            inferring: infers the types of calls.
            bindings: the names that modules bind to one value.
            single_float: tells whether float32 is the program's only dtype of floats.
            dictionaries: tells which containers the program changes.
            everywhere: whether mypy has the function bodies of all modules.
        """
        self._everywhere = everywhere
        self._given: dict[tuple[TypeInfo, str], Sequence[Expression]] = {}
        self._is_asked = False
        self._inferring = inferring
        self._single_float = single_float
        self._dictionaries = dictionaries
        self._values = values
        self._assumptions = assumptions
        self._known = Remembered[FieldTypes](assumptions, {})
        self._types = Remembered[Sequence[Type]](assumptions, ())
        self._texts = Remembered[frozenset[str]](assumptions, frozenset())
        self._numbers = Remembered[frozenset[Number]](assumptions, frozenset())
        self._numbers_in_look = set[str]()
        self._bindings = bindings

    def of(self, info: TypeInfo, name: str, caller: TypeChecker) -> Type | None:
        """Return the type of a field of a class; None if its dtype is not known."""
        if not self._everywhere:
            return None
        assumed = self._assumptions.of(info.fullname)
        if assumed is None and is_of_program(info, caller.modules):
            assumed = self._known.of(info.fullname, {}, lambda: self._settled(info, caller))
        return assumed.get(name) if assumed is not None else None

    def known(self) -> Iterator[tuple[str, Type]]:
        """Yield the full names and types of the known fields, in classes that were asked for."""
        for class_name, types in self._known.results():
            for name, typ in types.items():
                yield f"{class_name}.{name}", typ

    def assuming(self, info: TypeInfo, types: FieldTypes) -> AbstractContextManager[None]:
        """Assume types for the fields of all objects of a class, while the block lasts."""
        return self._assumptions.assuming(info.fullname, types)

    def is_given_only(
        self,
        info: TypeInfo,
        name: str,
        values: Collection[Expression],
        typ: Type,
        caller: TypeChecker,
    ) -> bool:
        """Whether a field gets only these values in the program.

        The search checks functions with loops, which ask the same question again. A nested question
        is answered with no, and results that rest on such an answer are not remembered.

        Args:
            info: the class.
            name: the field.
            values: the only values that it may get.
            typ: their type, which JAX must keep if it rebuilds the objects.
            caller: the checker that asks.
        """
        if not self._everywhere or not is_of_program(info, caller.modules):
            return False
        if self._is_asked:
            self._assumptions.ask()
            return False
        self._is_asked = True
        try:
            return self._is_given_only(info, name, values, typ, caller)
        finally:
            self._is_asked = False

    def _is_given_only(
        self,
        info: TypeInfo,
        name: str,
        values: Collection[Expression],
        typ: Type,
        caller: TypeChecker,
    ) -> bool:
        mentions = self._values.mentions(caller)
        found = self._seen(info, name, caller)
        if found is None:
            return False
        try:
            given = [each.expression for each in self._of(info, found, caller).of(name)]
        except UnseenError:
            return False
        is_mapped = mentions.tree_maps or mentions.changes_integers or mentions.goes_to_libraries
        is_kept = not (found.is_pytree and is_mapped) or bool(self._kept([typ], caller))
        return is_kept and all(each in values for each in given)

    def is_pytree(self, info: TypeInfo, caller: TypeChecker) -> bool:
        """Whether a class of the program is a pytree, which JAX takes apart and rebuilds."""
        if not self._everywhere or not is_of_program(info, caller.modules):
            return False
        found = family(info, self._values.mentions(caller), caller.modules)
        return found is not None and found.is_pytree

    def texts(self, info: TypeInfo, name: str, caller: TypeChecker) -> frozenset[str]:
        """Return all strings that a field may be; empty if it may be anything else."""
        if not self._everywhere or not is_of_program(info, caller.modules):
            return frozenset()
        key = f"{info.fullname}.{name}"
        return self._texts.of(key, {}, lambda: self._found_texts(info, name, caller))

    def _found_texts(self, info: TypeInfo, name: str, caller: TypeChecker) -> frozenset[str]:
        found = self._seen(info, name, caller)
        is_mapped = self._values.mentions(caller).goes_to_libraries
        if found is None or (found.is_pytree and is_mapped):
            return frozenset()
        texts = [_text(each) for each in self._all_given(info, name, found, caller)]
        known = frozenset(each for each in texts if each is not None)
        return frozenset() if None in texts else known

    def types(self, info: TypeInfo, name: str, caller: TypeChecker) -> Sequence[Type]:
        """Return the types of all values of a field; empty if one of them is unknown."""
        key = f"{info.fullname}.{name}"
        is_known = self._everywhere and is_of_program(info, caller.modules)
        if not is_known or self._assumptions.of(key) is not None:
            return ()
        return self._types.of(key, {}, lambda: self._found_types(info, name, caller))

    def gets_other_than_class(self, info: TypeInfo, name: str, caller: TypeChecker) -> bool:
        """Whether a method of a class sets a field to what is surely no class, by its source."""
        return any(
            each.place.is_receiver(each.owner)
            and each.place.owner is not None
            and each.place.owner.info is info
            and each.value is not None
            and each.value.item is None
            and is_no_class(each.value.expression)
            for each in self._values.mentions(caller).attributes.get(name, ())
        )

    def _found_types(self, info: TypeInfo, name: str, caller: TypeChecker) -> Sequence[Type]:
        found = self._seen(info, name, caller)
        is_mapped = self._values.mentions(caller).goes_to_libraries
        if found is None or (found.is_pytree and is_mapped):
            return ()
        given = self._all_given(info, name, found, caller)
        types = [self._types_of(each, caller) for each in given]
        return [typ for each in types for typ in each] if all(types) else ()

    def _types_of(self, written: Written, caller: TypeChecker) -> Sequence[Type]:
        """The types that a value may have, also if it is another field; empty if one is unknown."""
        typ = self._values.type_of(written, caller)
        match written:
            case Written(expression=MemberExpr(expr=owner, name=name), item=None):
                around = self._values.type_of(Written(owner, written.place), caller)
                info = None if around is None else class_of(around)
                if info is not None and (typ is None or is_silent(typ)):
                    return self.types(info, name, caller)
        return () if typ is None else (typ,)

    def numbers(self, info: TypeInfo, name: str, caller: TypeChecker) -> frozenset[Number]:
        """Return all numbers that a field may be; empty if it may be anything else."""
        key = f"{info.fullname}.{name}"
        is_known = self._everywhere and is_of_program(info, caller.modules)
        if not is_known:
            return frozenset()
        if key in self._numbers_in_look:
            self._assumptions.ask()
            return frozenset()
        self._numbers_in_look.add(key)
        try:
            return self._numbers.of(key, {}, lambda: self._found_numbers(info, name, caller))
        finally:
            self._numbers_in_look.discard(key)

    def _found_numbers(self, info: TypeInfo, name: str, caller: TypeChecker) -> frozenset[Number]:
        found = self._seen(info, name, caller)
        mentions = self._values.mentions(caller)
        is_mapped = mentions.tree_maps or mentions.goes_to_libraries
        if found is None or (found.is_pytree and is_mapped):
            return frozenset()
        given = self._all_given(info, name, found, caller)
        numbers = [self._numbers_of(each, caller) for each in given]
        return frozenset() if frozenset() in numbers else frozenset().union(*numbers)

    def _numbers_of(self, written: Written, caller: TypeChecker) -> frozenset[Number]:
        """The numbers that a value may be: a written one, a global, or those of another field."""
        value = constant_fold_expr(written.expression, written.place.module.fullname)
        if written.item is None and isinstance(value, int | float) and not isinstance(value, bool):
            return frozenset({value})
        match written:
            case Written(expression=NameExpr(node=Var() as variable), item=None):
                module = written.place.module
                is_there = is_of_module(variable, module)
                known = self._bindings.number(variable.name, module) if is_there else None
                return frozenset() if known is None else frozenset({known})
            case Written(expression=MemberExpr(expr=owner, name=name), item=None):
                typ = self._values.type_of(Written(owner, written.place), caller)
                info = None if typ is None else class_of(typ)
                return frozenset() if info is None else self.numbers(info, name, caller)
        return frozenset()

    def given(self, info: TypeInfo, name: str, caller: TypeChecker) -> Sequence[Expression]:
        """Return all expressions that the program gives to a field; empty if some are unseen."""
        if not self._everywhere or not is_of_program(info, caller.modules):
            return []
        if (info, name) not in self._given:
            values = self._all_given(info, name, self._seen(info, name, caller), caller)
            is_whole = all(each.item is None for each in values)
            self._given[info, name] = [each.expression for each in values] if is_whole else []
        return self._given[info, name]

    def _all_given(
        self, info: TypeInfo, name: str, found: Family | None, caller: TypeChecker
    ) -> Sequence[Written]:
        """All values that the program gives to a field; empty if some are unseen."""
        if found is None:
            return []
        try:
            values = self._of(info, found, caller).of(name)
        except UnseenError:
            return []
        given = [each for value in values for each in self._values.handed_on(value, caller)]
        return given if len(given) <= _MOST_VALUES else []

    def are_never_assigned(self, info: TypeInfo, names: Iterable[str], caller: TypeChecker) -> bool:
        """Whether fields of these names are never assigned, in any object."""
        if not self._everywhere or not is_of_program(info, caller.modules):
            return False
        is_seen = all(self._seen(info, name, caller) is not None for name in names)
        return is_seen and self._values.mentions(caller).assigned.isdisjoint(names)

    def _seen(self, info: TypeInfo, name: str, caller: TypeChecker) -> Family | None:
        """The family of a class; None if something unseen may make its objects or set the field."""
        mentions = self._values.mentions(caller)
        found = None if mentions.is_open else family(info, mentions, caller.modules)
        if found is None or self._is_mentioned(info, found, name, caller):
            return None
        if (
            found.is_pytree
            and mentions.goes_to_libraries
            and not self._is_kept_by_libraries(found, caller)
        ):
            return None
        try:
            self._of(info, found, caller).check()
        except UnseenError:
            return None
        return found

    def _of(self, info: TypeInfo, found: Family, caller: TypeChecker) -> Constructions:
        mentions = self._values.mentions(caller)
        type_of = partial(self._values.type_of, caller=caller)
        keywords = partial(self._values.keywords, caller=caller)
        return Constructions(info, found, mentions, type_of, keywords)

    def _settled(self, info: TypeInfo, caller: TypeChecker) -> FieldTypes:
        found = self._seen(info, "", caller)
        if found is None:
            return {}
        constructions = self._of(info, found, caller)
        seeming = dict[str, _Found]()
        for name in _names(info, caller):
            each = self._seeming(name, constructions, caller)
            if each is None or (found.is_pytree and each.may_be_none):
                continue
            if not self._is_mentioned(info, found, name, caller):
                seeming[name] = each
        return self._compared(info, found, seeming, caller)

    def _seeming(
        self, name: str, constructions: Constructions, caller: TypeChecker
    ) -> _Found | None:
        """The candidate: the common type of the values that do not depend on the field."""
        try:
            values = constructions.of(name)
        except UnseenError:
            return None
        given = [each for value in values for each in self._values.handed_on(value, caller)]
        written = [each for each in given if not _is_none(each)]
        first: Type | None = None
        rest = list[Written]()
        for each in written[: _MOST_VALUES + 1]:
            asked = self._assumptions.asked
            typ = self._values.type_of(each, caller)
            is_known = _is_of_one_dtype(typ) or self._is_tree(name, typ, caller)
            if is_known and typ is not None and (same := the_same([first or typ, typ])):
                first = same
            elif is_known or self._assumptions.asked == asked:
                return None
            else:
                rest.append(each)
        if first is None or len(written) > _MOST_VALUES:
            return None
        known = without_shapes(first) if rest else first
        return _Found(known, rest, may_be_none=len(written) < len(given))

    def _is_tree(self, name: str, typ: Type | None, caller: TypeChecker) -> bool:
        """Whether a value is a container of arrays into which the program puts nothing else."""
        proper = None if typ is None else get_proper_type(typ)
        if proper is None or not (is_container(proper) or is_plain_dictionary(proper)):
            return False
        changes = self._dictionaries.changes(caller)
        is_kept = not (changes.may_fill(name) or changes.has_name(name) or changes.is_within(name))
        return is_kept and tells_dtypes(proper)

    def _compared(
        self, info: TypeInfo, found: Family, seeming: dict[str, _Found], caller: TypeChecker
    ) -> FieldTypes:
        """The candidates that hold together: wrong ones are removed until none is wrong."""
        while True:
            types = {name: each.whole for name, each in seeming.items()}
            with self._assumptions.assuming(info.fullname, types):
                leaves = dict.fromkeys(each.type for each in seeming.values())
                kept = self._kept(leaves, caller) if found.is_pytree else leaves
                wrong = [
                    name
                    for name, each in seeming.items()
                    if each.type not in kept or not self._is_right(each, caller)
                ]
            if not wrong:
                return types
            for name in wrong:
                del seeming[name]

    def _is_right(self, each: _Found, caller: TypeChecker) -> bool:
        return all(self._has(written, each.type, caller) for written in each.rest)

    def _has(self, written: Written, typ: Type, caller: TypeChecker) -> bool:
        """Whether a value has this type, or never exists because JAX raises an error."""
        found = self._values.type_of(written, caller)
        if found is not None and the_same([typ, found]) is not None:
            return True
        return self._values.is_refused(written, caller)

    def _kept(self, types: Iterable[Type], caller: TypeChecker) -> list[Type]:
        """The types of leaves that keep their dtype when JAX or a library rebuilds their pytree.

        To check the function around a ``jax.tree.map`` takes long, so all types are asked for there
        at once.
        """
        mentions = self._values.mentions(caller)
        kept = [each for each in types if _may_be_kept(each, mentions)]
        for mapped in mentions.tree_maps:
            kept = self._kept_by(mapped, kept, caller) if kept else []
        return kept

    def _is_kept_by_libraries(self, found: Family, caller: TypeChecker) -> bool:
        """Whether a library, such as an optimizer, can replace float32 only by float32.

        A class with its own ``tree_unflatten`` may do anything with the leaves. To check that
        method takes long, and seldom finds a dtype.
        """
        return self._single_float.of(caller) and not any(methods_named(found, _UNFLATTEN))

    def _kept_by(self, mapped: Called, types: list[Type], caller: TypeChecker) -> list[Type]:
        call, place = mapped.call, mapped.place
        function = typed(place.function, caller) if place.function is not None else None
        with self._values.types.inside(place, function, caller) as checker:
            is_stable = self._values.types.is_stable(place, call, caller)
            there = checker if is_stable else None
            return [each for each in types if keeps(call, each, self._inferring, there)]

    def _is_mentioned(self, info: TypeInfo, found: Family, name: str, caller: TypeChecker) -> bool:
        """Whether a file that is not checked may make such an object, or set the field."""
        path = caller.modules[info.module_name].path
        return self._values.neighbours(caller).mention(path, found.words, name)


def _may_be_kept(typ: Type, mentions: Mentions) -> bool:
    """Whether leaves of a type keep their dtype, apart from the program's own functions."""
    node = node_of(typ)
    is_array = node is not None and not (node in NODES and NODES[node].weak)
    is_float = node in NODES and NODES[node].is_a("floating")
    if not is_array or (mentions.changes_integers and not is_float):
        return False
    # A library keeps only float32 for certain: see `_is_kept_by_libraries`.
    return not mentions.goes_to_libraries or node == _FLOAT32


def _text(written: Written) -> str | None:
    """The string, if a value is written as one."""
    match written:
        case Written(expression=StrExpr(value=text), item=None):
            return text
    return None


def _names(info: TypeInfo, caller: TypeChecker) -> Sequence[str]:
    """The attributes of a class that are declared without a dtype, or as numbers."""
    names = dict[str, None]()
    for base in info.mro:
        if is_of_program(base, caller.modules):
            for name, symbol in base.names.items():
                node = symbol.node
                if isinstance(node, Var) and (node.type is None or _says_no_dtype(node.type)):
                    names[name] = None
    return [*names]


def _says_no_dtype(declared: Type) -> bool:
    """Whether the values of a field may tell more about a dtype than its declared type."""
    return is_silent(declared) or are_numbers(declared)


def node_of(typ: Type | None) -> str | None:
    """Return the dtype of an array type; None for other types, and for an unknown dtype."""
    array = array_instance(get_proper_type(typ)) if typ is not None else None
    dtype = get_proper_type(array.args[0]) if array is not None else None
    return _DTYPES.get(dtype.type.fullname) if isinstance(dtype, Instance) else None


_DTYPES: Final = {**NODE_OF_CLASS, PRNG_KEY_CLASS: PRNG_KEY}


def _is_none(written: Written) -> bool:
    """Whether None is written as a value."""
    expression = written.expression
    return isinstance(expression, NameExpr) and expression.name == "None" and written.item is None


def _is_of_one_dtype(typ: Type | None) -> TypeGuard[Type]:
    """Whether a type is an array of a known dtype, or a scalar of NumPy or Python."""
    return typ is not None and (node_of(typ) is not None or is_of_numpy(typ) or is_number(typ))


def is_of_numpy(typ: Type) -> bool:
    """Whether a type is an array or a scalar of NumPy, of a known dtype."""
    proper = get_proper_type(typ)
    bases = (base_instance(proper, NUMPY_ARRAY), base_instance(proper, NUMPY_GENERIC))
    return any(bases) and not is_silent(proper)
