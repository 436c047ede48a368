"""One surface out of those of all supported versions of JAX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest

from promo_stubgen.extraction import Entry, Surface
from promo_stubgen.signatures import ELLIPSIS, Parameter, Signature, parse


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
    merged = [_merge_texts(a, b) if a else b for a, b in pairs if b]
    return {**newer, "signatures": merged}


def _merge_class(older: Entry, newer: Entry) -> Entry:
    """The class of the newer version, with the members that only the older one has."""
    members = {**older["members"], **newer["members"]}
    for name, member in newer["members"].items():
        before = older["members"].get(name, {})
        if "signature" in member and "signature" in before:
            signature = _merge_texts(before["signature"], member["signature"])
            members[name] = {**member, "signature": signature}
    order = [*newer["members"], *(set(older["members"]) - set(newer["members"]))]
    if newer["form"] == "class":
        order.sort()
    elif newer["form"] == "named tuple":
        order = list(newer["members"])
    return {**newer, "members": {name: members[name] for name in order}}


def _merge_texts(older: str, newer: str) -> str:
    return str(merge_signatures(parse(older), parse(newer)))


def merge_signatures(older: Signature, newer: Signature) -> Signature:
    """A signature for the calls that either version takes, in the order of the newer one."""
    before = {each.name: each for each in older.parameters}
    after = {each.name for each in newer.parameters}
    parameters = [
        _merge_parameter(before[each.name], each)
        if each.name in before
        else _optional(each)
        if older.parameters
        else each
        for each in newer.parameters
    ]
    gone = [_only_older(each) for each in older.parameters if each.name not in after]
    positional = [each for each in gone if each.kind == "positional"]
    if not positional and not any(each.kind == "positional" for each in parameters):
        parameters = _with_gone(parameters, gone)
    return Signature(tuple(_defaults_last(parameters)), newer.returns)


def _only_older(parameter: Parameter) -> Parameter:
    kind = "keyword" if parameter.kind == "normal" else parameter.kind
    return _optional(replace(parameter, kind=kind))


def _optional(parameter: Parameter) -> Parameter:
    if parameter.kind in ("*", "**") or parameter.default is not None:
        return parameter
    return replace(parameter, default=ELLIPSIS)


def _with_gone(parameters: list[Parameter], gone: list[Parameter]) -> list[Parameter]:
    """The parameters and, by keyword, those that only the older version has."""
    kinds = {each.kind for each in parameters}
    keywords = [each for each in gone if each.kind == "keyword" and "**" not in kinds]
    rest = [each for each in parameters if each.kind == "**"]
    return [*(each for each in parameters if each.kind != "**"), *keywords, *rest]


def _defaults_last(parameters: Iterable[Parameter]) -> Iterable[Parameter]:
    """No required parameter after an optional one that is given by position, too."""
    optional = False
    for each in parameters:
        by_position = each.kind in ("positional", "normal")
        if by_position and optional and each.default is None:
            yield _optional(each)
        else:
            yield each
        optional = optional or (by_position and each.default is not None)


def _merge_parameter(older: Parameter, newer: Parameter) -> Parameter:
    """The parameter of the newer version, with a kind and a default that are true of both."""
    merged = newer
    if {older.kind, newer.kind} == {"normal", "keyword"}:
        merged = replace(merged, kind="keyword")
    if older.default == newer.default:
        return merged
    if "None" in (older.default, newer.default) and newer.annotation:
        merged = replace(merged, annotation=f"{newer.annotation} | None")
    return replace(merged, default=ELLIPSIS)
