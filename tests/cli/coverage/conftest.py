"""A program of several files in which each lost dtype is lost at a known place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Project

MODEL = """\
import jax.numpy as jnp
import nothing
from jax import Array


class Net:
    w: Array

    def __call__(self, x: Array[jnp.float32]) -> Array:
        return x @ self.w


def encode(x: Array[jnp.float32]) -> Array:
    return nothing.encode(x)


def relu(x):
    return jnp.maximum(x, 0)


def decode(x: Array, dtype) -> Array[jnp.float32]:
    return jnp.zeros(3, dtype).sum() + x


NARROW = "bfloat16"
"""
TRAIN = """\
import jax.numpy as jnp
import nothing
from model import Net, encode, relu

x = jnp.ones((3, 3))
h = encode(x)
a = relu(x) * 2
b = relu(h)
data = nothing.load("digits")
c = x * data["image"]
d = Net()(x) + h
"""
EVALUATE = """\
import jax.numpy as jnp
import nothing
from model import encode

score = encode(jnp.ones(3)).mean()
ratio = jnp.exp(nothing.ratio())
"""
PROGRAM = {"model.py": MODEL, "train.py": TRAIN, "evaluate.py": EVALUATE}


def written(project: Project, program: dict[str, str] = PROGRAM) -> Project:
    for name, text in program.items():
        project.write(name, text)
    return project


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Project:
    """The program, in a folder that the tests of a module share."""
    folder = tmp_path_factory.mktemp("coverage")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "MYPY_CACHE_DIR": str(cache),
        "PYTHONIOENCODING": "utf-8",
    }
    return written(Project(folder, environment))
