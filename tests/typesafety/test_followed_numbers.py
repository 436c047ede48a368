"""The values of names and fields with numbers are known beside arrays of 16 bits."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import jax.numpy as jnp
import pytest

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM: Final = """\
import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class Config:
    decay: float = 0.999
    eps: float = 1e-8
    rate: float = 1e-3
    scale: float = 2.0**17


class Average:
    def __init__(self, config, momentum=0.9999):
        self.decay = config.decay
        self.momentum = momentum

    def update(self, average, values):
        decay = self.decay
        return jax.tree.map(lambda a, v: a * decay + v * (1 - decay), average, values)

    def slowly(self, average):
        return average * self.momentum


class Optimizer:
    def __init__(self, config):
        self.config = config

    def step(self, gradient, second):
        return divided(gradient, jnp.sqrt(second), self.config.eps) * -self.config.rate

    def scaled(self, loss):
        return loss * self.config.scale


def divided(gradient, root, eps):
    return gradient / (root + eps)


def default(root, eps=1e-8):
    return root + eps


SETTINGS = {"keyed_decay": 0.9999, "changed_decay": 0.9999, "inner": {"slow": 0.9999}}


def change(settings):
    settings["changed_decay"] = 0.5


def keyed(average, settings):
    decay = settings["keyed_decay"]
    return average * decay


def nested(average):
    return SETTINGS["inner"]["slow"] * average


def changed(average, settings):
    return average + average * settings["changed_decay"]


def main():
    half, brain = jnp.zeros(3, jnp.float16), jnp.ones(3, jnp.bfloat16)
    config = Config()
    average, optimizer = Average(config), Optimizer(config)
    average.update({"w": brain}, {"w": brain})
    average.slowly(brain)
    keyed(brain, SETTINGS)
    nested(brain)
    changed(brain, SETTINGS)
    optimizer.step(half, half)
    optimizer.scaled(half)
    default(half)
    default(half.astype(jnp.float32))


main()
"""
FOUND: Final = {
    "return jax.tree.map(lambda a, v: a * decay + v * (1 - decay), average, values)": "0.999",
    "return average * self.momentum": "0.9999",
    "return average * decay": "0.9999",
    'return SETTINGS["inner"]["slow"] * average': "0.9999",
    "return loss * self.config.scale": "131072.0",
    "return gradient / (root + eps)": "1e-08",
    "return root + eps": "1e-08",
}


def _reported(folder: Path, program: str) -> dict[str, str]:
    """The reported lines, each with the lost number."""
    write(folder, program, SETTINGS)
    lines = program.splitlines()
    pattern = r":(\d+): error: lint: (.*?): .*\[dtype-lost-number\]"
    found = re.findall(pattern, mypy(folder).stdout)
    numbers = {lines[int(line) - 1].strip(): said for line, said in found}
    return {
        line: next(part for part in said.split() if part[0].isdigit())
        for line, said in numbers.items()
    }


def test_a_number_of_a_configuration_is_lost(tmp_path: Path) -> None:
    assert _reported(tmp_path, PROGRAM) == FOUND


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("config = Config()", "config = Config(decay=0.9, eps=1e-4, scale=8.0)"),
        ("config = Config()", "config = Config()\n    Config(decay=0.9, eps=1e-4, scale=8.0)"),
        ("config = Config()", "config = Config(*given())"),
    ],
)
def test_a_field_that_may_be_another_number_is_unknown(
    tmp_path: Path, written: str, instead: str
) -> None:
    reported = _reported(tmp_path, PROGRAM.replace(written, instead))
    assert set(reported.values()) == {"0.9999", "1e-08"}
    assert "return root + eps" in reported


def test_jax_loses_these_numbers() -> None:
    brain, half = jnp.ones((), jnp.bfloat16), jnp.zeros((), jnp.float16)
    assert brain * 0.999 == brain
    assert brain * 0.9999 == brain
    assert half + 1e-8 == 0
    assert jnp.isnan(half * 2.0**17)
