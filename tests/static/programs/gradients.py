"""Transforms for derivatives: a gradient has the dtype of the differentiated argument."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict, TypeVar, assert_type

import jax
import jax.numpy as jnp
from jax import Array

FloatT = TypeVar("FloatT", bound=jnp.floating)


class Params(NamedTuple):
    w: Array[jnp.bfloat16]
    b: Array[jnp.float32]


class Weights(TypedDict):
    w: Array[jnp.bfloat16]


def loss(w: Array[jnp.bfloat16], x: Array[jnp.float32]) -> Array[jnp.float32]:
    return (w * x).sum()


def with_aux(
    w: Array[jnp.bfloat16], x: Array[jnp.float32]
) -> tuple[Array[jnp.float32], Array[jnp.int8]]:
    return (w * x).sum(), x.astype(jnp.int8)


def of_params(params: Params, x: Array[jnp.float32]) -> Array[jnp.float32]:
    return (params.w * x + params.b).sum()


def of_weights(weights: Weights) -> Array[jnp.float32]:
    return weights["w"].sum().astype(jnp.float32)


def of_dict(weights: dict[str, Array[jnp.float32]]) -> Array[jnp.float32]:
    return weights["w"].sum()


def narrowed(x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    return x.astype(jnp.bfloat16)


def counted(x: Array[jnp.float32]) -> Array[jnp.int8]:
    return x.astype(jnp.int8)


def product(x: Array[jnp.float32], y: Array[jnp.bfloat16]) -> Array[jnp.float32]:
    return x * y


def total(x: Array[FloatT]) -> Array[FloatT]:
    return x[0, 0]


def of_float(x: float) -> float:
    return x * 2


def gradient(w: Array[jnp.bfloat16], x: Array[jnp.float32]) -> None:
    assert_type(jax.grad(loss)(w, x), Array[jnp.bfloat16])
    assert_type(jax.grad(loss, 1)(w, x), Array[jnp.float32])
    assert_type(jax.grad(loss, argnums=1)(w, x), Array[jnp.float32])
    assert_type(jax.grad(loss, argnums=(0,))(w, x), tuple[Array[jnp.bfloat16]])
    both = jax.grad(loss, argnums=(0, 1))(w, x)
    assert_type(both, tuple[Array[jnp.bfloat16], Array[jnp.float32]])
    assert_type(jax.grad(with_aux, has_aux=True)(w, x), tuple[Array[jnp.bfloat16], Array[jnp.int8]])
    assert_type(jax.grad(of_params)(Params(w, x), x), Params)
    assert_type(jax.grad(of_weights)({"w": w}), Weights)
    assert_type(jax.grad(of_dict)({"w": x}), dict[str, Array[jnp.float32]])
    assert_type(jax.grad(total)(w), Array[jnp.bfloat16])
    assert_type(jax.jit(jax.grad(loss))(w, x), Array[jnp.bfloat16])
    assert_type(jax.vmap(jax.grad(loss), in_axes=(None, 0))(w, x), Array[jnp.bfloat16])
    print(jax.grad(of_float)(1.0).shape, jax.grad(lambda v: v * 2)(1.0).shape)


def value_and_gradient(w: Array[jnp.bfloat16], x: Array[jnp.float32]) -> None:
    value, grads = jax.value_and_grad(of_params)(Params(w, x), x)
    assert_type(value, Array[jnp.float32])
    assert_type(grads, Params)
    (value, aux), by_w = jax.value_and_grad(with_aux, has_aux=True)(w, x)
    assert_type(value, Array[jnp.float32])
    assert_type(aux, Array[jnp.int8])
    assert_type(by_w, Array[jnp.bfloat16])
    value, both = jax.value_and_grad(loss, argnums=(0, 1))(w, x)
    assert_type(both, tuple[Array[jnp.bfloat16], Array[jnp.float32]])


def jacobians(x: Array[jnp.float32], y: Array[jnp.bfloat16]) -> None:
    assert_type(jax.jacfwd(narrowed)(x), Array[jnp.bfloat16])
    assert_type(jax.jacrev(narrowed)(x), Array[jnp.float32])
    assert_type(jax.hessian(narrowed)(x), Array[jnp.float32])
    assert_type(jax.jacfwd(product, 1)(x, y), Array[jnp.float32])
    assert_type(jax.jacrev(product, argnums=1)(x, y), Array[jnp.bfloat16])
    by_x, by_y = jax.jacrev(product, argnums=(0, 1))(x, y)
    assert_type(by_x, Array[jnp.float32])
    assert_type(by_y, Array[jnp.bfloat16])


def forward_and_backward(x: Array[jnp.float32], y: Array[jnp.bfloat16]) -> None:
    value_and_tangent = jax.jvp(narrowed, (x,), (x,))
    assert_type(value_and_tangent, tuple[Array[jnp.bfloat16], Array[jnp.bfloat16]])
    value, tangent = jax.jvp(counted, (x,), (x,))
    assert_type(value, Array[jnp.int8])
    assert_type(tangent, Any)
    result, backward = jax.vjp(product, x, y)
    assert_type(result, Array[jnp.float32])
    assert_type(backward(result), tuple[Array[jnp.float32], Array[jnp.bfloat16]])
    narrow, forward = jax.linearize(narrowed, x)
    assert_type(narrow, Array[jnp.bfloat16])
    assert_type(forward(x), Array[jnp.bfloat16])


@jax.custom_jvp
def clipped(x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    return x.astype(jnp.bfloat16)


clipped.defjvps(lambda tangent, result, x: tangent.astype(jnp.bfloat16))


@jax.custom_vjp
def scaled(x: Array[jnp.float32], y: Array[jnp.float32]) -> Array[jnp.float32]:
    return x * y


def scaled_forward(
    x: Array[jnp.float32], y: Array[jnp.float32]
) -> tuple[Array[jnp.float32], Array[jnp.float32]]:
    return x * y, y


def scaled_backward(
    y: Array[jnp.float32], g: Array[jnp.float32]
) -> tuple[Array[jnp.float32], Array[jnp.float32]]:
    return g * y, g


scaled.defvjp(scaled_forward, scaled_backward)


@jax.custom_gradient
def doubled(
    x: Array[jnp.float32],
) -> tuple[Array[jnp.bfloat16], Callable[[Array[jnp.bfloat16]], Array[jnp.float32]]]:
    return narrowed(x), lambda g: g.astype(jnp.float32) * 2


def custom(x: Array[jnp.float32]) -> None:
    assert_type(doubled(x), Array[jnp.bfloat16])
    converted, captured = jax.closure_convert(narrowed, x)
    assert_type(converted(x, *captured), Array[jnp.bfloat16])
    assert_type(clipped(x), Array[jnp.bfloat16])
    assert_type(scaled(x, x), Array[jnp.float32])
    assert_type(jax.jit(scaled)(x, x), Array[jnp.float32])


def refused(x: Array[jnp.float32]) -> None:
    print(clipped(x, x))  # error
    print(doubled(x, x))  # error
    print(scaled(x, "text"))  # error
    print(jax.grad(loss)(x))  # error


def other_transforms(x: Array[jnp.float32], y: Array[jnp.bfloat16]) -> None:
    assert_type(jax.vmap(narrowed)(x), Array[jnp.bfloat16])
    assert_type(jax.vmap(product, in_axes=(0, None), out_axes=1)(x, y), Array[jnp.float32])
    assert_type(jax.checkpoint(narrowed)(x), Array[jnp.bfloat16])
    assert_type(jax.remat(narrowed)(x), Array[jnp.bfloat16])
    assert_type(jax.named_call(narrowed, name="narrowed")(x), Array[jnp.bfloat16])
    assert_type(jax.pmap(narrowed)(x[:1]), Array[jnp.bfloat16])
    print(jax.eval_shape(narrowed, x).shape)
    mesh = jax.make_mesh((1,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))
    spec = jax.sharding.PartitionSpec("i")
    sharded = jax.shard_map(narrowed, mesh=mesh, in_specs=spec, out_specs=spec)(x)
    assert_type(sharded, Array[jnp.bfloat16])
    print(jax.make_jaxpr(narrowed)(x).eqns, jax.make_jaxpr(narrowed, return_shape=True)(x)[1])
    print(jax.vmap(jnp.add)(x, y), jax.vmap(lambda v: v * 2)(x).shape)
