"""Merges overloads with the same result, since each overload costs checkers time.

Every checker reads all overloads, and pyrefly tries all of them on every call. The order of two
overloads is kept only where it matters: if some call fits both, and they return different types.
Two overloads with the same result become one if no other overload must stand between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from promo_stubgen.ir.annotation import Annotation
from promo_stubgen.ir.signatures import Signature
from promo_stubgen.reduce.operand_aliases import shortened
from promo_stubgen.reduce.signature_sets import (
    Arguments,
    Overload,
    either,
    overload,
    shares_calls,
    subtract,
    takes_all,
    union,
)
from promo_typing.lattice.semantics import Semantics


@dataclass(eq=False, slots=True)
class _Node:
    """An overload in the graph of constraints on the order.

    ``taken`` are the operands that it takes, ``reaching`` those that no earlier overload takes, and
    ``behind`` the overloads that must follow it.
    """

    overload: Overload
    place: int
    taken: Arguments
    reaching: Arguments
    behind: set[_Node]


def contracted(overloads: Sequence[Signature], semantics: Semantics) -> list[Signature]:
    """Return fewer overloads with the same result for each call.

    Args:
        overloads: the overloads. Annotations that :mod:`promo_stubgen.reduce.operand_sets` does not
            know are assumed to overlap with all others.
        semantics: the settings.
    """
    nodes = _nodes(overloads, semantics)
    for one, other in combinations(nodes, 2):
        differ = one.overload.returns is not other.overload.returns
        # A later overload may move forward, so all operands that it takes count.
        if differ and shares_calls(one.overload, one.reaching, other.overload, other.taken):
            one.behind.add(other)
    # The last overload is for operands of unknown dtype.
    untold = overloads[-1].returns
    apart: set[tuple[_Node, _Node]] = set()
    while _contract_one(nodes, apart, untold, semantics):
        pass
    signatures = [each.overload.signature for each in _in_order(nodes)]
    if len(signatures) == 1:
        return signatures
    return [_shortened(each, semantics) for each in signatures]


def _nodes(overloads: Sequence[Signature], semantics: Semantics) -> list[_Node]:
    """The overloads that calls can reach, each with the operands that no earlier one takes.

    The last overload keeps all its operands: it is for unions that no other overload takes whole.
    """
    found: list[_Node] = []
    whole = [overload(each, semantics) for each in overloads]
    for place, own in enumerate(whole):
        taken = own.taken
        reaching = dict(taken)
        for earlier in whole[:place] if place + 1 < len(whole) else ():
            subtract(reaching, own, earlier)
        hidden = any(takes_all(each.overload, own, taken) for each in found)
        if not hidden and frozenset() not in reaching.values():
            found.append(_Node(own, place, taken, reaching, set()))
    return found


def _contract_one(
    nodes: list[_Node],
    apart: set[tuple[_Node, _Node]],
    untold: Annotation | None,
    semantics: Semantics,
) -> bool:
    """Merge the first two overloads that can be merged; return whether there were any.

    Pairs that cannot be merged are remembered in ``apart`` until one of the two changes.
    """
    for one, other in combinations(nodes, 2):
        if (one, other) in apart:
            continue
        merged = union(
            one.overload, one.reaching, other.overload, other.reaching, untold, semantics
        )
        if merged is None:
            apart.add((one, other))
        elif not _is_behind(other, one) and not _is_behind(one, other):
            _replace(nodes, one, other, merged)
            apart.difference_update([pair for pair in apart if one in pair])
            return True
    return False


def _replace(nodes: list[_Node], one: _Node, other: _Node, merged: Overload) -> None:
    """Replace two overloads by the merged one."""
    one.overload = merged
    one.reaching = either(one.reaching, other.reaching)
    one.behind |= other.behind
    nodes.remove(other)
    for each in nodes:
        if other in each.behind:
            each.behind.remove(other)
            each.behind.add(one)


def _is_behind(node: _Node, first: _Node) -> bool:
    """Whether an overload must follow another one, directly or through others."""
    seen, found = {first}, [first]
    while found:
        for each in found.pop().behind - seen:
            seen.add(each)
            found.append(each)
    return node in seen


def _in_order(nodes: Iterable[_Node]) -> list[_Node]:
    """The overloads in their original order, as far as the constraints allow."""
    rest, ordered = sorted(nodes, key=lambda each: each.place), []
    while rest:
        waiting = {behind for each in rest for behind in each.behind}
        following = next(each for each in rest if each not in waiting)
        rest.remove(following)
        ordered.append(following)
    return ordered


def _shortened(signature: Signature, semantics: Semantics) -> Signature:
    """The signature with unions replaced by aliases, which checkers handle faster."""
    parameters = (
        each
        if each.annotation is None
        else replace(each, annotation=shortened(each.annotation, semantics))
        for each in signature.parameters
    )
    return Signature(tuple(parameters), signature.returns)
