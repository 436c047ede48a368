"""``jax.tree.leaves`` and ``flatten``: lists of the leaves of a pytree.

``leaves_with_path`` and ``flatten_with_path`` put the path before each leaf.

The stubs give the type for containers of one dtype. The plugin adds dictionaries with a type for
each key, and tuples of several dtypes.
"""

from __future__ import annotations

from mypy.plugin import FunctionContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from promo_mypy.features import dictionaries, tree_is_leaf
from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.pytrees import leaves
from promo_mypy.types.unions import union_of


def function(session: Session, ctx: FunctionContext) -> Type:
    """Answer for a tree of arrays; with ``is_leaf``, containers may be leaves."""
    default = ctx.default_return_type
    if len(ctx.args[0]) != 1 or any(ctx.args[2:]):
        return default
    tree = dictionaries.typed(session, ctx.args[0][0], ctx.api) or ctx.arg_types[0][0]
    if not tree_is_leaf.is_usual(ctx.args[1], [tree]):
        return default
    found = list(leaves(tree))
    if not found or not all(map(array_instance, found)):
        return default
    return _of(default, union_of(found))


def _of(declared: Type, leaf: Type) -> Type:
    """The declared list with items of this type; for ``flatten``, the tuple that starts with it."""
    proper = get_proper_type(declared)
    if isinstance(proper, TupleType):
        return proper.copy_modified(items=[_of(proper.items[0], leaf), *proper.items[1:]])
    if not isinstance(proper, Instance):
        return declared
    item = get_proper_type(proper.args[0])
    if isinstance(item, TupleType):
        leaf = item.copy_modified(items=[*item.items[:-1], leaf])
    return proper.copy_modified(args=[leaf])
