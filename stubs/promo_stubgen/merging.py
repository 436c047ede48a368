"""One surface out of those of all supported versions of JAX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest

from promo_stubgen.signatures import ELLIPSIS, Parameter, Signature, parse
from promo_stubgen.surface import Entry, Surface


def merge(surfaces: Iterable[Mapping[str, Surface]], module: str) -> Surface:
    """All names of a module in any version, each as the newest version that has it describes it.

    A parameter's default is left open where the versions differ in it.
    """
    merged: Surface = {}
    for surface in surfaces:
        for name, newer in surface[module].items():
            merged[name] = _merge_entry(merged[name], newer) if name in merged else newer
    return dict(sorted(merged.items()))


def _merge_entry(older: Entry, newer: Entry) -> Entry:
    if older["kind"] != newer["kind"] or newer["kind"] != "function":
        return newer
    pairs = zip_longest(older["signatures"], newer["signatures"])
    merged = [str(_merge_signature(parse(a), parse(b))) if a else b for a, b in pairs if b]
    return {**newer, "signatures": merged}


def _merge_signature(older: Signature, newer: Signature) -> Signature:
    before = {each.name: each for each in older.parameters}
    parameters = (
        _open_default(before.get(each.name, each), each) if each.default is not None else each
        for each in newer.parameters
    )
    return Signature(tuple(parameters), newer.returns)


def _open_default(older: Parameter, newer: Parameter) -> Parameter:
    """The parameter of the newer version, with a default that is true of both."""
    if older.default == newer.default:
        return newer
    optional = "None" in (older.default, newer.default)
    annotation = f"{newer.annotation} | None" if optional and newer.annotation else newer.annotation
    return replace(newer, annotation=annotation, default=ELLIPSIS)
