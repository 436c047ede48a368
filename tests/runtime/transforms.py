"""Every public transform of JAX, as a way to call a function on traced arrays.

Each table maps the name of a transform to a function of ``f`` and a vector ``x``, which lets JAX
call ``f`` on ``x``, or on a part of it, inside the transform. ``f`` returns its argument.
"""

# JAX leaves some of these functions without annotations.
# mypy: disallow-untyped-calls=False

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import jax
import jax.custom_batching
import jax.custom_derivatives
import jax.experimental.checkify
import jax.experimental.jet
import jax.experimental.ode
import jax.experimental.pallas
import jax.experimental.sparse
import jax.export
import jax.numpy as jnp
import jax.scipy.optimize
from jax import lax

F: TypeAlias = Callable[[Any], Any]
Transform: TypeAlias = Callable[[F, Any], object]


def mesh() -> jax.sharding.Mesh:
    return jax.make_mesh((1,), ("i",), axis_types=(jax.sharding.AxisType.Auto,))


def shard_map(f: F, x: Any) -> object:
    spec = jax.sharding.PartitionSpec("i")
    return jax.shard_map(f, mesh=mesh(), in_specs=spec, out_specs=spec)(x)


def smap(f: F, x: Any) -> object:
    with jax.set_mesh(mesh()):
        return jax.smap(f, in_axes=0, out_axes=0, axis_name="i")(x)


def while_loop(f: F, x: Any) -> object:
    def condition(y: Any) -> bool:
        f(y)
        return False

    return lax.while_loop(condition, f, x)


def compile_time_eval(f: F, x: Any) -> object:
    def inside(y: Any) -> Any:
        with jax.ensure_compile_time_eval():
            f(x)
        return f(y)

    return jax.jit(inside)(x)


def disable_jit(f: F, x: Any) -> object:
    with jax.disable_jit():
        return jax.jit(f)(x)


def custom_vmap(f: F, x: Any) -> object:
    wrapped = jax.custom_batching.custom_vmap(f)
    wrapped.def_vmap(lambda _size, batched, y: (f(y), batched[0]))
    return jax.vmap(wrapped)(x)


def custom_vjp(f: F) -> F:
    wrapped = jax.custom_vjp(f)
    wrapped.defvjp(lambda y: (f(y), None), lambda _, g: (f(g),))
    return wrapped


def custom_jvp(f: F) -> F:
    wrapped = jax.custom_jvp(f)
    wrapped.defjvp(lambda primals, tangents: (f(primals[0]), f(tangents[0])))
    return wrapped


def custom_gradient(f: F) -> F:
    wrapped: F = jax.custom_gradient(lambda y: (f(y), f))
    return wrapped


def linear_call(f: F, x: Any) -> object:
    call = jax.custom_derivatives.linear_call
    return jax.vjp(lambda y: call(lambda _, z: f(z), lambda _, z: f(z), None, y), x)[1](x)


def custom_root(f: F, x: Any) -> object:
    return lax.custom_root(lambda y: y - f(y), x, lambda _, guess: f(guess), lambda g, y: f(y))


def custom_linear_solve(f: F, x: Any) -> object:
    return lax.custom_linear_solve(f, x, lambda _matvec, b: f(b), symmetric=True)


def pallas_call(f: F, x: Any) -> object:
    def kernel(source: Any, target: Any) -> None:
        target[...] = f(source[...])

    shape = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.experimental.pallas.pallas_call(kernel, out_shape=shape, interpret=True)(x)


def two(f: F) -> Callable[[Any, Any], Any]:
    """A function of two arrays that calls ``f`` on both and returns the second."""

    def both(left: Any, right: Any) -> Any:
        f(left)
        return f(right)

    return both


ON_ANY: dict[str, Transform] = {
    "no transform": lambda f, x: f(x),
    "jax.jit": lambda f, x: jax.jit(f)(x),
    "jax.jit, traced only": lambda f, x: jax.jit(f).trace(x).lower(),
    "jax.jit, disabled": disable_jit,
    "jax.vmap": lambda f, x: jax.vmap(f)(x),
    "jax.pmap": lambda f, x: jax.pmap(f)(x[None]),
    "jax.shard_map": shard_map,
    "jax.smap": smap,
    "jax.eval_shape": lambda f, x: jax.eval_shape(f, x),
    "jax.make_jaxpr": lambda f, x: jax.make_jaxpr(f)(x),
    "jax.ensure_compile_time_eval": compile_time_eval,
    "jax.checkpoint": lambda f, x: jax.checkpoint(f)(x),
    "jax.remat": lambda f, x: jax.jit(jax.remat(f))(x),
    "jax.named_call": lambda f, x: jax.named_call(f, name="probe")(x),
    "jax.closure_convert": lambda f, x: jax.closure_convert(f, x),
    "jax.custom_jvp": lambda f, x: custom_jvp(f)(x),
    "jax.custom_vjp": lambda f, x: custom_vjp(f)(x),
    "jax.custom_gradient": lambda f, x: custom_gradient(f)(x),
    "jax.vjp": lambda f, x: jax.vjp(f, x),
    "jax.export.export": lambda f, x: jax.export.export(jax.jit(f))(x),
    "jax.custom_batching.custom_vmap": custom_vmap,
    "jax.custom_batching.sequential_vmap": lambda f, x: jax.vmap(
        jax.custom_batching.sequential_vmap(f)
    )(x),
    "jax.lax.cond": lambda f, x: lax.cond(True, f, f, x),
    "jax.lax.fori_loop": lambda f, x: lax.fori_loop(0, 2, lambda _, y: f(y), x),
    "jax.lax.map": lambda f, x: lax.map(f, x),
    "jax.lax.platform_dependent": lambda f, x: lax.platform_dependent(x, cpu=f, default=f),
    "jax.lax.scan": lambda f, x: lax.scan(lambda carry, y: (f(carry), f(y)), x, x),
    "jax.lax.switch": lambda f, x: lax.switch(1, [f, f, f], x),
    "jax.lax.while_loop": while_loop,
    "jax.numpy.vectorize": lambda f, x: jnp.vectorize(f)(x),
    "jax.tree.map": lambda f, x: jax.tree.map(f, {"leaf": x}),
}
"""For arrays of any dtype, extended ones included."""

ON_NUMBERS: dict[str, Transform] = {
    "jax.pure_callback": lambda f, x: jax.pure_callback(f, x, x),
    "jax.experimental.io_callback": lambda f, x: jax.experimental.io_callback(f, x, x),
    "jax.lax.associative_scan": lambda f, x: lax.associative_scan(two(f), x),
    "jax.lax.reduce": lambda f, x: lax.reduce(x, x[0], two(f), (0,)),
    "jax.lax.reduce_window": lambda f, x: lax.reduce_window(x, x[0], two(f), (1,), (1,), "SAME"),
    "jax.lax.scatter_apply": lambda f, x: lax.scatter_apply(
        x,
        jnp.zeros((1, 1), int),
        f,
        lax.ScatterDimensionNumbers((), (0,), (0,)),
        update_shape=(1,),
    ),
    "jax.numpy.apply_along_axis": lambda f, x: jnp.apply_along_axis(f, 0, x),
    "jax.numpy.apply_over_axes": lambda f, x: jnp.apply_over_axes(lambda y, _: f(y), x, [0]),
    "jax.numpy.frompyfunc": lambda f, x: jnp.frompyfunc(two(f), 2, 1).reduce(x),
    "jax.numpy.piecewise": lambda f, x: jnp.piecewise(x, x == x, [f, f]),
    "jax.tree.reduce": lambda f, x: jax.tree.reduce(two(f), [x, x]),
    "jax.experimental.checkify": lambda f, x: jax.experimental.checkify.checkify(f)(x),
    "jax.experimental.sparse.sparsify": lambda f, x: jax.experimental.sparse.sparsify(f)(x),
}
"""For arrays of NumPy's dtypes, ml_dtypes included."""

ON_INEXACT: dict[str, Transform] = {
    "jax.jvp": lambda f, x: jax.jvp(f, (x,), (x,)),
    "jax.jvp of custom_jvp": lambda f, x: jax.jvp(custom_jvp(f), (x,), (x,)),
    "jax.vjp of custom_vjp": lambda f, x: jax.vjp(custom_vjp(f), x)[1](x),
    "jax.vjp of custom_gradient": lambda f, x: jax.vjp(custom_gradient(f), x)[1](x),
    "jax.vjp of checkpoint": lambda f, x: jax.vjp(jax.checkpoint(f), x)[1](x),
    "jax.fwd_and_bwd": lambda f, x: jax.fwd_and_bwd(f, argnums=0)[0](x),
    "jax.linearize": lambda f, x: jax.linearize(f, x)[1](x),
    "jax.linear_transpose": lambda f, x: jax.linear_transpose(f, x)(x),
    "jax.custom_derivatives.linear_call": linear_call,
    "jax.lax.custom_root": custom_root,
    "jax.lax.custom_linear_solve": custom_linear_solve,
}
"""For arrays that can be differentiated."""

if hasattr(jax, "custom_remat"):  # Some supported versions of JAX lack it.
    ON_INEXACT["jax.custom_remat"] = lambda f, x: jax.custom_remat(
        f, lambda _, y: (f(y), None), lambda _, y: (f(y), None), lambda _, ct: (ct,)
    )(x)

ON_REAL: dict[str, Transform] = {
    "jax.grad": lambda f, x: jax.grad(lambda y: f(y)[0])(x),
    "jax.value_and_grad": lambda f, x: jax.value_and_grad(lambda y: f(y)[0])(x),
    "jax.jacfwd": lambda f, x: jax.jacfwd(f)(x),
    "jax.jacrev": lambda f, x: jax.jacrev(f)(x),
    "jax.jacobian": lambda f, x: jax.jacobian(f)(x),
    "jax.hessian": lambda f, x: jax.hessian(f)(x),
    "jax.experimental.pallas.pallas_call": pallas_call,
    "jax.experimental.jet.jet": lambda f, x: jax.experimental.jet.jet(f, (x,), ((x, x),)),
}
"""For arrays of real floating dtypes."""

ON_FLOAT32: dict[str, Transform] = {
    "jax.experimental.ode.odeint": lambda f, x: jax.experimental.ode.odeint(
        lambda y, _: f(y), x, jnp.arange(2.0)
    ),
    "jax.numpy.fromfunction": lambda f, x: jnp.fromfunction(f, x.shape, dtype=x.dtype),
    "jax.scipy.optimize.minimize": lambda f, x: jax.scipy.optimize.minimize(
        lambda y: (f(y) ** 2).sum(), x, method="BFGS"
    ),
}
"""For arrays of JAX's default dtype, on which these algorithms work."""

ALL = ON_ANY | ON_NUMBERS | ON_INEXACT | ON_REAL | ON_FLOAT32

NEEDS_VALUES = {
    "jax.jit, traced only",
    "jax.pure_callback",
    "jax.experimental.io_callback",
    "jax.export.export",
    "jax.smap",
}
"""Transforms that fail on a traced argument, or do not call ``f`` then."""
