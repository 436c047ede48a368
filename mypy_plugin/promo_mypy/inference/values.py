"""Functions as values: what mypy's type of a function says besides about where it comes from.

mypy keeps the definition of a function with its type. A function that was made of another one, by
``jax.jit`` or ``functools.partial``, gets a definition that stands for nothing but this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from mypy.nodes import (
    ARG_STAR,
    ARG_STAR2,
    Block,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    RefExpr,
    SymbolNode,
    TempNode,
    Var,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, get_proper_type

from promo_mypy.inference.arguments import Argument
from promo_typing.core.dataclass import dataclass

_ANY: Final = AnyType(TypeOfAny.special_form)
CALL: Final = "promo_typing.function()"
"""How mypy calls a function that was made of another one; it asks the plugin by this name."""


@dataclass(frozen=True, slots=True, eq=False)
class Defined:
    """A function of the program, or a lambda.

    ``captured`` are the types that variables of functions around it had when it was returned; None
    where these functions are still being checked.
    """

    function: FuncItem
    captured: Mapping[Var, Type] | None = None

    @property
    def is_bound(self) -> bool:
        """Whether a method has got what it is called on already."""
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A function some of whose arguments are given: ``functools.partial(f, x)``."""

    function: CallableType
    given: Sequence[Argument]

    @property
    def is_bound(self) -> bool:
        """Whether a method has got what it is called on already."""
        return self.function.is_bound


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A function of JAX some of whose arguments are given: ``functools.partial(jnp.sum, axis=0)``.

    ``function`` is the expression that names it.
    """

    function: Expression
    given: Sequence[Argument]

    @property
    def is_bound(self) -> bool:
        """Whether nothing comes before the arguments: a partial in a class is no method."""
        return True

    def with_more(self, given: Sequence[Argument]) -> Written:
        """Return the function with more arguments; one that is given by name again counts then."""
        names = {each.name for each in given if each.name is not None}
        kept = [each for each in self.given if each.name not in names]
        return Written(self.function, [*kept, *given])


@dataclass(frozen=True, slots=True, eq=False)
class Transformed:
    """A function that JAX calls: ``jax.jit(f)``, ``jax.grad(f)``.

    Attributes:
        function: what is called.
        trace: what JAX makes of a value that goes in or comes out.
        result: what is returned, from what the function is given by position and what comes out.
    """

    function: CallableType
    trace: Callable[[Type], Type]
    result: Callable[[Sequence[Type], Type], Type]

    @property
    def is_bound(self) -> bool:
        """Whether a method has got what it is called on already."""
        return self.function.is_bound


@dataclass(frozen=True, slots=True, eq=False)
class OneOf:
    """One of several functions: ``f if c else g``."""

    functions: Sequence[CallableType]

    @property
    def is_bound(self) -> bool:
        """Whether nothing comes before the arguments."""
        return True


Value: TypeAlias = Defined | Bound | Written | Transformed | OneOf


class Values:
    """The functions that were made of others, by the definitions that stand for them."""

    def __init__(self) -> None:
        """Start without any."""
        self._values: dict[SymbolNode, Value] = {}
        self._lambdas: dict[LambdaExpr, CallableType] = {}
        self._of_jax: dict[str, CallableType] = {}
        self._of_several: dict[tuple[SymbolNode | None, ...], CallableType] = {}

    def of(self, typ: Type) -> Value | None:
        """Return what is called by a function of this type, if that is known."""
        proper = get_proper_type(typ)
        if not isinstance(proper, CallableType) or proper.is_type_obj():
            return None
        definition = proper.definition
        known = self._values.get(definition) if definition is not None else None
        if known is None and isinstance(definition, FuncDef):
            return Defined(definition)
        if isinstance(definition, Decorator) and not definition.decorators:
            return Defined(definition.func)  # It is a static method, or one of the class.
        return known

    def decorate(self, ctx: FunctionContext | MethodContext, typ: Type) -> None:
        """Remember what the decorators of a function made of it, if this is the last of them.

        mypy then takes the decorated definition for that of the type.
        """
        decorator, known = ctx.context, self.of(typ)
        if known is not None and isinstance(decorator, Decorator) and _is_outermost(decorator, ctx):
            self._values[decorator] = known

    def of_lambda(self, function: LambdaExpr, typ: CallableType) -> CallableType:
        """Return the type of a lambda that says which one it is, and nothing of its parameters.

        What mypy infers of these depends on where the lambda stands, and on the overload; of one
        that takes ``*args``, their number does, too.
        """
        if function not in self._lambdas:
            self._lambdas[function] = self.typed(typ, Defined(function))
        return self._lambdas[function].copy_modified(
            arg_types=[_ANY] * len(function.arg_kinds),
            arg_kinds=function.arg_kinds,
            arg_names=function.arg_names,
            ret_type=typ.ret_type,
        )

    def of_jax(self, function: RefExpr, fallback: Instance) -> CallableType:
        """Return the type of a function of JAX that is handed on, which says which one it is."""
        name = function.fullname
        if name not in self._of_jax:
            value = Written(function, ())
            self._of_jax[name] = self.typed(takes_anything(fallback), value, called=name)
        return self._of_jax[name]

    def one_of(self, functions: Sequence[CallableType], fallback: Instance) -> CallableType:
        """Return the type of what is one of several functions."""
        key = tuple(each.definition for each in functions)
        if key not in self._of_several:
            self._of_several[key] = self.typed(takes_anything(fallback), OneOf(functions))
        return self._of_several[key]

    def typed(self, typ: CallableType, value: Value, *, called: str = "") -> CallableType:
        """Return a type for a function that says what it calls; its definition has that name."""
        definition = FuncDef(called, [], Block([]))
        definition.set_line(max(typ.line, 1))
        self._values[definition] = value
        return typ.copy_modified(name=CALL, definition=definition, implicit=False)


def takes_anything(fallback: Instance) -> CallableType:
    """Return the type of a function of which it is not said what it takes and returns."""
    kinds = [ARG_STAR, ARG_STAR2]
    return CallableType([_ANY] * len(kinds), kinds, [None] * len(kinds), _ANY, fallback)


def name_of_made(typ: Type) -> str | None:
    """Return the name of a function that was made of another one, or is one of JAX.

    It is empty where it has none; None of another type.
    """
    proper = get_proper_type(typ)
    if not isinstance(proper, CallableType) or proper.name != CALL:
        return None
    return proper.definition.name if proper.definition is not None else ""


def is_applied(decorator: Expression, given: Expression) -> bool:
    """Whether mypy hands this to a decorator: that stands, for mypy, where the decorator does."""
    is_there = (given.line, given.column) == (decorator.line, decorator.column)
    return is_there and isinstance(given, TempNode)


def _is_outermost(decorator: Decorator, ctx: FunctionContext | MethodContext) -> bool:
    """Whether the first of the decorators that are written is being applied."""
    given = ctx.args[0][0] if ctx.args and ctx.args[0] else None
    first = decorator.decorators[0] if decorator.decorators else None
    return given is not None and first is not None and is_applied(first, given)
