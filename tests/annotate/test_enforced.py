"""Annotations with classes, ``TypedDict`` and asynchronous functions hold at run time.

All programs run again with every annotation of their functions enforced.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import Program, annotated_modules, enforced, module

pytestmark = pytest.mark.slow

HEAD = """\
import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from typing import NamedTuple, NotRequired, TypedDict

import jax
import jax.numpy as jnp
import numpy as np
"""

CASES = {
    "an asynchronous generator": (
        """
        async def batches(x, n):
            for k in range(n):
                await asyncio.sleep(0)
                yield x * k

        async def total(x):
            found = jnp.zeros(2)
            async for each in batches(x, 3):
                found = found + each
            return found

        assert asyncio.run(total(jnp.ones(2))).sum() == 6
        """,
        [
            "async def batches(x: Array[jnp.float32], n: int)"
            " -> AsyncGenerator[Array[jnp.float32], Any]:",
            "async def total(x: Array[jnp.float32]) -> Array[jnp.float32]:",
        ],
    ),
    "an asynchronous generator to which is sent and thrown": (
        """
        async def sums(x):
            while True:
                try:
                    x = x + (yield x)
                except ValueError:
                    yield x.astype(jnp.float32)

        async def driven(x):
            generator = sums(x)
            await generator.asend(None)
            await generator.asend(1)
            last = await generator.athrow(ValueError)
            await generator.aclose()
            return last

        assert asyncio.run(driven(jnp.ones(2))).sum() == 4
        """,
        ["async def sums(x: Array[jnp.float32]) -> AsyncGenerator[Array[jnp.float32], Any]:"],
    ),
    "an asynchronous context": (
        """
        @contextlib.asynccontextmanager
        async def halved(x):
            await asyncio.sleep(0)
            yield x.astype(jnp.float16)

        async def use(x):
            async with halved(x) as small:
                return small + 1

        asyncio.run(use(jnp.ones(2)))
        """,
        ["async def halved(x: Array[jnp.float32]) -> AsyncGenerator[Array[jnp.float16], Any]:"],
    ),
    "generators with annotations": (
        """
        async def some(x: jax.Array) -> AsyncIterator[jax.Array]:
            yield x

        async def more(x: jax.Array) -> AsyncGenerator[jax.Array, None]:
            yield x

        def last(x: jax.Array) -> Generator[jax.Array, None, jax.Array]:
            yield x
            return x.astype(jnp.int32)

        async def all_of(x: jax.Array) -> "list[jax.Array]":
            return [*[each async for each in some(x)], *[each async for each in more(x)], *last(x)]

        asyncio.run(all_of(jnp.ones(2)))
        """,
        [
            "async def some(x: Array[jnp.float32]) -> AsyncIterator[Array[jnp.float32]]:",
            "async def more(x: Array[jnp.float32]) -> AsyncGenerator[Array[jnp.float32], None]:",
            "-> Generator[Array[jnp.float32], None, Array[jnp.int32]]:",
            '-> "list[Array[jnp.float32]]":',
        ],
    ),
    "a class in a class": (
        """
        class Outer:
            class Inner(NamedTuple):
                w: jax.Array

                def twice(self):
                    return self.w * 2

            b: jax.Array

            def __init__(self, b):
                self.b = b

            @classmethod
            def made(cls, x):
                return cls.Inner(x)

            def take(self, inner, x):
                def scaled(each):
                    return each.w * x

                return scaled(inner) + self.b

        def after(inner):
            return inner.twice()

        made = Outer.made(jnp.ones(2, jnp.int8))
        after(made)
        Outer(jnp.ones(2)).take(made, jnp.ones(2))
        """,
        [
            "        w: Array[jnp.int8]",
            "        def twice(self) -> Array[jnp.int8]:",
            "    b: Array[jnp.float32]",
            "    def made(cls, x: Array[jnp.int8]) -> Inner:",
            "    def take(self, inner: Inner, x: Array[jnp.float32]) -> Array[jnp.float32]:",
            # In a method, the inner class cannot be named until the outer one is complete.
            "        def scaled(each) -> Array[jnp.float32]:",
            "def after(inner: Outer.Inner) -> Array[jnp.int8]:",
        ],
    ),
    "a class in a function": (
        """
        def made(x):
            @dataclasses.dataclass
            class State:
                h: jax.Array
                count: "jax.Array"

                def step(self, y):
                    self.h = self.h + y
                    return self.h

            state = State(x, jnp.int32(1))
            return state.step(x) * state.count

        made(jnp.ones(2, jnp.bfloat16))
        """,
        [
            "        h: Array[jnp.bfloat16]",
            '        count: "Array[jnp.int32]"',
            "        def step(self, y: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:",
        ],
    ),
    "instances that stay in one function": (
        """
        @dataclasses.dataclass
        class Pair:
            left: jax.Array
            right: jax.Array

        class Item(NamedTuple):
            value: jax.Array

        class Own:
            w: jax.Array

            def __init__(self, w):
                self.w = w

        def inside(x):
            pair = Pair(x, x.astype(jnp.int32))
            items = {"all": [Item(x) for _ in range(3)]}
            return pair.left * pair.right + items["all"][0].value + Own(x).w

        inside(jnp.ones(2))
        """,
        [
            "    left: Array[jnp.float32]\n    right: Array[jnp.int32]\n",
            "    value: Array[jnp.float32]\n",
            "    w: Array[jnp.float32]\n",
        ],
    ),
    "dictionaries with fixed keys": (
        """
        class Stats(TypedDict):
            mean: jax.Array

        class Batch(TypedDict):
            x: jax.Array
            y: "jax.Array"
            stats: Stats
            mask: NotRequired[jax.Array]

        class Named(Batch):
            name: str
            z: jax.Array | None

        def load(x) -> Batch:
            return {"x": x, "y": x.astype(jnp.int32), "stats": Stats(mean=x)}

        def loss(batch: Batch, w):
            return (batch["x"] * w).sum() + batch["stats"]["mean"].sum()

        def bare(batch, w):
            return batch["x"] * w

        @jax.jit
        def of_tracers(batch: Batch):
            return batch["x"] * 2

        def of_several(batches):
            return bare(batches[0], batches[1]["x"])

        def of_keywords(**batch):
            return batch["x"]

        def masked(x):
            batch: Batch = {**load(x), "mask": jnp.ones(2, bool)}
            return batch["x"] * batch["mask"]

        def named(batch: Named):
            return batch["x"] if batch["z"] is None else batch["z"]

        loaded = load(jnp.ones(2, jnp.bfloat16))
        loss(loaded, jnp.ones(2)) + bare(loaded, jnp.ones(2)).sum()
        of_tracers(loaded), of_several([loaded, loaded]), masked(jnp.ones(2, jnp.bfloat16))
        of_keywords(**loaded)
        named({**loaded, "name": "n", "z": jnp.ones(2)})
        """,
        [
            "    mean: Array[jnp.bfloat16]\n",
            "    x: Array[jnp.bfloat16]\n",
            '    y: "Array[jnp.int32]"\n    stats: Stats\n    mask: NotRequired[Array[jnp.bool]]\n',
            "    z: Array[jnp.float32] | None\n",
            "def load(x: Array[jnp.bfloat16]) -> Batch:",
            "def loss(batch: Batch, w: Array[jnp.float32]) -> Array[jnp.float32]:",
            "def of_tracers(batch: Batch) -> Array[jnp.bfloat16]:",
            "def of_several(batches: list[Batch]) ->",
            "def of_keywords(**batch)",
        ],
    ),
    "dictionaries that may be of two classes, or of none": (
        """
        class First(TypedDict):
            a: jax.Array

        class Second(TypedDict):
            a: jax.Array

        class Third(TypedDict, total=False):
            b: jax.Array
            c: jax.Array

        def first(given: First):
            return given["a"]

        def other(given):
            return given["b"]

        first({"a": jnp.ones(2)})
        other({"b": jnp.ones(2)})
        """,
        [
            "class First(TypedDict):\n    a: jax.Array\n",
            "class Third(TypedDict, total=False):\n    b: jax.Array\n",
            "def other(given: dict[str, Array[jnp.float32]]) -> Array[jnp.float32]:",
        ],
    ),
    "tangents of integers": (
        """
        from jax.dtypes import float0

        def tangent(n, x):
            return jax.grad(lambda n: (n * x).sum(), allow_int=True)(n)

        def both(n, x):
            return jax.grad(lambda n, x: (n * x).sum(), (0, 1), allow_int=True)(n, x)

        @jax.custom_vjp
        def scaled(n, x):
            return x * n

        def forward(n, x):
            return x * n, n

        def backward(n, g):
            return np.zeros(n.shape, float0), g * n

        scaled.defvjp(forward, backward)

        def second(t, x):
            return x

        tangent(jnp.arange(3), jnp.ones(3))
        second(*both(jnp.arange(3), jnp.ones(3)))
        jax.grad(lambda x: scaled(jnp.arange(3), x).sum())(jnp.ones(3))
        """,
        [
            "def tangent(n: Array[jnp.int32], x: Array[jnp.float32]):",
            "x: Array[jnp.float32]) -> tuple[Any, Array[jnp.float32]]:",
            "def backward(n: Array[jnp.int32], g: Array[jnp.float32])"
            " -> tuple[Any, Array[jnp.float32]]:",
            "def second(t, x: Array[jnp.float32]) -> Array[jnp.float32]:",
        ],
    ),
}


@pytest.fixture(scope="module")
def annotated(programs: Callable[[], Program]) -> Program:
    return annotated_modules(programs(), HEAD, {case: body for case, (body, _) in CASES.items()})


@pytest.mark.parametrize("case", CASES)
def test_what_is_written(case: str, annotated: Program) -> None:
    written = annotated.read(f"{module(case)}.py")
    assert [each for each in CASES[case][1] if each not in written] == [], written


def test_it_holds_and_stays(annotated: Program, program: Program) -> None:
    for each in annotated.folder.glob("*.py"):
        program.write(each.name, enforced(each.read_text()))
    ran = program.python("main.py")
    assert ran.status == 0, ran.err
    checked = annotated.promo("check", ".")
    assert checked.status == 0, checked.out
    result = annotated.promo("annotate", ".", "--run", "python main.py", "--check")
    assert (result.status, result.out) == (0, ""), result.err
