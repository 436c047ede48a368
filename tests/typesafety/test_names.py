"""The tables of names in the plugin, against the installed JAX."""

from __future__ import annotations

import importlib
import inspect

import jax.numpy as jnp
import pytest

from promo_mypy.fullnames import NESTED_FUNCTIONS, POSITIONAL_PARAMETERS
from promo_mypy.types.dtype_strings import NODE_OF_STRING, node_of_string
from promo_typing.rules import FUNCTIONS, parameter_name


@pytest.mark.parametrize("name", NODE_OF_STRING)
def test_strings_name_the_dtype_that_numpy_finds(name: str) -> None:
    assert jnp.dtype(name).name == NODE_OF_STRING[name]


def test_byte_orders() -> None:
    assert [node_of_string(text) for text in ("<f4", "=f4", "|i1", ">f4", "f3")] == [
        jnp.dtype("<f4").name,
        jnp.dtype("=f4").name,
        jnp.dtype("|i1").name,
        None,
        None,
    ]


def _resolve(fullname: str) -> object:
    module, _, name = fullname.rpartition(".")
    return getattr(importlib.import_module(module), name, None)


@pytest.mark.parametrize("fullname", [name for name in FUNCTIONS if _resolve(name) is not None])
def test_positional_only_parameters_have_their_names(fullname: str) -> None:
    """mypy forgets these names; the plugin takes them from the rule, or from its own table."""
    rule = FUNCTIONS[fullname]
    parameters = inspect.signature(_resolve(fullname)).parameters.values()  # type: ignore[arg-type]
    positional = [p.name for p in parameters if p.kind == p.POSITIONAL_ONLY]
    named = {p.name for p in parameters if p.kind != p.POSITIONAL_ONLY}
    ours = [parameter_name(name) for name in (*rule.operands, rule.dtype_parameter or "") if name]
    expected = POSITIONAL_PARAMETERS.get(fullname) or [name for name in ours if name not in named]
    if set(positional).isdisjoint(ours) and expected:
        # The rule has other names for them; then there are as many, in the same order.
        assert len(positional) == len(expected) or not positional
    elif expected:
        assert list(expected) == positional


def test_special_functions_have_rules() -> None:
    assert set(FUNCTIONS) >= NESTED_FUNCTIONS
    assert set(POSITIONAL_PARAMETERS) <= set(FUNCTIONS)
