"""Loops whose carry changes its dtype, and branches that return different ones.

JAX promotes an initial value that is weak, and traces the body again. Apart from that the dtype
that comes out must be the one that went in (``jax._src.lax.control_flow.loops``,
``_check_carry_type``); the branches of a conditional must agree without any promotion.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.types import AnyType, ProperType, Type

from promo_mypy.session import Session
from promo_mypy.types.convert import array_instance
from promo_mypy.types.pytrees import Change, leaves, pairs
from promo_typing.core.dtypes import DEFAULTS, PRNG_KEY
from promo_typing.lattice.semantics import Semantics


def changes(session: Session, before: Type, after: Type) -> list[Change]:
    """Return the leaves of a carry that JAX refuses, as far as their dtypes are known.

    None are returned while another leaf is promoted, for then the body is traced again and may
    return other dtypes.
    """
    if any(isinstance(leaf, AnyType) for leaf in leaves(before)):
        return []
    found = []
    for path, one, other in pairs(before, after):
        goes_in, comes_out = _node(session, one), _node(session, other)
        if goes_in is None or comes_out is None:
            continue
        if _promoted(session.semantics, goes_in, comes_out):
            return []
        if _differ(session.semantics, goes_in, comes_out):
            found.append(Change(path, goes_in, comes_out))
    return found


def differences(session: Session, one: Type, other: Type) -> Iterator[Change]:
    """Yield the leaves that have different dtypes in the results of two branches."""
    for path, left, right in pairs(one, other):
        first, second = _node(session, left), _node(session, right)
        if first and second and _differ(session.semantics, first, second):
            yield Change(path, first, second)


def _node(session: Session, leaf: ProperType) -> str | None:
    if array_instance(leaf) is None:
        return None
    symbols = session.converter.operand(leaf)
    if symbols is None or len(symbols) != 1 or not symbols[0].is_node:
        return None
    return symbols[0].name


def _differ(semantics: Semantics, one: str, other: str) -> bool:
    return semantics.concrete(one) != semantics.concrete(other)


def _promoted(semantics: Semantics, before: str, after: str) -> bool:
    """Whether JAX gives the initial value another dtype."""
    if before not in DEFAULTS or after == PRNG_KEY:
        return False
    joined = semantics.lattice.join(before, after)
    return joined is not None and _differ(semantics, before, joined)
