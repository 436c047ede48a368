"""Makes one overload of several that say the same, since checkers pay for each of them.

pyrefly tries all overloads on every call, and each has to be read. The order of overloads matters
only where two of them take the same operands and return something else; so much of the order is
kept. Two overloads with the same result become one if nothing has to stand between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, TypeAlias

from promo_stubgen.operand_aliases import shortened
from promo_stubgen.operand_sets import Operands, operands, union
from promo_stubgen.signatures import Parameter, Signature
from promo_typing.semantics import Semantics

_VARIABLE: Final = re.compile(r"\b_[A-Z]\w*\b(?!\[)")
"""A private name that has no subscript is that of a TypeVar, and not of a class."""

_Arguments: TypeAlias = dict[str, Operands | None]
"""By parameter what is taken; None if that is not known."""


@dataclass(eq=False, slots=True)
class _Node:
    """An overload: what it takes, what of that no earlier one takes, and who must come behind."""

    signature: Signature
    place: int
    taken: _Arguments
    reaching: _Arguments
    behind: set[_Node]


def contracted(overloads: Sequence[Signature], semantics: Semantics) -> list[Signature]:
    """Return as few overloads as found that give each call the result of its first overload.

    Args:
        overloads: with annotations that :mod:`promo_stubgen.operand_sets` knows; of what it does
            not know it is assumed that a call may fit several.
        semantics: the settings.
    """
    nodes = _nodes(overloads, semantics)
    for one, other in combinations(nodes, 2):
        if one.signature.returns != other.signature.returns and _share_calls(one, other):
            one.behind.add(other)
    while _contract_one(nodes, semantics):
        pass
    signatures = [each.signature for each in _in_order(nodes)]
    if len(signatures) == 1:
        return signatures
    return [_shortened(each, semantics) for each in signatures]


def _shortened(signature: Signature, semantics: Semantics) -> Signature:
    """The signature with shorter annotations, each member of which costs at every call."""
    return Signature(
        tuple(
            replace(each, annotation=shortened(each.annotation, semantics))
            if each.annotation
            else each
            for each in signature.parameters
        ),
        signature.returns,
    )


def _nodes(overloads: Sequence[Signature], semantics: Semantics) -> list[_Node]:
    """The overloads that calls can reach, with the arguments that no earlier one takes.

    Of the last one nothing is subtracted: it is there for unions that no other takes as a whole.
    """
    found: list[_Node] = []
    for place, signature in enumerate(overloads):
        taken = _arguments(signature, semantics)
        reaching = dict(taken)
        for earlier in overloads[:place] if place + 1 < len(overloads) else ():
            _subtract(reaching, signature, earlier, semantics)
        hidden = any(_takes_all(each.signature, signature, taken, semantics) for each in found)
        if not hidden and frozenset() not in reaching.values():
            found.append(_Node(signature, place, taken, reaching, set()))
    return found


def _arguments(signature: Signature, semantics: Semantics) -> _Arguments:
    return {each.name: operands(each.annotation or "Any", semantics) for each in signature.parameters}


def _subtract(
    reaching: _Arguments, signature: Signature, earlier: Signature, semantics: Semantics
) -> None:
    """Take away what an earlier overload takes, if it differs in one parameter that must be given."""
    if not _same_names(signature, earlier):
        return
    pairs = list(zip(signature.parameters, earlier.parameters, strict=True))
    narrower = [a for a, b in pairs if not _takes(b, a, reaching[a.name], semantics)]
    if len(narrower) == 1 and narrower[0].default is None:
        (parameter,) = narrower
        own = reaching[parameter.name]
        taken = _arguments(earlier, semantics)[parameter.name]
        if own is not None and taken is not None:
            reaching[parameter.name] = own - taken


def _contract_one(nodes: list[_Node], semantics: Semantics) -> bool:
    for one, other in combinations(nodes, 2):
        signature = _union(one, other, semantics)
        if signature and not _is_behind(other, one) and not _is_behind(one, other):
            one.signature = signature
            one.behind |= other.behind
            one.reaching = {
                name: _either_of([each.reaching.get(name) for each in (one, other)])
                for name in one.reaching
            }
            for each in nodes:
                if other in each.behind:
                    each.behind.remove(other)
                    each.behind.add(one)
            nodes.remove(other)
            return True
    return False


def _either_of(arguments: Sequence[Operands | None]) -> Operands | None:
    known = [each for each in arguments if each is not None]
    return frozenset().union(*known) if len(known) == len(arguments) else None


def _is_behind(node: _Node, first: _Node) -> bool:
    """Whether an overload must come behind another one, be it for the sake of a third."""
    seen, found = {first}, [first]
    while found:
        for each in found.pop().behind - seen:
            seen.add(each)
            found.append(each)
    return node in seen


def _in_order(nodes: Iterable[_Node]) -> list[_Node]:
    """The overloads, each as early as it stood if those that must precede it do."""
    rest, ordered = sorted(nodes, key=lambda each: each.place), []
    while rest:
        waiting = {behind for each in rest for behind in each.behind}
        following = next(each for each in rest if each not in waiting)
        rest.remove(following)
        ordered.append(following)
    return ordered


def _union(one: _Node, other: _Node, semantics: Semantics) -> Signature | None:
    """One signature for the calls of either; None if it would take further calls."""
    a, b = one.signature, other.signature
    if a.returns != b.returns or _VARIABLE.search(a.returns or ""):
        return None
    if _takes_all(b, a, one.reaching, semantics):
        return b
    if _takes_all(a, b, other.reaching, semantics):
        return a
    if len(a.parameters) != len(b.parameters):
        return None
    different = [pair for pair in zip(a.parameters, b.parameters, strict=True) if len({*pair}) > 1]
    if len(different) != 1:
        return None
    ((mine, theirs),) = different
    annotations = mine.annotation or "Any", theirs.annotation or "Any"
    if replace(mine, annotation=theirs.annotation) != theirs or _has_items(annotations):
        return None
    merged = replace(mine, annotation=union(annotations, semantics))
    return Signature(tuple(merged if p == mine else p for p in a.parameters), a.returns)


def _has_items(annotations: Iterable[str]) -> bool:
    """Whether a list display may be meant, whose items mypy then takes for those of any member."""
    return any("Sequence[" in each for each in annotations)


def _share_calls(one: _Node, other: _Node) -> bool:
    """Whether a call that reaches one overload may fit a later one, too."""
    ours = {each.name: each for each in one.signature.parameters}
    theirs = {each.name: each for each in other.signature.parameters}
    common = ours.keys() & theirs.keys()
    alone = [each for name, each in (ours | theirs).items() if name not in common]
    if any(each.kind == "keyword" and each.default is None for each in alone):
        return False
    return all(
        (ours[name].default and theirs[name].default)
        or _share(one.reaching[name], other.taken[name])
        for name in common
    )


def _share(one: Operands | None, other: Operands | None) -> bool:
    return one is None or other is None or bool(one & other)


def _takes_all(
    wide: Signature, narrow: Signature, arguments: _Arguments, semantics: Semantics
) -> bool:
    """Whether a signature takes all calls of another one with these arguments."""
    return _same_names(wide, narrow) and all(
        _takes(a, b, arguments[b.name], semantics)
        for a, b in zip(wide.parameters, narrow.parameters, strict=True)
    )


def _takes(
    wide: Parameter, narrow: Parameter, arguments: Operands | None, semantics: Semantics
) -> bool:
    if wide.kind != narrow.kind or (narrow.default and not wide.default):
        return False
    if wide.annotation in (narrow.annotation, "Any"):
        return True
    more = operands(wide.annotation or "Any", semantics)
    return more is not None and arguments is not None and arguments <= more


def _same_names(one: Signature, other: Signature) -> bool:
    return [each.name for each in one.parameters] == [each.name for each in other.parameters]
