"""Lists and dictionaries with an annotation that says no dtype."""

from collections.abc import Mapping, Sequence
from typing import Any, reveal_type

import jax
import jax.numpy as jnp

Params = dict[str, jax.Array]

bf16 = jnp.ones((3, 3), jnp.bfloat16)


def initial(dtype: Any) -> dict[str, jax.Array]:
    return {"kernel": jnp.ones((3, 3), dtype), "bias": jnp.zeros(3, jnp.float32)}


def filled(dtype: Any) -> Params:
    params: Params = {"scale": jnp.ones(3, dtype)}
    params["shift"] = jnp.zeros(3, jnp.float32)
    return params


def applied(params: Params, x: jax.Array) -> jax.Array:
    return x @ params["kernel"]


def biased(params: Mapping[str, jax.Array], x: jax.Array) -> jax.Array:
    return x.sum() + params["bias"]


def maybe(params: dict[str, Any] | None) -> Any:
    return None if params is None else params["scale"] * 2


def with_step(dtype: Any) -> tuple[Params, jax.Array]:
    return initial(dtype), jnp.arange(3)


reveal_type(initial(jnp.bfloat16)["kernel"])
reveal_type(initial(jnp.bfloat16)["bias"])
reveal_type(filled(jnp.float16)["scale"])
reveal_type(filled(jnp.float16)["shift"])
reveal_type(applied(initial(jnp.float16), bf16))
reveal_type(applied(initial(jnp.bfloat16), bf16))
reveal_type(biased(initial(jnp.bfloat16), bf16))
reveal_type(maybe(filled(jnp.float16)))
reveal_type(with_step(jnp.float16)[0]["kernel"])
reveal_type(with_step(jnp.float16)[1])


def grown(x: jax.Array) -> tuple[jax.Array, ...]:
    same: list[jax.Array] = []
    for factor in range(3):
        same.append(x * factor)
    two: list[jax.Array] = []
    two.append(x)
    two.append(x.astype(jnp.int8))
    given: list[jax.Array] = [x]
    other = given
    other.append(x.astype(jnp.int8))
    anything: list[Any] = []
    anything.append(x)
    longer: list[jax.Array] = []
    longer += [x]
    return same[0], two[1], given[1], anything[0], longer[0]


reveal_type(grown(bf16)[0])
reveal_type(grown(bf16)[1])  # unknown
reveal_type(grown(bf16)[2])  # unknown
reveal_type(grown(bf16)[3])
reveal_type(grown(bf16)[4])


def put_in(arrays: list[jax.Array], x: jax.Array) -> None:
    arrays.append(x)


def passed(x: jax.Array) -> tuple[jax.Array, ...]:
    arrays: list[jax.Array] = [x]
    put_in(arrays, x.astype(jnp.int8))
    empty: list[jax.Array] = []
    put_in(empty, x.astype(jnp.int8))
    lists: dict[str, list[jax.Array]] = {"a": [x], "b": [x]}
    lists["a"].append(x.astype(jnp.int8))
    return arrays[1], empty[0], lists["a"][1], lists["b"][0]


reveal_type(passed(bf16)[0])  # unknown
reveal_type(passed(bf16)[1])  # unknown
reveal_type(passed(bf16)[2])  # unknown
reveal_type(passed(bf16)[3])  # unknown


def captured(x: jax.Array) -> tuple[jax.Array, ...]:
    arrays: list[jax.Array] = [x]

    def add(y: jax.Array) -> jax.Array:
        arrays.append(y)
        return arrays[-1]

    before = arrays[0]
    added = add(x.astype(jnp.int8))
    return before, added, arrays[1]


reveal_type(captured(bf16)[0])
reveal_type(captured(bf16)[1])  # unknown
reveal_type(captured(bf16)[2])  # unknown


def captured_without_annotation(x):
    arrays = [x]

    def add(y):
        arrays.append(y)
        return arrays[-1]

    same = add(x)
    return same, add(x.astype(jnp.int8)), arrays[1]


reveal_type(captured_without_annotation(bf16)[0])
reveal_type(captured_without_annotation(bf16)[1])  # unknown
reveal_type(captured_without_annotation(bf16)[2])  # unknown


def chosen(x: jax.Array, flag: bool) -> tuple[jax.Array, ...]:
    best: dict[str, jax.Array] = {"best": x}
    if flag:
        best = {"best": x.astype(jnp.int8)}
    totals: dict[str, jax.Array] = {}
    for name in ("a", "b"):
        totals[name] = x.sum()
    by_number: dict[int, jax.Array] = {}
    by_number[0] = x
    items: Sequence[jax.Array] = (x, x)
    return best["best"], totals["a"], by_number[0], next(each * 2 for each in items)


reveal_type(chosen(bf16, len(str(bf16)) < 0)[0])  # unknown
reveal_type(chosen(bf16, True)[1])
reveal_type(chosen(bf16, True)[2])
reveal_type(chosen(bf16, True)[3])
