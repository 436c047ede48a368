"""Calls of layers."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, TypeInfo
from mypy.plugin import MethodContext
from mypy.types import Instance, NoneType, TupleType, Type, get_proper_type

from promo_mypy.features.layers.catalogue import (
    HARMLESS_CALL,
    INTERFERING,
    LAYERS,
    OWNING,
    PYTREES,
    WITHOUT,
)
from promo_mypy.features.layers.choices import choice
from promo_mypy.features.layers.origins import Origin, Origins
from promo_mypy.features.layers.rules import Choice, Layer, Result, result
from promo_mypy.features.single_float import is_single
from promo_mypy.fullnames import BUILTIN_TUPLE
from promo_mypy.inference.arguments import Argument
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.pytrees import leaves
from promo_mypy.types.symbols import exact_node, node_symbol
from promo_typing.core.program_files import is_program_file


def call(session: Session, ctx: MethodContext) -> Type:
    """Answer the call of a layer whose constructor is known."""
    default, checker, owner = ctx.default_return_type, ctx.api, get_proper_type(ctx.type)
    if not isinstance(checker, TypeChecker) or not isinstance(ctx.context, CallExpr):
        return default
    if not isinstance(owner, Instance) or is_interfered_with(session, owner.type, checker):
        return default
    inputs = _inputs(session, LAYERS[owner.type.fullname], ctx)
    if inputs is None:
        return default
    return _result(session, owner.type, inputs, ctx.context.callee, checker) or default


def applied(
    session: Session,
    owner: Instance,
    layer: Expression,
    given: Sequence[Argument],
    checker: TypeChecker,
) -> Type | None:
    """Return the result of a layer for positional inputs; None if unknown.

    Args:
        session: the session.
        owner: the type of the layer.
        layer: the expression of the layer.
        given: the arguments.
        checker: the checker that is at the call.
    """
    known = LAYERS.get(owner.type.fullname)
    if known is None or len(given) > len(known.inputs):
        return None
    if is_interfered_with(session, owner.type, checker):
        return None
    if any(each.kind != ARG_POS for each in given):
        return None
    inputs = [dtype for each in given for dtype in input_dtypes(session, known, each.type)]
    return _result(session, owner.type, inputs, layer, checker)


def _result(
    session: Session,
    info: TypeInfo,
    inputs: Sequence[str | None],
    layer: Expression,
    checker: TypeChecker,
) -> Type | None:
    """The result of a layer, if it is the same for all constructor calls that it may come from."""
    origins = Origins(session, checker)
    found = origins.of(layer)
    if any(each.info is not info for each in found):
        return None
    if not found and _is_made_as_usual(session, info, checker):
        found = [Origin(info, {})]
    return returned(session, origins, found, inputs, checker)


def _is_made_as_usual(session: Session, info: TypeInfo, checker: TypeChecker) -> bool:
    """Whether every object of a class computes in float32: the program has no other floats."""
    assigned = session.inference.program.assigned
    return is_single(session, checker) and assigned.is_only_called(info, checker)


def returned(
    session: Session,
    origins: Origins,
    found: Sequence[Origin],
    inputs: Sequence[str | None],
    checker: TypeChecker,
) -> Type | None:
    """Return the result of a layer that comes from one of these constructor calls.

    None if it is unknown, or differs between them.
    """
    nodes, is_pair = set[str | None](), False
    for origin in found:
        rule = LAYERS.get(origin.info.fullname)
        known = choice(session, rule, origin, origins, checker) if rule is not None else None
        nodes.add(_node(session, rule, known, inputs, checker, origin) if rule and known else None)
        is_pair = rule is not None and rule.is_pair
    node = nodes.pop() if len(nodes) == 1 else None
    array = session.converter.array([node_symbol(node)]) if node is not None else None
    if array is None or not is_pair:
        return array
    return TupleType([array, array], checker.named_generic_type(BUILTIN_TUPLE, [array]))


def _node(
    session: Session,
    layer: Layer,
    chosen: Choice,
    inputs: Sequence[str | None],
    checker: TypeChecker,
    origin: Origin,
) -> str | None:
    """The dtype of a layer's result; None if unknown."""
    settings, is_alone = session.semantics, is_single(session, checker)
    as_made = _has_parameters_as_made(session, origin, checker)
    return result(layer, chosen, inputs, settings, is_single=is_alone, is_as_made=as_made)


def _has_parameters_as_made(session: Session, origin: Origin, checker: TypeChecker) -> bool:
    """Whether a layer of flax.nnx has parameters, which the program neither casts nor replaces."""
    if not origin.info.fullname.startswith(OWNING) or not WITHOUT.isdisjoint(origin.given):
        return False
    return session.inference.program.cast_variables.are_kept(checker)


def _inputs(session: Session, layer: Layer, ctx: MethodContext) -> list[str | None] | None:
    """The dtypes of a layer's inputs; None if another argument may change the result."""
    found = list[str | None]()
    formals = zip(ctx.callee_arg_names, ctx.arg_kinds, ctx.arg_types, strict=True)
    for name, kinds, types in formals:
        if any(kind not in (ARG_POS, ARG_NAMED) for kind in kinds):
            return None
        if name in layer.inputs:
            found += [dtype for each in types for dtype in input_dtypes(session, layer, each)]
        elif types and name not in HARMLESS_CALL:
            return None
    return found


def input_dtypes(session: Session, layer: Layer, typ: Type) -> list[str | None]:
    """Return the dtypes of an input: none if the input is None, two for a pair."""
    return [input_dtype(session, layer, each) for each in leaves(typ) if not _is_none(each)]


def input_dtype(session: Session, layer: Layer, typ: Type) -> str | None:
    """Return the dtype of an input; None if it is unknown.

    For a layer that keeps its input, an array of NumPy counts as unknown: the layer may return the
    array itself.
    """
    if layer.result is Result.KEPT and array_instance(get_proper_type(typ)) is None:
        return None
    return exact_node(session.converter.operand(typ))


def _is_none(typ: Type) -> bool:
    return isinstance(get_proper_type(typ), NoneType)


def is_interfered_with(session: Session, info: TypeInfo, checker: TypeChecker) -> bool:
    """Whether the program may change what layers compute, or replace layers of an object.

    Also true in a library, because mypy may not have read all of the program by then.

    Args:
        session: the session.
        info: the class of the layer.
        checker: the checker that is at the call.
    """
    if not is_program_file(checker.path):
        return True
    assigned = session.inference.program.assigned
    if assigned.is_called(INTERFERING, checker):
        return True
    if info.fullname.startswith(PYTREES) and assigned.replaces_parts(checker):
        return True
    return assigned.is_set_on_others(("dtype", "param_dtype"), checker)
