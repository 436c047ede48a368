"""The dtypes of arguments that pytest and absl pass to tests are known, and are those of a run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.agreement.__main__ import ROOT

CONFTEST = """\
import jax
import jax.numpy as jnp
import numpy as np
import pytest

@pytest.fixture()
def rng() -> jax.Array:
    return jax.random.key(0)

@pytest.fixture
def half():
    return jnp.ones(3, jnp.bfloat16)

@pytest.fixture
def generator():
    return np.random.default_rng(1)

@pytest.fixture
def pair(half, generator):
    return half, jnp.asarray(generator.uniform(-1, 1, 3))

@pytest.fixture(params=[jnp.float32, jnp.bfloat16])
def dtype(request):
    return request.param
"""
TESTS = """\
import jax
import jax.numpy as jnp
import pytest
from absl.testing import parameterized

class Layer:
    def __init__(self, size, dtype):
        self.w = jnp.ones(size, dtype)

    def __call__(self, x):
        return x @ self.w

@pytest.fixture
def layer():
    return Layer(3, jnp.bfloat16)

def test_of_several(pair, rng):
    first, second = pair
    assert (first * second).shape == jax.random.normal(rng, (3,)).shape

def test_each(dtype, half):
    product = jnp.ones(3, dtype) * half
    assert product.shape

def test_object(layer, half):
    assert layer(half).shape == layer.w.sum().shape

@pytest.mark.parametrize("x, by", [(1.0, 2), pytest.param(3.0, 4, id="large")])
@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float16])
def test_marks(x, by, dtype):
    made = jnp.ones(3, dtype) * x * by
    assert made.shape

class TestNearest:
    @pytest.fixture
    def half(self):
        return jnp.ones(3, jnp.float16)

    def test_of_class(self, half):
        assert (half * 2).shape

class TestOfAbsl(parameterized.TestCase):
    def setUp(self):
        super().setUp()
        self.x = jnp.ones(3, jnp.bfloat16)

    @parameterized.parameters((jnp.bfloat16, 1.0), (jnp.bfloat16, 2.0))
    def test_listed(self, dtype, y):
        assert (self.x * jnp.ones(3, dtype) * y).shape

    @parameterized.named_parameters(
        ("first", jnp.float16, 1.0), dict(testcase_name="b", d=jnp.float16, y=2)
    )
    def test_named(self, d, y):
        assert (jnp.ones(3, d) * y).shape

    @parameterized.product(d=[jnp.int8, jnp.int16], y=[1, 2])
    def test_product(self, d, y):
        assert (jnp.ones(3, d) * y).shape
"""
UNKNOWN = """\
import jax.numpy as jnp
import pytest

VALUES = [jnp.float16, jnp.int8]

@pytest.fixture
def indirect(request):
    return jnp.ones(3, getattr(request, "param", jnp.float32))

@pytest.fixture
def replaced():
    return jnp.ones(3, jnp.float16)

def pytest_generate_tests(metafunc):
    if "replaced" in metafunc.fixturenames:
        metafunc.parametrize("replaced", [jnp.ones(3, jnp.int8)])

@pytest.mark.parametrize("indirect", [jnp.float16], indirect=True)
def test_indirect(indirect):
    assert (indirect * 2).shape

@pytest.mark.parametrize("dtype", VALUES)
def test_variable(dtype):
    made = jnp.ones(3, dtype)
    assert (made * 2).shape

@pytest.mark.parametrize("dtype", [jnp.float32, *VALUES])
def test_unpacked(dtype):
    made = jnp.ones(3, dtype)
    assert (made * 2).shape

@pytest.mark.parametrize("dtype", [jnp.float32, VALUES[0]])
def test_one_unknown(dtype):
    made = jnp.ones(3, dtype)
    assert (made * 2).shape

def test_replaced(replaced):
    assert (replaced * 2).shape

class Base:
    @pytest.fixture
    def mine(self):
        return jnp.ones(3, jnp.float16)

    def test_in_class_below(self, mine):
        assert (mine * 2).shape

class TestBelow(Base):
    @pytest.fixture
    def mine(self):
        return jnp.ones(3, jnp.int8)
"""


def agreement(folder: Path, environment: dict[str, str]) -> str:
    """The report of the command about tests that are run."""
    command = ["-m", "tests.agreement", str(folder), "--", "-m", "pytest", "-q", "--assert=plain"]
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert "passed" in done.stdout, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_parameters_of_tests_are_known(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    assert "executed, 100.0% with a named dtype" in (said := agreement(tmp_path, environment))
    assert "\n0 another dtype" in said


@pytest.mark.slow
def test_what_may_be_something_else_stays_unknown(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    (tmp_path / "test_it.py").write_text(UNKNOWN, encoding="utf-8")
    assert "\n0 another dtype" in (said := agreement(tmp_path, environment))
    assert "executed, 0.0% with a named dtype" not in said
