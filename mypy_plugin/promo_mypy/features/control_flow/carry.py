"""How the dtypes of a carry change in a loop, and which changes JAX refuses.

JAX traces the body with the initial value. If a weak leaf of it comes out with another dtype, JAX
promotes the leaf to a strong one and traces the body again, but only once. Then each leaf must come
out with the dtype with which it went in; only its weakness may change
(``_promote_weak_typed_input`` and ``_check_carry_type`` of ``jax._src.lax.control_flow.loops``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mypy.types import ProperType, Type

from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.pytrees import Change, pairs, unknown_array, with_leaves, with_pairs
from promo_mypy.types.symbols import exact_node, node_symbol
from promo_typing.core.dtypes import DEFAULTS, PRNG_KEY
from promo_typing.lattice.semantics import Semantics


def promoted(session: Session, before: Type, after: Type) -> Type:
    """Return the carry with which JAX traces the body for the last time.

    Args:
        session: the session.
        before: the carry that goes into the first trace.
        after: the carry that comes out of the first trace; if a leaf of it is unknown, a weak leaf
            becomes unknown.
    """
    return with_pairs(before, after, lambda one, other: _promoted_leaf(session, one, other))


def _promoted_leaf(session: Session, one: ProperType, other: ProperType) -> Type:
    goes_in = dtype_of(session, one)
    if goes_in not in DEFAULTS:
        return one
    comes_out = dtype_of(session, other)
    if comes_out is None:
        return unknown_array(session.converter)
    node = _promoted_node(session.semantics, goes_in, comes_out)
    return (node and session.converter.array([node_symbol(node)])) or one


def _promoted_node(semantics: Semantics, before: str, after: str) -> str | None:
    """The dtype to which JAX promotes the initial value; None if JAX keeps the value."""
    if after == PRNG_KEY or not _differ(semantics, before, after):
        return None
    joined = semantics.lattice.join(before, after)
    return None if joined is None else semantics.strong(joined)


def not_weak(session: Session, tree: Type) -> Type:
    """Return a pytree in which weak arrays are strong arrays of their default dtypes."""

    def default(node: str) -> Type | None:
        return session.converter.array([node_symbol(session.semantics.strong(node))])

    return _without_weak(session, tree, default)


def open_to_weakness(session: Session, tree: Type) -> Type:
    """Return a pytree whose weak leaves are unknown, to fill the unknown leaves of another one.

    The other pytree has the same dtypes, but perhaps another weakness. So a weak leaf does not fill
    its leaf. A strong leaf does, although the other may be weak there: that one counts as an array
    of its default dtype, as in an annotation.
    """
    return _without_weak(session, tree, lambda _: unknown_array(session.converter))


def _without_weak(session: Session, tree: Type, instead: Callable[[str], Type | None]) -> Type:
    def leaf_without(leaf: ProperType) -> Type:
        node = dtype_of(session, leaf)
        return (instead(node) if node in DEFAULTS else None) or leaf

    return with_leaves(tree, leaf_without)


def as_given(session: Session, promoted: Type, before: Type) -> Type:
    """Return the promoted carry for a message, with the original leaves where no dtype changes.

    So a message calls ``0`` a weak integer.
    """

    def given(new: ProperType, old: ProperType) -> Type:
        one, other = dtype_of(session, new), dtype_of(session, old)
        return old if one and other and not _differ(session.semantics, one, other) else new

    return with_pairs(promoted, before, given)


def changes(session: Session, one: Type, other: Type) -> Iterator[Change]:
    """Yield the leaves whose dtypes are known and differ in two pytrees."""
    for steps, left, right in pairs(one, other):
        first, second = dtype_of(session, left), dtype_of(session, right)
        if first and second and _differ(session.semantics, first, second):
            yield Change(steps, first, second)


def dtype_of(session: Session, leaf: ProperType) -> str | None:
    """Return the dtype of an array; None for other leaves."""
    return exact_node(session.converter.operand(leaf)) if array_instance(leaf) is not None else None


def _differ(semantics: Semantics, one: str, other: str) -> bool:
    return semantics.strong(one) != semantics.strong(other)
