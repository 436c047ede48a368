"""What functions without annotations return is inferred at their calls, and JAX agrees.

The same program is checked by mypy and run: what ``reveal_type`` says is compared with the array.
"""

from __future__ import annotations

import builtins
import re
from pathlib import Path
from typing import Any

import pytest
from mypy.options import Options

from promo_mypy.plugin import NOT_INFERRED
from promo_typing.core.dtypes import WEAK
from promo_typing.lattice.semantics import Semantics

from .mypy_runs import mypy, write

SETTINGS = """\
check_untyped_defs = true
disallow_untyped_defs = false
disallow_untyped_calls = false
disallow_any_generics = false
warn_return_any = false
allow_redefinition = true
[promo-typing]
infer = true
"""
PROGRAM = """\
import functools

import jax
import jax.numpy as jnp
from jax import lax

HALF = jnp.float16(0.5)


def relu(x):
    return jnp.maximum(x, 0)


def layer(x, w, b=None, scale=1.0):
    h = x @ w
    if b is not None:
        h = h + b
    x = h * scale
    x = x.astype(jnp.float32)
    return relu(x), h


def make(k):
    def inner(x):
        return x + k

    return inner


def bare(x: jax.Array, y: jax.Array) -> jax.Array:
    return x * y


def total(xs):
    def body(carry, x):
        return carry + x, carry

    return lax.scan(body, xs[0], xs)


def loss(params, x):
    return jnp.sum((params["w"] * x) ** 2)


@jax.jit
def jitted(x, n):
    return x * n


@functools.partial(jax.jit, static_argnames=("n",))
def static(x, n):
    return x * n


class Model:
    def __init__(self, w):
        self.w = w

    def scaled(self, x):
        return x * HALF

    def __call__(self, x):
        return self.scaled(x)

    @staticmethod
    def double(x):
        return x * 2


    def doubled(self, x):
        return x * 2


class Child(Model):
    def doubled_again(self, x):
        return super().doubled(x)

    def __call__(self, x):
        return x.astype(jnp.float32)


class Holder:
    def model(self) -> Model:
        return Model(bf16)


def countdown(n, x):
    return x if n == 0 else countdown(n - 1, x)


bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
i32 = jnp.ones((3, 3), jnp.int32)

reveal_type(layer(bf16, bf16)[0])
reveal_type(layer(bf16, bf16)[1])
reveal_type(layer(bf16, bf16, f32)[1])
reveal_type(layer(bf16, bf16, b=bf16, scale=2)[1])
reveal_type(relu(i32))
reveal_type(relu(2))
reveal_type(make(bf16)(1.0))
reveal_type(make(f32)(bf16))
add = make(bf16)
reveal_type(add(i32))
reveal_type(bare(bf16, f32))
reveal_type(bare(bf16, bf16))
reveal_type(total(bf16)[0])
reveal_type(total(bf16)[1])
reveal_type(jitted(bf16, 2.0))
reveal_type(jitted(2, 3))
reveal_type(static(bf16, 2))
reveal_type(jax.jit(relu)(i32))
reveal_type(jax.vmap(bare)(bf16, f32))
reveal_type(jax.grad(loss)({"w": bf16}, bf16)["w"])
reveal_type(jax.value_and_grad(loss)({"w": bf16}, f32)[0])
reveal_type(functools.partial(layer, w=bf16)(bf16)[1])
reveal_type(Model.double(i32))
reveal_type(Model(bf16).scaled(i32))
reveal_type(Model(bf16)(i32))
reveal_type(Child(bf16)(i32))
reveal_type(Holder().model().scaled(i32))
reveal_type(Child(bf16).doubled_again(f32))
reveal_type(jax.checkpoint(bare)(bf16, f32))
reveal_type(jax.named_call(relu)(2))
reveal_type(jax.pmap(relu)(bf16[:1]))
reveal_type(countdown(3, bf16))
"""


def revealed(tmp_path: Path) -> dict[int, str]:
    """The dtype that mypy reveals in each line; ``Any`` where it knows none."""
    write(tmp_path, PROGRAM, SETTINGS)
    run = mypy(tmp_path)
    assert run.status == 0, run.stdout + run.stderr
    found = re.findall(r'main.py:(\d+): note: Revealed type is "(?:.*?)(\w+)\]?"', run.stdout)
    return {int(line): name for line, name in found}


def executed(monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The dtype of the array in each line, as the classes of the stubs have it."""
    seen: dict[int, str] = {}
    weak = {Semantics().strong(name): name for name in WEAK}

    def reveal_type(value: Any) -> None:
        name = value.dtype.name
        seen[len(seen)] = weak[name] if value.weak_type else name

    monkeypatch.setattr(builtins, "reveal_type", reveal_type, raising=False)
    exec(compile(PROGRAM, "main.py", "exec"), {"__name__": "program"})
    lines = [n for n, text in enumerate(PROGRAM.splitlines(), 1) if text.startswith("reveal_type")]
    return {line: seen[place] for place, line in enumerate(lines)}


UNKNOWN = {"countdown(3, bf16)", "Model(bf16)(i32)", "Model.double(i32)"}
"""What recursion returns is not known, nor a method that a subclass replaces, or a static one."""


FINDINGS = """\
import jax.numpy as jnp

from library import add


def mix(a, b):
    return a + b


small = jnp.ones(3, jnp.float8_e5m2)
wide = jnp.ones(3)
mix(wide, wide)
mix(small, wide)
mix(small, wide)
add(small, wide)
"""


def test_a_finding_says_for_which_call_it_holds(tmp_path: Path) -> None:
    """It is reported once, in its line; one of another module where that is called."""
    write(tmp_path, FINDINGS, SETTINGS)
    (tmp_path / "library.py").write_text("def add(a, b):\n    return a + b\n")
    said = "error: float8_e5m2 + float32: JAX has no implicit promotion between them"
    found = [line.partition("main.py:")[2] for line in mypy(tmp_path).stdout.splitlines()[:-1]]
    assert [line.partition(" (float8 types")[0] for line in found] == [
        f"7: {said}",
        "7: note: for a: Array[float8_e5m2], b: Array[float32], called at main.py:13",
        f"15: {said}",
    ]
    assert "(library.py:2)" in found[-1].replace(f"{tmp_path}/", "")


def test_a_finding_can_be_ignored_where_it_is(tmp_path: Path) -> None:
    """mypy, which warns of comments that ignore nothing, is told that this one does."""
    program = FINDINGS.replace("from library import add\n", "").replace("add(small, wide)\n", "")
    write(tmp_path, program.replace("a + b", "a + b  # type: ignore[dtype-promotion]"), SETTINGS)
    run = mypy(tmp_path)
    assert (run.status, run.messages, run.stderr) == (0, [], "")


LIBRARY = """def scaled(x, by=1):
    return x * by
"""
CALLS = """import jax.numpy as jnp

from library import scaled

reveal_type(scaled(jnp.ones(3, jnp.bfloat16)))
"""


def test_an_edit_of_a_body_in_another_module(tmp_path: Path) -> None:
    write(tmp_path, CALLS, SETTINGS)
    library = tmp_path / "library.py"
    library.write_text(LIBRARY)
    assert "bfloat16" in mypy(tmp_path).stdout
    assert "bfloat16" in mypy(tmp_path).stdout
    library.write_text(LIBRARY.replace("by=1", "by=1j"))
    cold = mypy(tmp_path, "--no-incremental").stdout
    assert "complex64" in cold
    assert mypy(tmp_path).stdout == cold


@pytest.mark.skipif(
    not hasattr(Options(), "num_workers"), reason="this version of mypy has no worker processes"
)
def test_worker_processes_infer_nothing_and_mypy_says_so(tmp_path: Path) -> None:
    write(tmp_path, CALLS, SETTINGS)
    (tmp_path / "library.py").write_text(LIBRARY)
    run = mypy(tmp_path, "--num-workers", "2")
    assert 'Revealed type is "Any"' in run.stdout
    assert run.stderr == f"{NOT_INFERRED}\n"


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = PROGRAM.splitlines()
    unknown = {n for n, text in enumerate(lines, 1) if any(each in text for each in UNKNOWN)}
    expected = {n: "Any" if n in unknown else dtype for n, dtype in executed(monkeypatch).items()}
    found = revealed(tmp_path)
    wrong = [
        (lines[n - 1], found.get(n), dtype)
        for n, dtype in expected.items()
        if found.get(n) != dtype
    ]
    assert not wrong
