"""Finds the functions that calls refer to, and the arguments that their parameters get."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    ArgKind,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    SymbolNode,
    TypeInfo,
    Var,
)
from mypy.types import CallableType, get_proper_type

from promo_cli.callees import Types, fullname, instance
from promo_cli.losses.bindings import Bindings

_PARTIAL: Final = "functools.partial"


class Target(NamedTuple):
    """A function that a call refers to, and the arguments that are already bound to it.

    ``first`` are the positional arguments of a ``functools.partial``. ``skipped`` is 1 for a method
    whose first parameter is bound to the object or class, else 0.
    """

    function: FuncItem
    first: tuple[Expression, ...] = ()
    skipped: int = 0


class _Held(NamedTuple):
    """An expression that a call leads to, and the arguments that are bound to it on the way."""

    expression: Expression
    first: tuple[Expression, ...] = ()


class Site(NamedTuple):
    """A call of a function; with ``target`` None, a call that gets the function as an argument."""

    call: CallExpr
    target: Target | None


class Functions:
    """Resolves calls by the types that mypy gives to expressions."""

    def __init__(self, bindings: Bindings, types: Types) -> None:
        """Find the calls of each function."""
        self._bindings = bindings
        self._types = types
        self.sites: Final = defaultdict[FuncItem, list[Site]](list)
        for call in bindings.calls:
            self._add_sites(call)

    def _add_sites(self, call: CallExpr) -> None:
        for target in self.targets(call.callee):
            self.sites[target.function].append(Site(call, target))
        for argument in call.args:
            if isinstance(argument, RefExpr | LambdaExpr):
                for target in self.targets(argument):
                    self.sites[target.function].append(Site(call, None))

    def targets(self, callee: Expression) -> Iterator[Target]:
        """Yield the functions that an expression may stand for."""
        seen: set[Var] = set()
        rest = [_Held(callee)]
        while rest:
            at = rest.pop()
            function = self._function(at.expression)
            if function is not None:
                yield function._replace(first=at.first)
            rest += self._behind(at, seen)

    def _behind(self, at: _Held, seen: set[Var]) -> Iterator[_Held]:
        """Yield what a transform is called with, or the values of a variable not seen before."""
        match at.expression:
            case expression if self._of_object(expression) is not None:
                return
            case CallExpr(args=[wrapped, *others]):
                # A transform such as jax.jit returns a function of the same arguments.
                held = others if fullname(at.expression.callee) == _PARTIAL else []
                yield _Held(wrapped, (*held, *at.first))
            case NameExpr() | MemberExpr():
                node = self.node(at.expression)
                if isinstance(node, Var) and node not in seen:
                    seen.add(node)
                    for value in self._bindings.values.get(node, ()):
                        yield at._replace(expression=value)

    def _function(self, expression: Expression) -> Target | None:
        """The function that an expression itself is: an object's method, a lambda or a name."""
        method = self._of_object(expression)
        if method is not None:
            return Target(method, skipped=int(not method.is_static))
        match expression:
            case LambdaExpr():
                return Target(expression)
            case NameExpr() | MemberExpr():
                return self._named(expression)
        return None

    def _named(self, callee: NameExpr | MemberExpr) -> Target | None:
        node = self.node(callee)
        if isinstance(node, TypeInfo):
            symbol = node.get("__init__")
            node = None if symbol is None else symbol.node
        function = self._listed(node)
        if function is None:
            return None
        return Target(function, skipped=int(self._is_bound(callee, function)))

    def _of_object(self, callee: Expression) -> FuncDef | None:
        """The listed ``__call__`` method of an object that is called."""
        called = instance(callee, self._types)
        symbol = None if called is None else called.type.get("__call__")
        return None if symbol is None else self._listed(symbol.node)

    def _listed(self, node: SymbolNode | None) -> FuncDef | None:
        function = definition(node)
        return function if function in self._bindings.files else None

    def _is_bound(self, callee: NameExpr | MemberExpr, function: FuncDef) -> bool:
        """Whether the first parameter is ``self`` or ``cls``, for which no argument is passed."""
        if not function.info or function.is_static:
            return False
        typ = self._types.get(callee)
        proper = None if typ is None else get_proper_type(typ)
        # The type of ``obj.method`` has one argument less than the function.
        return not (
            isinstance(proper, CallableType)
            and not proper.is_type_obj()
            and len(proper.arg_types) == len(function.arguments)
        )

    def node(self, reference: Expression) -> SymbolNode | None:
        """Return the definition that a name or an attribute refers to; None if there is none."""
        if not isinstance(reference, NameExpr | MemberExpr):
            return None
        if reference.node is not None or isinstance(reference, NameExpr):
            return reference.node
        owner = instance(reference.expr, self._types)
        symbol = None if owner is None else owner.type.get(reference.name)
        return None if symbol is None else symbol.node

    def given(self, site: Site, parameter: Var) -> Sequence[Expression]:
        """Return the arguments that a parameter may get at a call.

        If the function itself is an argument, as in ``jax.lax.scan(body, x, xs)``, the parameter
        may get any other argument that is no function.
        """
        if site.target is not None:
            return self.given_by(site.call, site.target, parameter)
        return [each for each in site.call.args if not any(self.targets(each))]

    def given_by(self, call: CallExpr, target: Target, parameter: Var) -> Sequence[Expression]:
        """Return the arguments of a call that a parameter of the function may get."""
        position = self._bindings.parameters[parameter].position
        names = list(zip(call.args, call.arg_names, strict=True))
        named = [value for value, name in names if name == parameter.name]
        kind = target.function.arguments[position].kind
        if named:
            return named
        if kind is ArgKind.ARG_STAR2:
            return [value for value, name in names if name is not None]
        passed = list(_by_position(call, target))[max(position - target.skipped, 0) :]
        return passed if kind is ArgKind.ARG_STAR else passed[:1]


def definition(node: SymbolNode | None) -> FuncDef | None:
    """Return the function of a definition; for an overloaded function its implementation."""
    match node:
        case FuncDef():
            return node
        case Decorator():
            return node.func
        case OverloadedFuncDef():
            return definition(node.impl or node.items[0])
    return None


def _by_position(call: CallExpr, target: Target) -> Iterator[Expression]:
    yield from target.first
    for value, kind in zip(call.args, call.arg_kinds, strict=True):
        if kind in (ArgKind.ARG_POS, ArgKind.ARG_STAR):
            yield value
