"""The inputs with which JAX calls the functions passed to loops and conditionals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    Expression,
    LambdaExpr,
    ListExpr,
    RefExpr,
    StarExpr,
    TupleExpr,
)
from mypy.plugin import FunctionSigContext
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, get_proper_type

from promo_mypy.features import dictionaries, open_functions
from promo_mypy.fullnames import (
    ASSOCIATIVE_SCAN,
    BUILTIN_INT,
    COND,
    FORI_LOOP,
    MAP,
    SCAN,
    SWITCH,
    WHILE_LOOP,
)
from promo_mypy.session import Session
from promo_mypy.types.lambdas import called_with
from promo_mypy.types.pytrees import leaves, traced, unknown_array
from promo_typing.core.dtypes import PYTHON_SCALARS, WEAK

DEPTH_LIMIT: Final = 2
"""How deep nested loops are inferred again: each level doubles the work."""
_ANY: Final = AnyType(TypeOfAny.special_form)
_INDEX: Final = "#index"
"""The name for the index of ``fori_loop``, which is not an argument of the call."""

INPUTS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    SCAN: {"f": ("init", "xs")},
    WHILE_LOOP: {"cond_fun": ("init_val",), "body_fun": ("init_val",)},
    FORI_LOOP: {"body_fun": (_INDEX, "init_val")},
    MAP: {"f": ("xs",)},
    ASSOCIATIVE_SCAN: {"fn": ("elems", "elems")},
    COND: {
        "true_fun": ("operands", "operand"),
        "false_fun": ("operands", "operand"),
    },
    SWITCH: {"branches": ("operands", "operand")},
}
"""For each function of JAX: its parameters that are functions, each with the parameters from which
its inputs come."""


def signature(session: Session, fullname: str, ctx: FunctionSigContext) -> CallableType:
    """Give lambdas and generic functions the types of the inputs that JAX passes."""
    _expect_nothing(ctx)
    original = ctx.default_signature
    types = list(original.arg_types)
    for name, names in INPUTS[fullname].items():
        if name not in original.arg_names:
            return original
        index = original.arg_names.index(name)
        given = ctx.args[index]
        functions = _functions(given[0]) if len(given) == 1 else []
        _look_into(session, functions, names, ctx)
        lambdas = any(isinstance(each, LambdaExpr) for each in functions)
        if not lambdas and not any(_is_generic(each, ctx) for each in functions):
            continue
        inputs = _inputs(session, names, ctx)
        # A weak dtype may violate the bound of a type variable that the promoted one satisfies.
        if inputs is not None and (lambdas or not any(_has_weak(session, inputs))):
            types[index] = _formal(types[index], functions, inputs)
    return original.copy_modified(arg_types=types)


def _expect_nothing(ctx: FunctionSigContext) -> None:
    """Let the arguments alone decide the result, whatever the targets of an assignment had before.

    In ``(x, _), _ = lax.scan(...)`` mypy would want the dtypes that both ``_`` had last.
    """
    if isinstance(ctx.api, TypeChecker):
        ctx.api.expr_checker.type_context[-1] = None


def _look_into(
    session: Session, functions: Sequence[Expression], names: Sequence[str], ctx: FunctionSigContext
) -> None:
    """Infer the results of functions without annotations for these inputs."""
    for each in functions:
        if not isinstance(each, LambdaExpr) and open_functions.is_open(session, each, ctx):
            inputs = _inputs(session, names, ctx, by_key=True)
            if inputs is not None:
                open_functions.tell(session, each, inputs, ctx)


def _functions(given: Expression) -> Sequence[Expression]:
    return given.items if isinstance(given, (ListExpr, TupleExpr)) else [given]


def _is_generic(function: Expression, ctx: FunctionSigContext) -> bool:
    if not isinstance(function, RefExpr):
        return False
    typ = get_proper_type(ctx.api.get_expression_type(function))
    return isinstance(typ, CallableType) and bool(typ.variables)


def _has_weak(session: Session, inputs: Sequence[Type]) -> Iterator[bool]:
    for leaf in (leaf for each in inputs for leaf in leaves(each)):
        yield any(symbol.name in WEAK for symbol in session.converter.operand(leaf) or ())


def _inputs(
    session: Session, names: Sequence[str], ctx: FunctionSigContext, *, by_key: bool = False
) -> list[Type] | None:
    """The types of the inputs; None if the call has ``*xs`` in their place.

    With ``by_key``, dictionaries may have a type for each key.
    """
    inputs: list[Type] = []
    for name in names:
        if name == _INDEX:
            inputs.append(_index(session, ctx))
            continue
        types = _argument(name, ctx)
        if types is None:
            return None
        if by_key:
            given = zip(_given(name, ctx), types, strict=True)
            types = [dictionaries.typed(session, each, ctx.api) or typ for each, typ in given]
        inputs.extend(traced(session.converter, typ) for typ in types)
    return inputs


def _given(name: str, ctx: FunctionSigContext) -> Sequence[Expression]:
    return ctx.args[ctx.default_signature.arg_names.index(name)]


def _argument(name: str, ctx: FunctionSigContext) -> list[Type] | None:
    given = _given(name, ctx)
    if any(isinstance(each, StarExpr) for each in given):
        return None
    return [ctx.api.get_expression_type(each) for each in given]


def _index(session: Session, ctx: FunctionSigContext) -> Type:
    """The type of the index of ``fori_loop``.

    It is a weak integer if JAX knows the bounds when it traces. Otherwise it has the type of the
    lower bound, or the dtype of the one bound that is not weak. Here it is known only where all of
    these agree.
    """
    weak = PYTHON_SCALARS["int"]
    default = session.semantics.strong(weak)
    lower, upper = (_node(session, name, ctx) for name in ("lower", "upper"))
    if lower != weak or upper not in (weak, default):
        return unknown_array(session.converter)
    return traced(session.converter, ctx.api.named_generic_type(BUILTIN_INT, []))


def _node(session: Session, name: str, ctx: FunctionSigContext) -> str | None:
    """The dtype of an argument; None unless it is exactly one."""
    types = _argument(name, ctx) or []
    symbols = [each for typ in types for each in session.converter.operand(typ) or (None,)]
    known = symbols[0] if len(symbols) == 1 else None
    return PYTHON_SCALARS.get(known.node, known.node) if known and known.is_node else None


def _formal(formal: Type, functions: Sequence[Expression], inputs: Sequence[Type]) -> Type:
    """The type of a parameter for functions that are called with these inputs."""
    proper = get_proper_type(formal)
    if isinstance(proper, Instance) and len(proper.args) == 1:
        return proper.copy_modified(args=[_formal(proper.args[0], functions, inputs)])
    if not isinstance(proper, CallableType):
        return formal
    if not proper.is_ellipsis_args and len(proper.arg_types) != len(inputs):
        return formal
    first, *others = [called_with(proper, function, inputs) for function in functions]
    return first if first and all(other == first for other in others) else formal
