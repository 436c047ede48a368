"""Finds where the wider dtype of a leaf comes from, in the result of a body or a branch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    Decorator,
    DictExpr,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    Var,
)
from mypy.plugin import CheckerPluginInterface
from mypy.types import Type

from promo_mypy.origins import words
from promo_mypy.origins.definitions import Definitions
from promo_mypy.origins.sources import Sources
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type
from promo_mypy.types.pytrees import Change, Steps
from promo_typing.core.dtypes import PRNG_KEY


class Called(NamedTuple):
    """A function that JAX calls, with the types of its positional arguments."""

    function: Expression
    inputs: Sequence[Type]

    def with_input(self, place: int, typ: Type) -> Called:
        """Return the same call with another input at a place."""
        inputs = [*self.inputs[:place], typ, *self.inputs[place + 1 :]]
        return self._replace(inputs=inputs)


def is_widening(session: Session, change: Change) -> bool:
    """Whether a leaf becomes wider, or a float instead of an integer."""
    if PRNG_KEY in (change.before, change.after):
        return False
    strong = session.semantics.strong
    before, after = strong(change.before), strong(change.after)
    return session.semantics.lattice.join(before, after) == after


def origins(
    session: Session, called: Called, steps: Steps, dtype: str, api: CheckerPluginInterface
) -> Iterator[str]:
    """Yield a note for each source of a dtype in a leaf of the returned value.

    Args:
        session: the session of the call.
        called: the function that returns the value.
        steps: the path to the leaf in the value.
        dtype: the dtype of the leaf; there are no notes on a weak one.
        api: the checker that is at the call.
    """
    if not isinstance(api, TypeChecker):
        return
    function = _item(session, called.function, api)
    module = None if function is None else _home(session, function, api)
    if function is None or module is None:
        return
    types = session.inference.types_in(called.function, called.inputs, api)
    sources = Sources(
        _type_of(types, api),
        session.converter.operand,
        session.lints.definitions(module),
        api.modules,
        through_updates=True,
    )
    for returned in session.inference.returned_by(function):
        leaf = written_leaf(returned, steps, sources.definitions)
        if leaf is not None:
            yield from _words(session, sources, leaf, dtype, module, api)


def _words(
    session: Session,
    sources: Sources,
    leaf: Expression,
    dtype: str,
    module: MypyFile,
    api: TypeChecker,
) -> Iterator[str]:
    if not sources.has(leaf, dtype):
        return
    for each in sources.of(leaf, dtype):
        default = session.lints.is_default(module.fullname, each.definition)
        yield words.explanation(sources, each, dtype, leaf, default=default, options=api.options)


def _type_of(
    types: Mapping[Expression, Type], api: TypeChecker
) -> Callable[[Expression], Type | None]:
    return lambda expression: types.get(expression) or known_type(expression, api)


def _item(session: Session, function: Expression, api: TypeChecker) -> FuncItem | None:
    """The definition of a function, or the lambda, that an expression stands for."""
    node = function.node if isinstance(function, RefExpr) else None
    if isinstance(node, Decorator):
        node = node.func
    if isinstance(node, FuncDef):
        return node
    return session.inference.functions.lambda_of(function, api)


def _home(session: Session, function: FuncItem, api: TypeChecker) -> MypyFile | None:
    if isinstance(function, LambdaExpr):
        return session.inference.functions.home(function, api) or api.tree
    return session.inference.functions.home(function, api)


def written_leaf(returned: Expression, steps: Steps, definitions: Definitions) -> Expression | None:
    """Return the expression of a leaf in a returned value; None if it is not written there."""
    if not steps:
        return returned
    first, *rest = steps
    match returned:
        case TupleExpr(items=items) if isinstance(first, int) and first < len(items):
            return written_leaf(items[first], tuple(rest), definitions)
        case DictExpr(items=entries):
            found = [value for key, value in entries if _is_key(key, first)]
            return written_leaf(found[0], tuple(rest), definitions) if len(found) == 1 else None
        case NameExpr(node=Var() as variable):
            match definitions.values(variable):
                case [Expression() as value]:
                    return written_leaf(value, steps, definitions)
    return None


def _is_key(key: Expression | None, step: int | str | None) -> bool:
    return isinstance(key, StrExpr) and key.value == step
