"""Functions that haiku's modules call: ``hk.get_parameter`` and ``hk.dropout``.

When the module is initialised, haiku calls an initializer with the shape and the dtype. If the
program never casts parameters, the result is the parameter everywhere.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr, Expression, TempNode
from mypy.plugin import FunctionContext
from mypy.types import AnyType, Instance, Type, TypeOfAny, TypeType, get_proper_type

from promo_mypy.features.dtype_argument import requested
from promo_mypy.features.layers.catalogue import INTERFERING
from promo_mypy.features.single_float import is_single
from promo_mypy.inference.written_calls import inferred
from promo_mypy.session import Session
from promo_mypy.types.pytrees import has_dtype
from promo_mypy.types.symbols import Operand, exact_node, node_symbol
from promo_typing.core.dtypes import NODES
from promo_typing.core.program_files import is_program_file

_ANY: Final = AnyType(TypeOfAny.special_form)
_INITIALIZERS: Final = "haiku._src.initializers."
"""The prefix of haiku's initializers, which return arrays of the dtype that they are given."""
_FLOAT32: Final = "float32"
"""The dtype of a parameter for which the program asks no dtype."""


class _Given(NamedTuple):
    """An argument of a call."""

    expression: Expression
    type: Type


def parameter(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``hk.get_parameter`` with the array that its initializer returns."""
    default, checker, init = ctx.default_return_type, ctx.api, _given(ctx, "init")
    if not isinstance(checker, TypeChecker) or init is None or _may_differ(session, checker):
        return default
    dtype = _given(ctx, "dtype")
    node = _FLOAT32 if dtype is None else _node(session, dtype, checker)
    if node is None or not NODES[node].is_a("floating"):
        return default
    if _is_of_haiku(init.type):
        return session.converter.array([node_symbol(node)]) or default
    found = _initialised(
        init, dtype.expression if dtype else _default_dtype(session, init), checker
    )
    return found if found is not None and has_dtype(get_proper_type(found)) else default


def dropout(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``hk.dropout(key, rate, x)``: without x64, a float32 stays one for any rate."""
    given, semantics = _given(ctx, "x"), session.semantics
    if given is None or semantics.x64 or semantics.promotion != "standard":
        return ctx.default_return_type
    operand: Operand | None = session.converter.operand(given.type)
    if exact_node(operand) != _FLOAT32 or operand is None:
        return ctx.default_return_type
    return session.converter.array(operand) or ctx.default_return_type


FUNCTIONS: Final = {
    "haiku._src.base.get_parameter": parameter,
    "haiku._src.basic.dropout": dropout,
}


def _given(ctx: FunctionContext, parameter_name: str) -> _Given | None:
    """The argument for a parameter; None if there is none."""
    formals = zip(ctx.callee_arg_names, ctx.args, ctx.arg_types, strict=True)
    for name, expressions, types in formals:
        if name == parameter_name and len(types) == 1:
            return _Given(expressions[0], types[0])
    return None


def _may_differ(session: Session, checker: TypeChecker) -> bool:
    """Whether a parameter may be another array than the one that its initializer returns."""
    program = session.inference.program
    if not is_program_file(checker.path) or program.assigned.is_called(INTERFERING, checker):
        return True
    return not is_single(session, checker) and program.cast_variables.of_parameters(checker)


def _node(session: Session, dtype: _Given, checker: TypeChecker) -> str | None:
    """The dtype that an argument requests; None if unknown, or if JAX truncates it."""
    node = exact_node(requested(session, dtype.type, dtype.expression, checker))
    return None if node is None or session.semantics.truncates(node) else node


def _is_of_haiku(init: Type) -> bool:
    proper = get_proper_type(init)
    return isinstance(proper, Instance) and proper.type.fullname.startswith(_INITIALIZERS)


def _default_dtype(session: Session, init: _Given) -> Expression:
    """An expression for ``jnp.float32``."""
    array = get_proper_type(session.converter.array([node_symbol(_FLOAT32)]))
    dtype = array.args[0] if isinstance(array, Instance) else _ANY
    return TempNode(TypeType.make_normalized(dtype), context=init.expression)


def _initialised(init: _Given, dtype: Expression, checker: TypeChecker) -> Type | None:
    """The result of an initializer that is a function; None if mypy refuses the call."""
    shape = TempNode(_ANY, context=init.expression)
    made = CallExpr(init.expression, [shape, dtype], [ARG_POS, ARG_POS], [None, None])
    made.set_line(init.expression)
    return inferred(made, checker)
