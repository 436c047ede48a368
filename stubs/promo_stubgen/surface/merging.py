"""Merges the surfaces of all supported versions of JAX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from promo_stubgen.ir.annotation import NONE_VALUE, OPEN, with_none
from promo_stubgen.ir.signatures import Kind, Parameter, Signature, read
from promo_stubgen.surface.entries import Entry, Surface

_ANY_CALL: Final = read("(self, *args, **kwargs)")


def merge(surfaces: Iterable[Mapping[str, Surface]], module: str) -> Surface:
    """All names of a module in any version, each with the entry of the newest version.

    A parameter that one version lacks is optional. A default in which versions differ is left open.

    Args:
        surfaces: the surfaces of the versions, the oldest first.
        module: the full name of the module.
    """
    newest_first = [surface.get(module, {}) for surface in surfaces][::-1]
    return {
        name: _merged_entry(entries) for name, entries in sorted(_by_name(newest_first).items())
    }


def _by_name(versions: Iterable[Mapping[str, Entry]]) -> Mapping[str, list[Entry]]:
    """The entries of each name in the versions that have it."""
    found: dict[str, list[Entry]] = {}
    for version in versions:
        for name, entry in version.items():
            found.setdefault(name, []).append(entry)
    return found


def _merged_entry(entries: Sequence[Entry]) -> Entry:
    newest = entries[0]
    alike = [each for each in entries if each["kind"] == newest["kind"]]
    if newest["kind"] == "class definition":
        return _merged_class(alike)
    return _merged_function(alike) if newest["kind"] == "function" else newest


def _merged_function(entries: Sequence[Entry]) -> Entry:
    """The overloads of the newest version, each merged with those at its place in older ones."""
    merged: list[Signature] = []
    for place in range(len(entries[0]["signatures"])):
        merged += _merged_signatures(
            each["signatures"][place] for each in entries if place < len(each["signatures"])
        )
    return {**entries[0], "signatures": list(dict.fromkeys(merged))}


def _merged_class(entries: Sequence[Entry]) -> Entry:
    """The class of the newest version, with members that only older versions have."""
    newest = entries[0]
    by_name = _by_name(each["members"] for each in entries)
    members = {name: _merged_member(each) for name, each in by_name.items()}
    order = [*newest["members"], *sorted(set(members) - set(newest["members"]))]
    if newest["form"] == "class":
        order.sort()
    elif newest["form"] == "named tuple":
        order = list(newest["members"])
    return {**newest, "members": {name: members[name] for name in order}}


def _merged_member(members: Sequence[Entry]) -> Entry:
    if "signature" not in members[0]:
        return members[0]
    merged = _merged_signatures(each["signature"] for each in members if "signature" in each)
    return {**members[0], "signature": merged[0] if len(merged) == 1 else _ANY_CALL}


def _merged_signatures(newest_first: Iterable[Signature]) -> list[Signature]:
    """One signature for all versions, or several if parameters have changed places."""
    merged: list[Signature] = []
    for older in newest_first:
        for place, newer in enumerate(merged):
            both = merge_signatures(older, newer)
            if both is not None:
                merged[place] = both
                break
        else:
            merged.append(older)
    return merged


def merge_signatures(older: Signature, newer: Signature) -> Signature | None:
    """A signature for the calls of both versions, None if there is none."""
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
    """The older version's parameter at the same position, whatever its name is."""
    place = after.index(parameter)
    return before[place] if place < len(before) else None


def _optional(parameter: Parameter, kind: Kind | None = None) -> Parameter:
    parameter = replace(parameter, kind=kind or parameter.kind)
    if parameter.kind in ("*", "**") or parameter.default is not None:
        return parameter
    return replace(parameter, default=OPEN)


def _defaults_last(parameters: Iterable[Parameter]) -> Iterable[Parameter]:
    """Make positional parameters after an optional one optional, too."""
    optional = False
    for each in parameters:
        by_position = each.kind in ("positional", "normal")
        yield _optional(each) if by_position and optional else each
        optional = optional or (by_position and each.default is not None)


def _merged(older: Parameter | None, newer: Parameter) -> Parameter:
    """The newer version's parameter, with a default that fits both versions."""
    if older is None:
        return _optional(newer)
    if older.default == newer.default:
        return newer
    if NONE_VALUE in (older.default, newer.default) and newer.annotation:
        newer = replace(newer, annotation=with_none(newer.annotation))
    return replace(newer, default=OPEN)
