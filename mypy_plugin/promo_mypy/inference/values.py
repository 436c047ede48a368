"""Functions as values: the definition, partial or transform that a function's type stands for.

mypy keeps the definition of a function with its type. A function that is made from another one, by
``jax.jit`` or ``functools.partial``, gets a made-up definition, which marks its type.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
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

from promo_mypy.fullnames import BUILTIN_FUNCTION
from promo_mypy.inference.arguments import Argument
from promo_typing.core.dataclass import dataclass
from promo_typing.rules import FUNCTIONS

_ANY: Final = AnyType(TypeOfAny.special_form)
CALL: Final = "promo_typing.function()"
"""The name that made functions have in mypy: with it, mypy asks the plugin about their calls."""


@dataclass(frozen=True, slots=True, eq=False)
class Defined:
    """A function or a lambda of the program.

    ``captured`` are the last types of the variables of outer functions that have ended. It is None
    if none of them has.
    """

    function: FuncItem
    captured: Mapping[Var, Type] | None = None

    @property
    def is_bound(self) -> bool:
        """Whether the first argument, ``self`` or ``cls``, is already bound."""
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A function with some of its arguments bound: ``functools.partial(f, x)``."""

    function: CallableType
    given: Sequence[Argument]

    @property
    def is_bound(self) -> bool:
        """Whether the first argument, ``self`` or ``cls``, is already bound."""
        return self.function.is_bound

    def with_more(self, given: Sequence[Argument]) -> Sequence[Argument]:
        """Return all arguments of a call; later ones replace those of the same name."""
        return replaced(self.given, given)


def replaced(given: Sequence[Argument], more: Sequence[Argument]) -> Sequence[Argument]:
    """Return the arguments of a partial and of its call, which replaces those of the same name."""
    names = {each.name for each in more if each.name is not None}
    return [*(each for each in given if each.name not in names), *more]


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """A function of JAX with some of its arguments bound: ``functools.partial(jnp.sum, axis=0)``.

    ``function`` is the expression that names it.
    """

    function: Expression
    given: Sequence[Argument]

    @property
    def is_bound(self) -> bool:
        """Whether no ``self`` precedes the arguments: a partial in a class is not a method."""
        return True

    def with_more(self, given: Sequence[Argument]) -> Written:
        """Return the partial with more arguments; later ones replace those of the same name."""
        return Written(self.function, replaced(self.given, given))


@dataclass(frozen=True, slots=True, eq=False)
class Transformed:
    """A transformed function: ``jax.jit(f)``, ``jax.grad(f)``.

    Attributes:
        function: the type of the function that is transformed.
        transform: the transform and its settings: all that ``trace`` and ``result`` depend on.
        trace: returns the type that JAX gives to a value that goes in or comes out.
        result: returns the type of the result, from the types of the function's positional
            arguments and of its result.
    """

    function: CallableType
    transform: Hashable
    trace: Callable[[Type], Type]
    result: Callable[[Sequence[Type], Type], Type]

    @property
    def is_bound(self) -> bool:
        """Whether the first argument, ``self`` or ``cls``, is already bound."""
        return self.function.is_bound


@dataclass(frozen=True, slots=True, eq=False)
class OneOf:
    """One of several functions: ``f if c else g``."""

    functions: Sequence[CallableType]

    @property
    def is_bound(self) -> bool:
        """Whether no receiver precedes the arguments."""
        return True


@dataclass(frozen=True, slots=True, eq=False)
class OfObject:
    """A method as a value, with its object: ``self.step`` in ``jax.jit(self.step)``."""

    method: CallableType
    owner: Type

    @property
    def is_bound(self) -> bool:
        """Whether no receiver precedes the arguments."""
        return True


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """``module.apply`` of flax as a value, as in ``jax.jit(module.apply)``: it calls the module."""

    module: Type

    @property
    def is_bound(self) -> bool:
        """Whether no receiver precedes the arguments."""
        return True


Value: TypeAlias = Defined | Bound | Written | Transformed | OneOf | OfObject | Applied


class Values:
    """Finds the functions that types stand for, by the definitions that mark the types."""

    def __init__(self) -> None:
        """Start without functions."""
        self._values: dict[SymbolNode, Value] = {}
        self._lambdas: dict[LambdaExpr, CallableType] = {}
        self._of_jax: dict[str, CallableType] = {}
        self._of_several: dict[tuple[SymbolNode | None, ...], CallableType] = {}
        self._of_objects: dict[tuple[SymbolNode | None, Type], CallableType] = {}
        self._applied: dict[Type, CallableType] = {}

    def of(self, typ: Type) -> Value | None:
        """Return the function that a type is marked with; None for any other type."""
        proper = get_proper_type(typ)
        if not isinstance(proper, CallableType) or proper.is_type_obj():
            return None
        definition = proper.definition
        known = self._values.get(definition) if definition is not None else None
        if known is None and isinstance(definition, FuncDef):
            return Defined(definition)
        if isinstance(definition, Decorator) and not definition.decorators:
            return Defined(definition.func)  # mypy has removed staticmethod or classmethod.
        return known

    def unbound(self, typ: CallableType) -> tuple[CallableType, Sequence[Argument]]:
        """Return the function that a type is a partial of, with the bound arguments.

        A function that is no partial is returned as it is.
        """
        given: Sequence[Argument] = ()
        while isinstance(value := self.of(typ), Bound):
            typ, given = value.function, value.with_more(given)
        return typ, given

    def decorate(self, ctx: FunctionContext | MethodContext, typ: Type) -> None:
        """Record the function that decorators make, when the outermost one is applied.

        From then on, mypy marks the type of the decorated function with its ``Decorator``.
        """
        decorator, known = ctx.context, self.of(typ)
        if known is not None and isinstance(decorator, Decorator) and _is_outermost(decorator, ctx):
            self._values[decorator] = known

    @contextmanager
    def keeping(self, decorated: Sequence[Decorator]) -> Iterator[None]:
        """Keep what decorators have made of functions, although a check applies them again."""
        before = [(each, self._values.get(each)) for each in decorated]
        try:
            yield
        finally:
            for each, value in before:
                self._values.pop(each, None)
                if value is not None:
                    self._values[each] = value

    def of_lambda(self, function: LambdaExpr, typ: CallableType) -> CallableType:
        """Return the type of a lambda, marked with the lambda, with parameters of type Any.

        mypy's own types of the parameters depend on the call and on the overload that the lambda is
        passed to. With ``*args``, their number does, too.
        """
        if function not in self._lambdas:
            self._lambdas[function] = self.typed(typ, Defined(function))
        return self._lambdas[function].copy_modified(
            arg_types=[_ANY] * len(function.arg_kinds),
            arg_kinds=function.arg_kinds,
            arg_names=function.arg_names,
            ret_type=typ.ret_type,
        )

    def named(self, function: Expression, caller: TypeChecker) -> CallableType | None:
        """Return the marked type of a function of JAX with a rule; None for other expressions."""
        if isinstance(function, RefExpr) and function.fullname in FUNCTIONS:
            return self.of_jax(function, caller.named_type(BUILTIN_FUNCTION))
        return None

    def of_jax(self, function: RefExpr, fallback: Instance) -> CallableType:
        """Return the type of a function of JAX that is passed on, marked with its name."""
        name = function.fullname
        if name not in self._of_jax:
            value = Written(function, ())
            self._of_jax[name] = self.typed(takes_anything(fallback), value, called=name)
        return self._of_jax[name]

    def one_of(self, functions: Sequence[CallableType], fallback: Instance) -> CallableType:
        """Return the type of one of several functions, marked with all of them."""
        key = tuple(each.definition for each in functions)
        if key not in self._of_several:
            self._of_several[key] = self.typed(takes_anything(fallback), OneOf(functions))
        return self._of_several[key]

    def of_object(self, method: CallableType, owner: Type) -> CallableType:
        """Return the type of a method that is passed on, marked with its object."""
        key = method.definition, owner
        if key not in self._of_objects:
            self._of_objects[key] = self.typed(method, OfObject(method, owner))
        return self._of_objects[key]

    def applied(self, module: Type, fallback: Instance) -> CallableType:
        """Return the type of a module's ``apply`` that is passed on, marked with the module."""
        if module not in self._applied:
            self._applied[module] = self.typed(takes_anything(fallback), Applied(module))
        return self._applied[module]

    def typed(self, typ: CallableType, value: Value, *, called: str = "") -> CallableType:
        """Return the type of a function, marked with a value.

        Args:
            typ: the type without a mark.
            value: the function that the type stands for.
            called: the full name, for a function of JAX.
        """
        definition = FuncDef(called, [], Block([]))
        definition.set_line(max(typ.line, 1))
        self._values[definition] = value
        return typ.copy_modified(name=CALL, definition=definition, implicit=False)


def is_mark(definition: SymbolNode | None) -> bool:
    """Whether a definition only marks a type: :meth:`Values.typed` made it, without a body.

    mypy keeps it where it joins the types of several functions, although it drops their names.
    """
    if not isinstance(definition, FuncDef) or not hasattr(definition, "arguments"):
        return False
    return not definition.body.body


def takes_anything(fallback: Instance) -> CallableType:
    """Return the type of a function with any parameters and result."""
    kinds = [ARG_STAR, ARG_STAR2]
    return CallableType([_ANY] * len(kinds), kinds, [None] * len(kinds), _ANY, fallback)


def name_of_made(typ: Type) -> str | None:
    """Return the full name of a JAX function from its marked type.

    It is empty for other made functions; None if the type is not that of a made function.
    """
    proper = get_proper_type(typ)
    if not isinstance(proper, CallableType) or proper.name != CALL:
        return None
    return proper.definition.name if proper.definition is not None else ""


def is_applied(decorator: Expression, given: Expression) -> bool:
    """Whether ``given`` is mypy's placeholder for the function that a decorator is applied to."""
    is_there = (given.line, given.column) == (decorator.line, decorator.column)
    return is_there and isinstance(given, TempNode)


def _is_outermost(decorator: Decorator, ctx: FunctionContext | MethodContext) -> bool:
    """Whether the outermost decorator is being applied."""
    given = ctx.args[0][0] if ctx.args and ctx.args[0] else None
    first = decorator.decorators[0] if decorator.decorators else None
    return given is not None and first is not None and is_applied(first, given)
