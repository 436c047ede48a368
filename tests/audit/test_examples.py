"""The audit of the digits finds nothing in the original, and the planted mistakes in its twin."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import pytest

from examples.digits import data, train
from examples.digits_bugs import data as data_bugs
from examples.digits_bugs import model as model_bugs
from examples.digits_bugs import precision as precision_bugs
from examples.digits_bugs import train as train_bugs
from promo_runtime.auditing import Conversion, Flag, Origin
from tests.audit.all_lints import audit

IMAGES: Final = (train.BATCH_SIZE, data.PIXELS)
LABELS: Final = (train.BATCH_SIZE,)


def state(program: Any) -> Any:
    return jax.eval_shape(program.initial_state, jax.random.key(0))


def batch(program: Any, pixel: Any, label: Any) -> Any:
    pixels, labels = jax.ShapeDtypeStruct(IMAGES, pixel), jax.ShapeDtypeStruct(LABELS, label)
    return program.Batch(pixels, labels)


def test_nothing_is_found_in_the_original() -> None:
    given, digits = state(train), batch(data, jnp.bfloat16, jnp.int32)
    for report in (
        audit(train.step)(given, digits),
        audit(jax.jit(train.step))(given, digits),
        audit(train.accuracy)(given.master, digits),
    ):
        assert report.findings == ()
        assert Origin.EXPLICIT in {found.origin for found in report.conversions}


def facts(found: Conversion) -> tuple[str, str, str, str, int]:
    assert found.place is not None
    line = Path(found.place.file).read_text(encoding="utf-8").splitlines()[found.place.line - 1]
    return line.strip(), found.operation, found.source, found.target, found.elements


WIDEN: Final = ("bfloat16", "float32")
SIZES: Final = (data.PIXELS, *train.HIDDEN_SIZES, data.CLASSES)
LINEAR: Final = "return x @ layer.weights + layer.bias"
NORMALIZE: Final = "return images / BRIGHTEST"
LEAKY_RELU: Final = "return jnp.where(x > 0, x, LEAK * x)"
IN_NORMALIZE: Final = (NORMALIZE, "truediv", "uint8", "float32", IMAGES[0] * IMAGES[1])
IN_LAYERS: Final = [
    fact
    for inputs, outputs in itertools.pairwise(SIZES)
    for fact in (
        (LINEAR, "matmul", *WIDEN, inputs * outputs),
        (LINEAR, "add", *WIDEN, outputs),
    )
]
"""The conversions that follow from a float32 input of the network: its weights become float32."""


def half() -> Any:
    return jax.eval_shape(model_bugs.half, state(train_bugs).master)


def planted_loss(network: Any, images: Any, labels: Any) -> Any:
    return train_bugs.cross_entropy(model_bugs.apply(network, data_bugs.normalize(images)), labels)


@pytest.mark.parametrize("transform", [lambda fn: fn, jax.jit, jax.grad, jax.value_and_grad])
def test_upcast_of_the_images(transform: Callable[[Any], Any]) -> None:
    digits = batch(data_bugs, jnp.uint8, jnp.uint4)
    report = audit(transform(planted_loss))(half(), digits.images, digits.labels)
    assert sorted(map(facts, report.findings)) == sorted([IN_NORMALIZE, *IN_LAYERS])


def test_upcast_of_the_activations() -> None:
    images = jax.ShapeDtypeStruct(IMAGES, jnp.bfloat16)
    report = audit(model_bugs.apply)(half(), images)
    first = train.BATCH_SIZE * train.HIDDEN_SIZES[0]
    leaks = [(LEAKY_RELU, operation, *WIDEN, first) for operation in ("rmul", "where")]
    # The first layer is still bfloat16; after the first activation all is float32.
    assert sorted(map(facts, report.findings)) == sorted([*leaks, *IN_LAYERS[2:]])


def test_upcast_of_the_counter() -> None:
    scale = jax.eval_shape(precision_bugs.initial_scale)
    report = audit(precision_bugs.adjust)(scale, jax.ShapeDtypeStruct((), jnp.bool))
    (found,) = report.findings
    line = "steps = jnp.where(finite & ~grows, scale.steps + 1, 0.0)"
    assert facts(found) == (line, "where", "int32", "float32", 1)
    assert found.flags == {Flag.LOSSY}


def test_what_raises_in_jax_raises_in_an_audit() -> None:
    digits = batch(data_bugs, jnp.uint8, jnp.uint4)
    with pytest.raises(TypeError, match="does not accept dtype"):
        audit(train_bugs.step)(state(train_bugs), digits, jax.random.key(0))
