"""The committed surface is that of the installed JAX, and no part of it is lost."""

from __future__ import annotations

import pytest

from promo_stubgen.ir.signatures import Parameter, read
from promo_stubgen.surface import files, fragments, installed
from promo_stubgen.surface.merging import merge, merge_signatures

MODULE = "jax.numpy"
PRIVATE = "jax._src"


def test_the_surface_of_the_installed_jax_is_current() -> None:
    path, text = installed.installed()
    assert path.read_text(encoding="utf-8") == text


def test_merging_keeps_all_names_of_all_versions() -> None:
    versions = files.load()
    assert len(versions) > 1
    for version in versions:
        for module, names in version.items():
            assert set(names) <= set(merge(versions, module)), module


def test_merging_keeps_all_parameters_and_requires_none_that_a_version_lacks() -> None:
    """The exception is `*args`, by which one version of `jnp.array` takes deprecated arguments."""
    everything = merge(files.load(), MODULE)
    for version in files.load():
        for name, entry in version[MODULE].items():
            merged = everything[name].get("signatures", [])
            for own, whole in zip(entry.get("signatures", []), merged, strict=False):
                parameters = {each.name: each for each in own.parameters}
                kept = {each.name: each for each in whole.parameters}
                assert parameters.keys() - kept.keys() <= {"args"}
                required = {name for name, each in kept.items() if _is_required(each)}
                assert required <= parameters.keys()


def test_a_function_of_several_names_is_written_by_hand_under_all_or_none() -> None:
    for version in files.load():
        by_hand: dict[str, dict[str, bool]] = {}
        for module, names in version.items():
            defined = fragments.fragment(module).defined
            for name, entry in names.items():
                if "is" in entry and not module.startswith(PRIVATE):
                    by_hand.setdefault(entry["is"], {})[f"{module}.{name}"] = name in defined
        assert len(by_hand["jax._src.custom_derivatives.custom_gradient"]) == 2
        assert [each for each in by_hand.values() if len({*each.values()}) > 1] == []


def _is_required(parameter: Parameter) -> bool:
    return parameter.default is None and parameter.kind in ("normal", "keyword")


@pytest.mark.parametrize(
    ("older", "newer", "merged"),
    [
        ("(a, b)", "(a, b, c=1)", "(a, b, c=1)"),
        ("(a)", "(a, b)", "(a, b=...)"),
        ("(a, b=1)", "(a, *, b=1)", "(a, b=1)"),
        ("(a, b, c)", "(a, b)", "(a, b, c=...)"),
        ("(a, *, old)", "(a, *, new)", "(a, *, new=..., old=...)"),
        ("(a, b=1)", "(a, b=None)", "(a, b=...)"),
        ("(x, /)", "(y, /)", "(y, /)"),
        ("(a, **options)", "(a, *, b)", "(a, *, b=..., **options)"),
    ],
)
def test_a_merged_signature_takes_the_calls_of_both_versions(
    older: str, newer: str, merged: str
) -> None:
    assert str(merge_signatures(read(older), read(newer))) == merged


def test_signatures_do_not_merge_if_an_argument_by_position_has_two_meanings() -> None:
    assert merge_signatures(read("(shapes, names)"), read("(sizes, names)")) is None


@pytest.mark.parametrize(
    ("signatures", "merged"),
    [
        (["(a=None)", "(a: int = 1)", "(a: int = 2)"], ["(a: int | None = ...)"]),
        (["(a: int = 1)", "(a=None)", "(a: int = 2)"], ["(a: int | None = ...)"]),
        (["(a, b)", "(a, b, c)", "(x, b)"], ["(x, b)", "(a, b, c=...)"]),
        (["(a, b)", "(x, b)", "(a, b, c)"], ["(a, b, c=...)", "(x, b)"]),
    ],
)
def test_three_versions_merge_to_an_overload_for_each_meaning(
    signatures: list[str], merged: list[str]
) -> None:
    """The overload of the oldest version comes first."""
    surfaces = [
        {"m": {"f": {"kind": "function", "signatures": [read(each)]}}} for each in signatures
    ]
    found = merge(surfaces, "m")["f"]["signatures"]
    assert [*map(str, found)] == merged


def test_a_surface_survives_being_read_and_written() -> None:
    """Annotations and signatures are parsed to values, which lose nothing."""
    for path in files.FOLDER.glob("jax-*.json"):
        assert files.to_text(files.read(path)) == path.read_text(encoding="utf-8")
