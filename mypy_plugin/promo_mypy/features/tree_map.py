"""``jax.tree.map``: the tree keeps its type, with the function's results as leaves.

mypy has no type for "a tree like this one with other leaves". The function is checked with the
dtype of the leaves. If they have several dtypes, it is checked with one dtype that stands in for
all: a function that keeps the stand-in keeps each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeGuard

from mypy.nodes import LambdaExpr, StarExpr, TypeInfo
from mypy.plugin import FunctionContext, FunctionSigContext
from mypy.subtypes import is_same_type
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    get_proper_type,
)

from promo_mypy.features import (
    dictionaries,
    open_functions,
    ruled_functions,
    tree_is_leaf,
    tree_leaf_by_leaf,
)
from promo_mypy.features.tree_leaf_by_leaf import stands_in
from promo_mypy.fullnames import ANY_DTYPE, ANY_FLOAT_DTYPE
from promo_mypy.session import Session
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import array_instance
from promo_mypy.types.lambdas import called_with
from promo_mypy.types.pytrees import is_container, is_object, with_leaves
from promo_mypy.types.symbols import Operand
from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import ARRAY

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def signature(session: Session, before: int, ctx: FunctionSigContext) -> CallableType:
    """Give a lambda, or a function without annotations, the types of the trees' leaves.

    Args:
        session: the session.
        before: how many other inputs the function has before the leaves, such as the path.
        ctx: the call.
    """
    original = ctx.default_signature
    if len(ctx.args) < 3 or len(ctx.args[0]) != 1 or len(ctx.args[1]) != 1:
        return original
    function, trees = ctx.args[0][0], [*ctx.args[1], *ctx.args[2]]
    formal = get_proper_type(original.arg_types[0])
    if not isinstance(formal, CallableType) or any(isinstance(tree, StarExpr) for tree in trees):
        return original
    is_lambda = isinstance(function, LambdaExpr)
    if not is_lambda and not open_functions.is_open(session, function, ctx):
        return original
    known = [
        dictionaries.typed(session, tree, ctx.api) or ctx.api.get_expression_type(tree)
        for tree in trees
    ]
    inputs = [*[_UNKNOWN] * before, *_inputs(session, known)]
    if not is_lambda:
        open_functions.tell(session, function, inputs, ctx)
        return original
    called = called_with(formal, function, inputs)
    return original.copy_modified(arg_types=[called or formal, *original.arg_types[1:]])


def _inputs(session: Session, trees: Sequence[Type]) -> list[Type]:
    """The leaf type of each tree.

    The stand-in is used for a second tree only if that has the same type: then both have the same
    dtype at each place.
    """
    first = _leaf(session, trees[0])
    rest = []
    for tree in trees[1:]:
        leaf = first if is_same_type(tree, trees[0]) else _leaf(session, tree)
        rest.append(_UNKNOWN if leaf is not first and stands_in(leaf) else leaf)
    return [first, *rest]


def _leaf(session: Session, tree: Type) -> Type:
    """The type of all leaves; if they differ, an array of the stand-in dtype."""
    leaves = list(_leaves(tree))
    operands = [session.converter.operand(leaf) for leaf in leaves if array_instance(leaf)]
    if not leaves or len(operands) < len(leaves) or None in operands:
        return _UNKNOWN
    if all(is_same_type(leaf, leaves[0]) for leaf in leaves):
        return leaves[0]
    dtype = session.converter.instance(_stand_in(operands))
    array = session.converter.instance(ARRAY)
    return array.copy_modified(args=[dtype]) if array and dtype else _UNKNOWN


def _stand_in(operands: Iterable[Operand | None]) -> str:
    nodes = [node for operand in operands for symbol in operand or () for node in symbol.nodes]
    floating = all(node in NODES and NODES[node].is_a("floating") for node in nodes)
    return ANY_FLOAT_DTYPE if floating else ANY_DTYPE


def _leaves(tree: Type, around: tuple[TypeInfo, ...] = ()) -> Iterator[ProperType]:
    """The leaves of a tree, also those in fields of dataclasses.

    An unknown container counts as a leaf. So does a class inside of itself, whose depth is unknown.
    """
    proper = unfolded(tree)
    fields: Iterable[Type | None]
    if isinstance(proper, TupleType):
        fields = proper.items
    elif isinstance(proper, TypedDictType):
        fields = proper.items.values()
    elif is_container(proper):
        fields = proper.args[-1:]
    elif _is_dataclass(proper) and proper.type not in around:
        names = [each["name"] for each in proper.type.metadata["dataclass"]["attributes"]]
        fields = [symbol.type for symbol in map(proper.type.get, names) if symbol]
        around = (*around, proper.type)
    else:
        yield proper
        return
    for field in fields:
        yield from _leaves(field or _UNKNOWN, around)


def _is_dataclass(tree: ProperType) -> TypeGuard[Instance]:
    return isinstance(tree, Instance) and "dataclass" in tree.type.metadata and not tree.args


def function(session: Session, before: int, ctx: FunctionContext) -> Type:
    """Return the tree with the results of the function as leaves.

    ``before`` is the number of other inputs that the function has before the leaves.
    """
    if len(ctx.arg_types) < 4 or len(ctx.arg_types[1]) != 1 or any(ctx.arg_types[4:]):
        return _UNKNOWN
    if any(kind.is_star() for kinds in ctx.arg_kinds for kind in kinds):
        return _UNKNOWN
    trees = tree_leaf_by_leaf.trees_of(session, ctx)
    if not tree_is_leaf.is_usual(ctx.args[3], trees[:1]):
        return _UNKNOWN
    result = tree_leaf_by_leaf.mapped(session, trees, before, ctx)
    result = result or _mapped_tree(session, trees[0], ctx)
    return dictionaries.told(session, result, ctx.context, ctx.api)


def _mapped_tree(session: Session, tree: Type, ctx: FunctionContext) -> Type:
    if any(map(is_object, _leaves(tree))):
        # mypy would accept dict[str, Any] for a variable of type dict[str, object] and keep that.
        return _UNKNOWN
    if _keeps_types(get_proper_type(ctx.arg_types[0][0])):
        return tree
    returned = get_proper_type(_by_rule(session, ctx) or _returned(ctx.arg_types[0][0]))
    if isinstance(returned, AnyType):
        return _UNKNOWN
    return with_leaves(tree, lambda leaf: _mapped(session, leaf, returned))


def _keeps_types(function: ProperType) -> bool:
    """Whether a generic function returns the type of its arguments: ``(Array[D]) -> Array[D]``."""
    return (
        isinstance(function, CallableType)
        and bool(function.variables)
        and all(is_same_type(each, function.ret_type) for each in function.arg_types)
    )


def _returned(function: Type) -> Type:
    """The result type of a function; Any if it has type variables, which mypy would have bound."""
    proper = get_proper_type(function)
    if isinstance(proper, CallableType) and not proper.variables:
        return proper.ret_type
    return _UNKNOWN


def _by_rule(session: Session, ctx: FunctionContext) -> Type | None:
    """The result of a function of JAX for a leaf; None for other functions."""
    inputs = _inputs(session, [typ for types in ctx.arg_types[1:3] for typ in types])
    return ruled_functions.returned(session, ctx.args[0][0], inputs)


def _mapped(session: Session, leaf: ProperType, returned: ProperType) -> Type:
    if array_instance(leaf):
        return with_leaves(returned, lambda each: leaf if stands_in(each) else each)
    below = list(_leaves(leaf))
    if below == [leaf] or not all(map(array_instance, below)):
        return _UNKNOWN
    kept = stands_in(returned) or all(is_same_type(each, returned) for each in below)
    return leaf if kept else _UNKNOWN
