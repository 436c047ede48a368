"""One surface out of those of all supported versions of JAX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from promo_stubgen.ir.annotation import NONE_VALUE, OPEN, with_none
from promo_stubgen.ir.signatures import Kind, Parameter, Signature, read
from promo_stubgen.surface.entries import Entry, Surface

_ANY_METHOD: Final = read("(self, *args, **kwargs)")


def merge(surfaces: Iterable[Mapping[str, Surface]], module: str) -> Surface:
    """All names of a module in any version, each as the newest version that has it describes it.

    A parameter that one version lacks may be left out, and its default is left open where the
    versions differ in it.
    """
    merged: Surface = {}
    for surface in surfaces:
        for name, newer in surface.get(module, {}).items():
            merged[name] = _merge_entry(merged[name], newer) if name in merged else newer
    return dict(sorted(merged.items()))


def _merge_entry(older: Entry, newer: Entry) -> Entry:
    if older["kind"] != newer["kind"]:
        return newer
    if newer["kind"] == "class definition":
        return _merge_class(older, newer)
    if newer["kind"] != "function":
        return newer
    pairs = zip_longest(older["signatures"], newer["signatures"])
    merged = [each for a, b in pairs if b for each in _merge_two(a or b, b)]
    return {**newer, "signatures": list(dict.fromkeys(merged))}


def _merge_class(older: Entry, newer: Entry) -> Entry:
    """The class of the newer version, with the members that only the older one has."""
    members = {**older["members"], **newer["members"]}
    for name, member in newer["members"].items():
        before = older["members"].get(name, {})
        if "signature" in member and "signature" in before:
            merged = _merge_two(before["signature"], member["signature"])
            signature = merged[0] if len(merged) == 1 else _ANY_METHOD
            members[name] = {**member, "signature": signature}
    order = [*newer["members"], *sorted(set(older["members"]) - set(newer["members"]))]
    if newer["form"] == "class":
        order.sort()
    elif newer["form"] == "named tuple":
        order = list(newer["members"])
    return {**newer, "members": {name: members[name] for name in order}}


def _merge_two(older: Signature, newer: Signature) -> list[Signature]:
    """One signature for both versions; two if arguments by position mean different things."""
    merged = merge_signatures(older, newer)
    return [newer, older] if merged is None else [merged]


def merge_signatures(older: Signature, newer: Signature) -> Signature | None:
    """A signature for the calls that either version takes; None if there is none."""
    before, after = _by_position(older), _by_position(newer)
    for old, new in zip(before, after, strict=False):
        if old.name != new.name and "normal" in (old.kind, new.kind):
            return None
    own = {each.name: each for each in newer.parameters}
    known = {each.name: each for each in older.parameters}
    positional = [
        _merged(known.get(each.name) or _same_place(before, after, each), each) for each in after
    ]
    positional += [_optional(own.get(each.name, each), each.kind) for each in before[len(after) :]]
    names = {each.name for each in positional}
    rest = [each for each in newer.parameters if each not in after and each.name not in names]
    gone = [each for each in older.parameters if each.name not in names | set(own)]
    gone = [each for each in gone if each.kind in ("keyword", "**")]
    others = [*(_merged(known.get(each.name), each) for each in rest), *map(_optional, gone)]
    kinds: tuple[Kind, ...] = ("*", "keyword", "**")
    ordered = [each for kind in kinds for each in others if each.kind == kind]
    return Signature(tuple(_defaults_last([*positional, *ordered])), newer.returns)


def _by_position(signature: Signature) -> list[Parameter]:
    return [each for each in signature.parameters if each.kind in ("positional", "normal")]


def _same_place(
    before: Sequence[Parameter], after: Sequence[Parameter], parameter: Parameter
) -> Parameter | None:
    """The parameter of the older version at the same place; names of these do not matter."""
    place = after.index(parameter)
    return before[place] if place < len(before) else None


def _optional(parameter: Parameter, kind: Kind | None = None) -> Parameter:
    parameter = replace(parameter, kind=kind or parameter.kind)
    if parameter.kind in ("*", "**") or parameter.default is not None:
        return parameter
    return replace(parameter, default=OPEN)


def _defaults_last(parameters: Iterable[Parameter]) -> Iterable[Parameter]:
    """No required parameter after an optional one that is given by position, too."""
    optional = False
    for each in parameters:
        by_position = each.kind in ("positional", "normal")
        yield _optional(each) if by_position and optional else each
        optional = optional or (by_position and each.default is not None)


def _merged(older: Parameter | None, newer: Parameter) -> Parameter:
    """The parameter of the newer version, with a default that is true of both."""
    if older is None:
        return _optional(newer)
    if older.default == newer.default:
        return newer
    if NONE_VALUE in (older.default, newer.default) and newer.annotation:
        newer = replace(newer, annotation=with_none(newer.annotation))
    return replace(newer, default=OPEN)
