"""The rules of layers agree with the libraries, whatever dtype the parameters are cast to.

Each layer is traced with each choice of dtypes for its constructor, with inputs of each dtype, and
with its parameters cast to each dtype that is not wider than their original one.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_mypy.features.layers.catalogue import LAYERS, OWNING, POOLING
from promo_mypy.features.layers.rules import Choice, Layer, Result, result
from promo_typing.lattice.semantics import Semantics
from tests.tracebacks import whole_tracebacks
from tests.unit.systems.libraries import library

from .libraries import EXAMPLES, MAKERS, Called, Example, Shape

pytestmark = pytest.mark.slow

COMPUTED = ("bfloat16", "float16", "float32")
INPUTS = {False: (*COMPUTED, "complex64", "int32"), True: ("float32", "float64", "complex128")}
"""By whether x64 is on."""
CHOSEN = {False: COMPUTED, True: ("float64",)}


def _class(name: str) -> type:
    library(name.partition(".")[0])
    module, _, attribute = name.rpartition(".")
    found: type = getattr(importlib.import_module(module), attribute)
    return found


def _made(example: Example, chosen: dict[str, Any]) -> Called:
    package = next(each for each in MAKERS if example.name.startswith(each))
    return MAKERS[package](_class(example.name), example, chosen)


def _choices(layer: Layer, floats: Sequence[str]) -> Iterator[Choice]:
    """The choices for a constructor: a dtype of the computation, or of the parameters, or none."""
    yield Choice()
    if layer.dtype is not None:
        yield from (Choice(dtype=each) for each in floats)
    if layer.param_dtype is not None:
        yield from (Choice(param_dtype=each) for each in floats)


def _casts(layer: Layer, choice: Choice, semantics: Semantics) -> list[str | None]:
    """The dtypes to cast parameters to, none wider than theirs; None stands for no cast."""
    if choice.dtype is not None:
        return [None, "bfloat16"]
    floats = (*COMPUTED, "float64") if semantics.x64 else COMPUTED
    widest = choice.param_dtype or semantics.strong(layer.widest)
    join = semantics.lattice.join
    return [None, *(each for each in floats if join(each, widest) == widest)]


def _differences(example: Example, semantics: Semantics) -> tuple[int, list[str]]:
    """The number of known results, and a line for each that differs from the library's."""
    layer, known, wrong = LAYERS[example.name], 0, list[str]()
    for choice in _choices(layer, CHOSEN[semantics.x64]):
        given = {layer.dtype: choice.dtype, layer.param_dtype: choice.param_dtype}
        chosen = {name: each for name, each in given.items() if name and each}
        called = _made(example, chosen)
        for dtype in ("int32",) if example.counts else INPUTS[semantics.x64]:
            expected = result(layer, choice, [dtype] * len(example.shapes), semantics)
            if expected is None:
                continue
            inputs = [Shape(shape, dtype) for shape in example.shapes]
            for cast in _casts(layer, choice, semantics):
                found = _returned(called, inputs, cast)
                known += found is not None
                if found not in (None, expected):
                    wrong.append(f"{choice} {dtype} {cast}: {found}, not {expected}")
    return known, wrong


def _returned(called: Called, inputs: list[Shape], cast: str | None) -> str | None:
    """The dtype that a layer returns; None if it refuses these inputs."""
    with suppress(TypeError, ValueError), whole_tracebacks():
        found = jax.tree.leaves(called(inputs, cast))
        names = {f"weak {each.dtype}" if each.weak_type else str(each.dtype) for each in found}
        return " and ".join(sorted(names))
    return None


@pytest.mark.parametrize("x64", [False, True], ids=["x32", "x64"])
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_known_results_are_those_of_the_library(example: Example, x64: bool) -> None:
    with jax.enable_x64(x64):
        known, wrong = _differences(example, Semantics(x64=x64))
    assert not wrong
    # A result that depends only on parameters is known only if nothing can cast them.
    layer = LAYERS[example.name]
    is_of_parameters = layer.result is Result.CHOSEN and layer.dtype is None
    assert known or is_of_parameters, "nothing is known of it, or it refuses all inputs"


def _of_parameters_as_made(example: Example, semantics: Semantics) -> Iterator[tuple[str, str]]:
    """The known results of a layer whose parameters are not cast, each with the library's."""
    layer = LAYERS[example.name]
    for choice in _choices(layer, CHOSEN[semantics.x64]):
        given = {layer.dtype: choice.dtype, layer.param_dtype: choice.param_dtype}
        called = _made(example, {name: each for name, each in given.items() if name and each})
        dtypes = ("int32",) if example.counts else (*INPUTS[semantics.x64], "int8", "bool")
        for first, *rest in product(dtypes, repeat=min(len(example.shapes), 2)):
            names = [first, *(rest * 2)][: len(example.shapes)]
            expected = result(layer, choice, names, semantics, is_as_made=True)
            inputs = [Shape(*each) for each in zip(example.shapes, names, strict=True)]
            found = _returned(called, inputs, None) if expected is not None else None
            if expected is not None and found is not None:
                yield found, expected


@pytest.mark.parametrize("x64", [False, True], ids=["x32", "x64"])
@pytest.mark.parametrize(
    "example", [e for e in EXAMPLES if e.name.startswith(OWNING)], ids=lambda each: each.name
)
def test_more_is_known_of_parameters_that_nothing_casts(example: Example, x64: bool) -> None:
    with jax.enable_x64(x64):
        pairs = [*_of_parameters_as_made(example, Semantics(x64=x64))]
    assert pairs
    assert [pair for pair in pairs if pair[0] != pair[1]] == []


def test_every_layer_is_compared() -> None:
    assert {example.name for example in EXAMPLES} == LAYERS.keys()


def _inputs_of_single_float(example: Example) -> Iterator[list[Any]]:
    """Inputs that a layer may get in a program whose only float dtype is float32."""
    for dtype in ("int32",) if example.counts else ("float32", "int32", "uint8", "bool"):
        yield [Shape(shape, dtype) for shape in example.shapes]
    if not example.counts:
        yield [Shape(shape, "float32", weak_type=True) for shape in example.shapes]
        yield [np.ones(shape) for shape in example.shapes]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_where_all_floats_are_float32_no_input_has_to_be_known(example: Example) -> None:
    layer = LAYERS[example.name]
    for chosen in ({}, *({name: "float32"} for name in (layer.dtype, layer.param_dtype) if name)):
        choice = Choice(chosen.get(layer.dtype or ""), chosen.get(layer.param_dtype or ""))
        expected = result(layer, choice, [None], Semantics(), is_single=True)
        is_kept = layer.result is Result.KEPT
        assert expected == (None if is_kept else "float32")
        called = _made(example, chosen)
        found = {_returned(called, each, None) for each in _inputs_of_single_float(example)}
        assert is_kept or "float32" in found
        assert is_kept or found <= {"float32", None}


def test_what_is_known_to_be_another_number_is_not_taken_for_float32() -> None:
    for layer in LAYERS.values():
        if layer.result is Result.PROMOTED:
            assert result(layer, Choice(), ["complex64"], Semantics(), is_single=True) is None
        if layer.param_dtype is not None:
            narrow = Choice(param_dtype="bfloat16")
            assert result(layer, narrow, [None], Semantics(), is_single=True) is None


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.name)
def test_weak_inputs_have_no_known_result_but_a_chosen_one(example: Example) -> None:
    layer, weak = LAYERS[example.name], "weak_float"
    count = len(example.shapes)
    assert result(layer, Choice(), [weak] * count, Semantics()) is None
    if layer.dtype is None or example.counts:
        return
    choice = Choice(dtype="bfloat16")
    called = _made(example, {layer.dtype: "bfloat16"})
    inputs = [Shape(shape, jnp.float32, weak_type=True) for shape in example.shapes]
    assert _returned(called, inputs, None) == result(layer, choice, [weak] * count, Semantics())


def test_narrow_inputs_are_unknown_where_wide_parameters_may_be_promoted() -> None:
    promoted = [name for name, layer in LAYERS.items() if layer.result is Result.PROMOTED]
    for name in promoted:
        assert result(LAYERS[name], Choice(), ["bfloat16"], Semantics()) is None
        assert result(LAYERS[name], Choice(), [None], Semantics()) is None


@pytest.mark.parametrize("name", sorted(POOLING))
@pytest.mark.parametrize("dtype", [*COMPUTED, "float64"])
def test_pooling_keeps_the_dtype_of_floats(name: str, dtype: str) -> None:
    pool: Any = _class(name)
    with jax.enable_x64(dtype == "float64"):
        found = jax.eval_shape(
            lambda x: pool(x, (2, 2), (2, 2), "VALID"), Shape((2, 8, 8, 4), dtype)
        )
    assert (found.dtype, found.weak_type) == (jnp.dtype(dtype), False)
