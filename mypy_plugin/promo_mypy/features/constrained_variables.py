"""Calls of the program's functions whose type variables stand for one of several dtypes.

``D = TypeVar("D", jnp.float32, jnp.bfloat16)`` is one dtype in each call. mypy chooses one value of
``D`` for a call. For an argument that may be either dtype, it chooses the first value and refuses
the argument; for one of unknown dtype, it also chooses the first. So each value is tried here. The
result is the union over all values that fit the arguments, and unknown if an argument may have any
dtype.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from math import prod
from typing import Final, NamedTuple, TypeAlias

from mypy.argmap import map_actuals_to_formals
from mypy.checker import TypeChecker
from mypy.expandtype import expand_type
from mypy.nodes import CallExpr, Context, Expression, LambdaExpr, MypyFile
from mypy.plugin import FunctionContext, FunctionSigContext, MethodContext, MethodSigContext
from mypy.server.subexpr import get_subexpressions
from mypy.subtypes import is_same_type, is_subtype
from mypy.typeops import get_type_vars
from mypy.types import (
    AnyType,
    CallableType,
    FunctionLike,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    TypeType,
    TypeVarId,
    TypeVarLikeType,
    TypeVarType,
    UnionType,
    get_proper_type,
)

from promo_mypy.by_module import ByModule
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.expressions import alone
from promo_mypy.types.unions import union_of
from promo_typing.core.stub_names import NODE_OF_CLASS, SCALAR_TYPES_MODULE, SEVERAL

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_OF_SEVERAL: Final = f"{SCALAR_TYPES_MODULE}.{SEVERAL}"

_Context: TypeAlias = FunctionSigContext | MethodSigContext


def hook(
    look: Callable[[_Context], FunctionLike],
) -> Callable[[_Context], FunctionLike]:
    """Return a hook that applies ``look`` only to functions with such type variables."""

    def look_at_generic(ctx: _Context) -> FunctionLike:
        variables = ctx.default_signature.variables
        return look(ctx) if any(map(_is_of_dtypes, variables)) else ctx.default_signature

    return look_at_generic


def signature(session: Session, ctx: _Context) -> CallableType:
    """Return the signature of a function for the dtypes that the arguments may have."""
    if not isinstance(ctx.api, TypeChecker) or not isinstance(ctx.context, CallExpr):
        return ctx.default_signature
    given = [[*_given(each, ctx.context, ctx.api)] for each in ctx.args]
    return _chosen(ctx.default_signature, given)


def keeping(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``jax.vmap(f)`` and the like, without inference."""
    return called_at_once(ctx.default_return_type, ctx)


def called_at_once(made: Type, ctx: FunctionContext | MethodContext) -> Type:
    """Return the type of ``jax.vmap(f)`` for the arguments in ``jax.vmap(f)(x)``.

    mypy asks no plugin about a call of something that has no name.
    """
    typ, checker = get_proper_type(made), ctx.api
    if not isinstance(typ, CallableType) or not isinstance(checker, TypeChecker):
        return made
    if not any(map(_is_of_dtypes, typ.variables)):
        return made
    call = _CALLS_OF_CALLS.of(checker.tree).get(ctx.context)
    return made if call is None else _chosen(typ, _given_by_formal(typ, call, checker))


def _given_by_formal(
    called: CallableType, call: CallExpr, checker: TypeChecker
) -> list[list[Type]]:
    """The types of the arguments for each parameter, in a call that mypy has not checked yet."""
    places = map_actuals_to_formals(
        call.arg_kinds,
        call.arg_names,
        called.arg_kinds,
        called.arg_names,
        lambda number: alone(call.args[number], checker),
    )
    return [[*_given([call.args[n] for n in each], call, checker)] for each in places]


def _calls_of_calls(module: MypyFile) -> dict[Context, CallExpr]:
    """The calls ``f(x)(y)`` of a module, by the inner call ``f(x)``."""
    calls = (each for each in get_subexpressions(module) if isinstance(each, CallExpr))
    return {each.callee: each for each in calls if isinstance(each.callee, CallExpr)}


_CALLS_OF_CALLS: Final = ByModule(_calls_of_calls)


def _chosen(declared: CallableType, given: Sequence[Sequence[Type]]) -> CallableType:
    """The signature of a function for the types of the arguments of each parameter."""
    found = declared
    for variable in declared.variables:
        if isinstance(variable, TypeVarType) and _is_of_dtypes(variable):
            found = _Choice(found, variable, given).signature()
    return found


def _is_of_dtypes(variable: TypeVarLikeType) -> bool:
    """Whether a type variable has constraints, and some of these are dtypes or arrays."""
    values = variable.values if isinstance(variable, TypeVarType) else []
    return any(map(_is_dtype_or_array, map(get_proper_type, values)))


def _is_dtype_or_array(typ: ProperType) -> bool:
    if isinstance(typ, Instance) and typ.type.fullname in NODE_OF_CLASS:
        return True
    return array_instance(typ) is not None


def _given(arguments: Sequence[Expression], call: CallExpr, checker: TypeChecker) -> Iterator[Type]:
    """The types of arguments by themselves; for ``*xs`` the type of an item."""
    for each in arguments:
        # A lambda has no type by itself: its parameters get their types from the context.
        typ = _UNKNOWN if isinstance(each, LambdaExpr) else alone(each, checker)
        yield _item(typ) if _is_unpacked(each, call) else typ


def _is_unpacked(argument: Expression, call: CallExpr) -> bool:
    pairs = zip(call.args, call.arg_kinds, strict=True)
    return any(each is argument and kind.is_star() for each, kind in pairs)


def _item(typ: Type) -> Type:
    proper = get_proper_type(typ)
    if isinstance(proper, TupleType):
        return union_of(proper.items)
    return proper.args[-1] if isinstance(proper, Instance) and proper.args else _UNKNOWN


class _Place(NamedTuple):
    """A parameter whose type contains the type variable.

    Attributes:
        number: its position.
        formal: its declared type.
        given: the types of its arguments.
        members: for each argument, the types that it may be one of.
    """

    number: int
    formal: Type
    given: Sequence[Type]
    members: Sequence[Sequence[ProperType]]


class _Choice:
    """The values that a type variable may have in a call."""

    def __init__(
        self, declared: CallableType, variable: TypeVarType, given: Sequence[Sequence[Type]]
    ) -> None:
        self._declared = declared
        self._variable = variable
        self._others = {each.id: _UNKNOWN for each in declared.variables}
        pairs = zip(declared.arg_types, given, strict=False)
        self._places = [
            _Place(number, formal, types, [_members(each) for each in types])
            for number, (formal, types) in enumerate(pairs)
            if types and _mentions(formal, variable.id)
        ]

    def signature(self) -> CallableType:
        """The signature for all possible values; the declared one if all arguments are Any."""
        given = [each for place in self._places for each in place.given]
        if not given or all(isinstance(get_proper_type(each), AnyType) for each in given):
            return self._declared
        possible = self._possible()
        if not possible:
            result = self._of(self._declared.ret_type, _UNKNOWN)
            return self._declared.copy_modified(ret_type=result)
        is_told = bool(_arrays(given)) and not any(_holds(each, _is_unknown) for each in given)
        if len(possible) > 1 and not is_told:
            return self._with(possible, self._of(self._declared.ret_type, _UNKNOWN))
        results = (self._of(self._declared.ret_type, value) for value in possible)
        return self._with(possible, union_of(results))

    def _possible(self) -> list[Type]:
        """The values that fit all arguments; if two fit the same arguments, only the subtype."""
        fitting = {value: found for value in self._variable.values if (found := self._fit(value))}
        return [
            value
            for value, found in fitting.items()
            if not any(
                found <= more and is_subtype(other, value) and not is_same_type(other, value)
                for other, more in fitting.items()
            )
        ]

    def _fit(self, value: Type) -> frozenset[tuple[int, int, int]]:
        """The members of arguments that fit a value; empty if an argument cannot fit it.

        Each is given by the numbers of the parameter, the argument and the member.
        """
        found = set()
        for place in self._places:
            formal = expand_type(place.formal, {**self._others, self._variable.id: value})
            for number, members in enumerate(place.members):
                fitting = [one for one, each in enumerate(members) if is_subtype(each, formal)]
                if not fitting:
                    return frozenset()
                found |= {(place.number, number, one) for one in fitting}
        return frozenset(found)

    def _with(self, values: Sequence[Type], result: Type) -> CallableType:
        """The signature whose parameters accept the arguments for any of these values."""
        types = [*self._declared.arg_types]
        for place in self._places:
            types[place.number] = self._taken(place, values)
        return self._declared.copy_modified(arg_types=types, ret_type=result)

    def _taken(self, place: _Place, values: Sequence[Type]) -> Type:
        """The type of a parameter for any of these values, and the arguments that must be added.

        mypy would refuse a union as an argument although all arrays in it fit.
        """
        taken = union_of(self._of(place.formal, value) for value in values)
        others = [
            given
            for given, members in zip(place.given, place.members, strict=True)
            if not is_subtype(given, taken)
            and _arrays([given]) == _arrays(each for each in members if is_subtype(each, taken))
        ]
        return UnionType.make_union([taken, *others])

    def _of(self, typ: Type, value: Type) -> Type:
        return expand_type(typ, {self._variable.id: value})


_MOST_MEMBERS: Final = 64


def _members(typ: Type) -> list[ProperType]:
    """The types that a value may have: ``list[A | B]`` gives ``list[A]`` and ``list[B]``."""
    proper = get_proper_type(typ)
    match proper:
        case UnionType(items=items):
            return [member for each in items for member in _members(each)]
        case TupleType(items=items) if (found := _combined(items)) is not None:
            return [proper.copy_modified(items=[*each]) for each in found]
        case Instance(args=args) if args and (found := _combined(args)) is not None:
            return [proper.copy_modified(args=each) for each in found]
    return [proper]


def _combined(types: Sequence[Type]) -> list[tuple[ProperType, ...]] | None:
    """All combinations of the members of these types; None if there are too many."""
    members = [_members(each) for each in types]
    return [*product(*members)] if prod(map(len, members)) <= _MOST_MEMBERS else None


def _arrays(types: Iterable[Type]) -> set[ProperType]:
    parts = chain.from_iterable(_parts(get_proper_type(each)) for each in types)
    return {each for each in parts if _is_dtype_or_array(each)}


def _mentions(typ: Type, variable: TypeVarId) -> bool:
    return any(each.id == variable for each in get_type_vars(typ))


def _is_unknown(typ: ProperType) -> bool:
    """Whether a type stands for any dtype."""
    several = isinstance(typ, Instance) and typ.type.fullname == _OF_SEVERAL
    return several or isinstance(typ, AnyType)


def _holds(typ: Type, wanted: Callable[[ProperType], bool]) -> bool:
    return any(map(wanted, _parts(get_proper_type(typ))))


def _parts(typ: ProperType) -> Iterator[ProperType]:
    """A type and all types in it; for a class object the type of its instances."""
    yield typ
    inner: Sequence[Type] = ()
    match typ:
        case UnionType(items=items) | TupleType(items=items):
            inner = items
        case TypedDictType(items=fields):
            inner = [*fields.values()]
        case Instance(args=args):
            inner = args
        case TypeType(item=item):
            inner = [item]
        case CallableType() if typ.is_type_obj():
            inner = [Instance(typ.type_object(), [])]
        case CallableType(arg_types=types, ret_type=result):
            inner = [*types, result]
    for each in inner:
        yield from _parts(get_proper_type(each))
