"""Merges overloads with the same result, since checkers pay for each of them.

Every checker reads them all, and pyrefly tries them all on every call. The order of two overloads
matters only if some call fits both and they return different types; only that order is kept. Two
overloads with the same result become one if no other has to stand between them.
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
    """An overload: its operands, those that no earlier one takes, and which must follow it."""

    overload: Overload
    place: int
    taken: Arguments
    reaching: Arguments
    behind: set[_Node]


def contracted(overloads: Sequence[Signature], semantics: Semantics) -> list[Signature]:
    """Return fewer overloads with the same result for each call.

    Args:
        overloads: with annotations that :mod:`promo_stubgen.reduce.operand_sets` knows; of what it
            does not know it is assumed that a call may fit several.
        semantics: the settings.
    """
    nodes = _nodes(overloads, semantics)
    for one, other in combinations(nodes, 2):
        differ = one.overload.returns is not other.overload.returns
        # A later overload may move forward, so all that it takes counts.
        if differ and shares_calls(one.overload, one.reaching, other.overload, other.taken):
            one.behind.add(other)
    # The last one is for operands of which no dtype is known.
    untold = overloads[-1].returns
    apart: set[tuple[_Node, _Node]] = set()
    while _contract_one(nodes, apart, untold, semantics):
        pass
    signatures = [each.overload.signature for each in _in_order(nodes)]
    if len(signatures) == 1:
        return signatures
    return [_shortened(each, semantics) for each in signatures]


def _nodes(overloads: Sequence[Signature], semantics: Semantics) -> list[_Node]:
    """The overloads that calls can reach, each with what no earlier one takes.

    Of the last one nothing is subtracted: it is there for unions that no other takes as a whole.
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
    """Merge two overloads if any two can be; return whether there were such.

    Pairs that cannot be one are remembered in ``apart`` until one of the two changes.
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
    """Replace two overloads by one."""
    one.overload = merged
    one.reaching = either(one.reaching, other.reaching)
    one.behind |= other.behind
    nodes.remove(other)
    for each in nodes:
        if other in each.behind:
            each.behind.remove(other)
            each.behind.add(one)


def _is_behind(node: _Node, first: _Node) -> bool:
    """Whether an overload must follow another, directly or by way of others."""
    seen, found = {first}, [first]
    while found:
        for each in found.pop().behind - seen:
            seen.add(each)
            found.append(each)
    return node in seen


def _in_order(nodes: Iterable[_Node]) -> list[_Node]:
    """The overloads in their original order, as far as constraints allow."""
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
