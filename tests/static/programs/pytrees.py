"""Functions of pytrees, device transfers and callbacks: the leaves keep their dtypes."""

from dataclasses import dataclass
from typing import NamedTuple, TypedDict, assert_type

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax
from jax.experimental import io_callback


class Params(NamedTuple):
    w: Array[jnp.bfloat16]
    b: Array[jnp.float32]


class Weights(TypedDict):
    w: Array[jnp.bfloat16]


@jax.tree_util.register_dataclass
@dataclass
class Model:
    w: Array[jnp.bfloat16]


def narrowed(x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    return x.astype(jnp.bfloat16)


def tree_map(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16]) -> None:
    assert_type(jax.tree.map(narrowed, f32), Array[jnp.bfloat16])
    assert_type(jax.tree.map(narrowed, {"a": f32}), dict[str, Array[jnp.bfloat16]])
    assert_type(jax.tree.map(narrowed, [f32]), list[Array[jnp.bfloat16]])
    assert_type(jax.tree_util.tree_map(narrowed, [f32]), list[Array[jnp.bfloat16]])
    print(jax.tree.map(lambda x, y: [x, *y], [5, 6], [[7, 9], [1, 2]]))
    print(jax.tree.map(lambda x: x.bit_length(), [5, 6]))
    print(jax.tree_util.tree_map(lambda x, y: [x, *y], [5, 6], [[7, 9], [1, 2]]))
    print(jax.tree_util.tree_map(lambda x: x.bit_length(), [5, 6]))
    first, _ = jax.tree.map(narrowed, (f32, f32))
    assert_type(first, Array[jnp.bfloat16])
    params = Params(bf16, f32)
    assert_type(jax.tree.map(lambda x: x, params), Params)
    assert_type(jax.tree.map(lambda x: x[0], params), Params)
    assert_type(jax.tree.map(lambda x, y: x + y, params, params), Params)
    assert_type(jax.tree.map(lambda x: x[0], Model(bf16)), Model)
    weights: Weights = {"w": bf16}
    assert_type(jax.tree.map(lambda x: x[0], weights), Weights)
    assert_type(jax.tree.leaves([f32]), list[Array[jnp.float32]])
    assert_type(jax.tree.flatten({"a": f32})[0], list[Array[jnp.float32]])
    print(jax.tree.map(lambda x: x.astype(jnp.int8), params).w)


def two_trees(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16]) -> None:
    params, grads = {"w": bf16}, {"w": f32}
    narrow: dict[str, Array[jnp.bfloat16]] = jax.tree.map(jnp.add, params, params)
    wide: dict[str, Array[jnp.float32]] = jax.tree.map(lambda p, g: p - g, params, grads)
    assert narrow["w"].dtype == jnp.bfloat16
    assert wide["w"].dtype == jnp.float32
    print(jax.tree.map(lambda p, g, m: p - g * m, params, grads, grads))


class Leaf:
    spec = 0


def other_dtypes(i32: Array[jnp.int32]) -> None:
    nested = {"a": {"b": i32}}
    # The tree does not keep its type. Without the plugin, its type is unknown: no call is refused.
    assert floats(jax.tree.map(jnp.sin, nested))
    assert floats(jax.tree.map(jnp.mean, nested))
    assert floats(jax.tree.map(undeclared, nested))
    assert floats(jax.tree.map(lambda x: jnp.sin(x), nested))
    print(jax.tree.map(lambda x: x.spec, {"a": Leaf()}))


def floats(tree: dict[str, dict[str, Array[jnp.float32]]]) -> bool:
    return tree["a"]["b"].dtype == jnp.float32


def undeclared(x: jax.Array) -> jax.Array:
    return x.astype(jnp.float32)


def transfers(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16]) -> None:
    params = Params(bf16, f32)
    assert_type(jax.device_put(f32), Array[jnp.float32])
    assert_type(jax.device_put(params), Params)
    assert_type(jax.block_until_ready(params), Params)
    print(jax.device_get(f32).tobytes(), jax.device_put(1.0).shape)
    sharding = jax.sharding.SingleDeviceSharding(jax.devices()[0])
    assert_type(lax.with_sharding_constraint(params, sharding), Params)
    assert_type(lax.with_sharding_constraint(f32, sharding), Array[jnp.float32])


def callbacks(f32: Array[jnp.float32], i8: Array[jnp.int8]) -> None:
    shape = jax.ShapeDtypeStruct((2, 2), jnp.float32)
    assert_type(jax.pure_callback(np.asarray, shape, f32), Array[jnp.float32])
    assert_type(jax.pure_callback(np.asarray, i8, i8), Array[jnp.int8])
    both = jax.pure_callback(lambda x: (x, x), (shape, shape), f32)
    assert_type(both, tuple[Array[jnp.float32], Array[jnp.float32]])
    assert_type(io_callback(np.asarray, shape, f32), Array[jnp.float32])


def tracers(f32: Array[jnp.float32]) -> None:
    def traced(x: Array[jnp.float32]) -> Array[jnp.float32]:
        assert isinstance(x, jax.core.Tracer)
        return x * 2

    assert_type(jax.jit(traced)(f32), Array[jnp.float32])


def reachable(x: Array[jnp.float32]) -> Array[jnp.float32]:
    assert isinstance(x, jax.core.Tracer)
    wrong: str = x.shape  # error
    print(wrong)
    return x
