"""The committed surface is that of the installed JAX, and nothing of it is lost."""

from __future__ import annotations

import json

import jax.numpy as jnp

from promo_stubgen import surface
from promo_stubgen.merging import merge
from promo_stubgen.signatures import parse

MODULE = "jax.numpy"


def test_the_surface_of_the_installed_jax_is_current() -> None:
    path, text = surface.installed()
    assert path.read_text(encoding="utf-8") == text


def test_the_surface_has_every_public_name() -> None:
    path, _ = surface.installed()
    names = set(json.loads(path.read_text(encoding="utf-8"))[MODULE])
    assert {name for name in dir(jnp) if not name.startswith("_")} <= names


def test_merging_keeps_all_names_and_parameters_of_the_newest_version() -> None:
    *_, newest = surface.load()
    merged = merge(surface.load(), MODULE)
    assert set(newest[MODULE]) <= set(merged)
    for name, entry in newest[MODULE].items():
        signatures = merged[name].get("signatures", [])
        for new, text in zip(entry.get("signatures", []), signatures, strict=True):
            parameters = [each.name for each in parse(new).parameters]
            assert [each.name for each in parse(text).parameters] == parameters


def test_a_signature_survives_being_written_and_read() -> None:
    for module in surface.load():
        for entry in module[MODULE].values():
            for text in entry.get("signatures", []):
                assert str(parse(text)) == text
