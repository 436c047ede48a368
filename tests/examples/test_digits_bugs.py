"""Each mistake is found at its line, and JAX does what the README says."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import jax
import jax.numpy as jnp
import pytest

from examples.digits_bugs import data, model, precision, train
from promo_typing import Array, is_array

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = "examples/digits_bugs"

MISTAKES: Final = {
    ("data.py", "return images / BRIGHTEST"): (
        "return-value",
        'Incompatible return value type (got "Array[float32]", expected "Array[bfloat16]")',
    ),
    ("model.py", "return jnp.where(x > 0, x, LEAK * x)"): (
        "return-value",
        'Incompatible return value type (got "Array[float32]", expected "Array[bfloat16]")',
    ),
    ("model.py", "return (x & mask) / KEEP"): (
        "dtype-operand",
        "bfloat16 & bfloat16: jnp.bitwise_and does not accept bfloat16; it takes bool and integers",
    ),
    ("precision.py", "return LossScale(factor, steps)"): (
        "arg-type",
        'Argument 2 to "LossScale" has incompatible type "Array[weak_float]"; '
        'expected "Array[int32]"',
    ),
    ("train.py", "return jnp.equal(jnp.argmax(scores, axis=-1), batch.labels)"): (
        "dtype-promotion",
        "jnp.equal(int32, uint4): JAX has no implicit promotion between them",
    ),
    ("train.py", "return jnp.mean(now - before)"): (
        "dtype-operand",
        "bool - bool: jnp.subtract does not accept bool; it takes any dtype but bool; write x ^ y",
    ),
    ("train.py", "return jnp.mean(jnp.stack(losses), dtype=jnp.float64)"): (
        "dtype-x64",
        "float64 is asked for, but x64 is off: JAX warns and makes it float32; write jnp.float32",
    ),
    ("train.py", "faster: Array[jnp.float32] = MOMENTUM * v + gradient + WEIGHT_DECAY * weight"): (
        "dtype-promotion",
        "float8_e4m3fn + float32: JAX has no implicit promotion between them",
    ),
}
"""For a file and a line in it: the code and the beginning of the message."""


def _place(file: str, text: str) -> tuple[str, int]:
    lines = (ROOT / FOLDER / file).read_text(encoding="utf-8").splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if line.strip() == text]
    return f"{FOLDER}/{file}", number


def _check(folder: str, expected_status: int) -> dict[str, object]:
    """Run ``promo check`` as a user does, in the root of the repository."""
    command = [sys.executable, "-m", "promo_cli", "check", folder, "--format", "json"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert run.returncode == expected_status, run.stdout + run.stderr
    report: dict[str, object] = json.loads(run.stdout)
    return report


def test_each_mistake_is_found() -> None:
    findings = _check(FOLDER, expected_status=1)["findings"]
    assert isinstance(findings, list)
    errors = [each for each in findings if each["severity"] == "error"]
    # One line has two findings: a lint about the operation, and mypy's error about the result.
    (lint,) = (each for each in errors if each["code"] == "dtype-numpy-widening")
    errors.remove(lint)
    found = {(f["file"], f["line"]): (f["code"], f["message"]) for f in errors}
    assert len(errors) == len(found) == len(MISTAKES) == 8
    assert (lint["file"], lint["line"]) in found
    for (file, text), (code, message) in MISTAKES.items():
        found_code, found_message = found[_place(file, text)]
        assert found_code == code
        assert found_message.startswith(message)


def test_the_original_is_clean() -> None:
    report = _check("examples/digits", expected_status=0)
    assert report["findings"] == []


@pytest.fixture(scope="module")
def images() -> Array[jnp.uint8]:
    return jnp.ones((3, data.PIXELS), jnp.uint8)


def test_division_of_integers(images: Array[jnp.uint8]) -> None:
    assert is_array(data.normalize(images), jnp.float32)


def test_numpy_constant() -> None:
    assert is_array(model.leaky_relu(jnp.ones(3, jnp.bfloat16)), jnp.float32)


def test_mask_of_floats() -> None:
    with pytest.raises(TypeError, match="and does not accept dtype bfloat16"):
        model.dropout(jax.random.key(0), jnp.ones(3, jnp.bfloat16))


def test_counter_of_steps() -> None:
    after = precision.adjust(precision.initial_scale(), jnp.asarray(True))
    assert is_array(after.factor, jnp.float32)
    assert is_array(after.steps, jnp.float32)


def test_labels_in_4_bits(images: Array[jnp.uint8]) -> None:
    master = train.initial_state(jax.random.key(0)).master
    network = model.half(master)
    scores = model.apply(network, data.normalize(images))
    assert is_array(jnp.argmax(scores, axis=-1), jnp.int32)
    with pytest.raises(ValueError, match=r"'uint4'.* no available implicit dtype promotion"):
        train.correct(master, data.Batch(images, jnp.ones(3, jnp.uint4)))


def test_difference_of_bools() -> None:
    mask = jnp.asarray([True, False])
    with pytest.raises(TypeError, match="sub does not accept dtype bool"):
        train.gain(mask, mask)


def test_float64() -> None:
    with pytest.warns(UserWarning, match="float64 .* will be truncated to dtype float32"):
        mean = train.mean_loss([jnp.float32(1), jnp.float32(2)])
    assert is_array(mean, jnp.float32)


def test_velocity_in_float8() -> None:
    state = train.initial_state(jax.random.key(0))
    gradients = jax.tree.map(jnp.ones_like, state.master)
    with pytest.raises(
        ValueError, match=r"'float8_e4m3fn'.* no available implicit dtype promotion"
    ):
        train.update(state.master, state.velocity, gradients)
