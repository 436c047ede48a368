"""Conversions in JAX's own rules and functions are internal, under every transform."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import pallas
from jax.sharding import Mesh, PartitionSpec

import promo_runtime
from promo_runtime import auditing
from promo_runtime.auditing import Conversion, Flag, Origin, Report
from tests.audit.all_lints import audit

SHAPE: Final = (4, 8)
C: Final = np.ones(SHAPE, np.float32)
HALF: Final = jax.ShapeDtypeStruct(SHAPE, jnp.bfloat16)
SINGLE: Final = jax.ShapeDtypeStruct(SHAPE, jnp.float32)
INDICES: Final = jax.ShapeDtypeStruct((8,), jnp.int32)


def dtypes(found: tuple[Conversion, ...]) -> list[tuple[str, str]]:
    return [(each.source, each.target) for each in found]


def internal(report: Report) -> tuple[Conversion, ...]:
    return tuple(found for found in report.conversions if found.origin is Origin.INTERNAL)


@pytest.mark.parametrize("wrap", [lambda fn: fn, jax.jit, jax.checkpoint, jax.vmap])
@pytest.mark.parametrize("largest", [jnp.max, lambda x: jax.lax.reduce_max(x, (0,))])
def test_gradient_of_a_maximum(
    largest: Callable[[Any], Any], wrap: Callable[[Callable[[Any], Any]], Callable[[Any], Any]]
) -> None:
    report = audit(jax.grad(lambda x: jnp.sum(wrap(largest)(x))))(SINGLE)
    assert ("bool", "float32") in dtypes(internal(report))
    assert report.findings == ()


def test_gradient_of_a_maximum_in_a_scan() -> None:
    def run(x: Any) -> Any:
        carry, _ = jax.lax.scan(lambda c, _: (c + jnp.max(c), None), x, None, length=3)
        return jnp.sum(carry)

    report = audit(jax.grad(run))(SINGLE)
    assert ("bool", "float32") in dtypes(internal(report))
    assert report.findings == ()


@pytest.mark.parametrize("transform", [jax.grad, lambda fn: jax.grad(jax.jit(fn)), jax.jacrev])
def test_only_the_forward_pass_is_found(
    transform: Callable[[Callable[[Any], Any]], Callable[[Any], Any]],
) -> None:
    report = audit(transform(lambda x: jnp.sum(x * C)))(HALF)
    assert dtypes(report.findings) == [("bfloat16", "float32")]
    assert ("float32", "bfloat16") in dtypes(internal(report))


def test_an_operand_of_the_same_line_is_found() -> None:
    report = audit(jax.grad(lambda x: jnp.sum((x + x) * C)))(HALF)
    assert dtypes(report.findings) == [("bfloat16", "float32")]


def test_a_loop_over_one_line_is_found() -> None:
    def run(x: Any) -> Any:
        for factor in (C.astype(jnp.float16), C):
            x = x * factor
        return jnp.sum(x)

    report = audit(jax.grad(run))(jax.ShapeDtypeStruct(SHAPE, jnp.float16))
    assert dtypes(report.findings) == [("float16", "float32")]


@pytest.mark.parametrize(
    "function",
    [
        lambda i: jax.nn.one_hot(i, 10),
        lambda i: jnp.eye(8),
        lambda i: jnp.tri(8),
    ],
)
def test_astype_inside_of_jax_is_internal(function: Callable[[Any], Any]) -> None:
    report = audit(function)(INDICES)
    large = [found for found in report.conversions if found.elements > 1]
    assert Origin.EXPLICIT not in {found.origin for found in large}
    assert {found.operation for found in internal(report)} <= {"one_hot", "eye", "tri"}
    assert dtypes(internal(report)) == [("bool", "float32")]


@pytest.mark.parametrize(
    ("reduce", "dtype"),
    [
        (jnp.sum, jnp.bool),
        (jnp.mean, jnp.bool),
        (jnp.count_nonzero, jnp.bool),
        (jnp.cumsum, jnp.bool),
        (jnp.sum, jnp.int8),
        (jnp.prod, jnp.uint8),
    ],
)
def test_dtypes_of_sums_are_internal(reduce: Callable[[Any], Any], dtype: Any) -> None:
    report = audit(lambda x: reduce(x))(jax.ShapeDtypeStruct(SHAPE, dtype))
    assert np.dtype(dtype).name in {found.source for found in internal(report)}
    assert report.findings == ()


@pytest.mark.parametrize(
    "convert",
    [
        lambda x: jnp.astype(x, jnp.float32),
        lambda x: jax.tree.map(jnp.float32, [x]),
        lambda x: jax.nn.one_hot(x[0].argmax(), 8, dtype=jnp.bfloat16),
        lambda x: jax.jit(lambda y: y.astype(jnp.float32))(x),
    ],
)
def test_explicit(convert: Callable[[Any], Any]) -> None:
    report = audit(convert)(HALF)
    assert Origin.EXPLICIT in {found.origin for found in report.conversions}
    assert report.findings == ()


def test_a_constant_inside_of_an_inlined_function_is_not_found() -> None:
    def ones(x: Any) -> Any:
        wide = jax.lax.broadcast(1.0, SHAPE)
        return x * jax.lax.convert_element_type(wide, jnp.bfloat16)

    report = audit(lambda x: jax.jit(ones, inline=True)(x))(HALF)
    assert dtypes(report.conversions) == [("float32", "bfloat16")]
    assert report.implicit == ()


def test_tangents_count_in_forward_mode() -> None:
    findings = audit(lambda x: jax.jvp(lambda y: y * C, (x,), (x,)))(HALF).findings
    assert dtypes(findings) == [("bfloat16", "float32")] * 2


def test_rules_of_the_user() -> None:
    @jax.custom_vjp
    def double(x: Any) -> Any:
        return jnp.sum(x * C)

    def backward(factor: Any, cotangent: Any) -> tuple[Any]:
        return ((cotangent.astype(jnp.float32) * factor * C).astype(factor.dtype),)

    double.defvjp(lambda x: (double(x), x), backward)
    (found,) = audit(jax.grad(double))(HALF).findings
    assert (found.operation, found.source, found.target) == ("mul", "bfloat16", "float32")
    # JAX keeps only the line of the forward call, so the rule is audited by itself.
    (found,) = audit(backward)(HALF, jax.ShapeDtypeStruct((), jnp.float32)).findings
    assert found.place is not None
    assert found.place.line == backward.__code__.co_firstlineno + 1


def test_a_jvp_rule_of_the_user() -> None:
    @jax.custom_jvp
    def double(x: Any) -> Any:
        return x * 2

    @double.defjvp
    def rule(primals: Any, tangents: Any) -> Any:
        return double(primals[0]), (tangents[0] * C).astype(jnp.bfloat16)

    (found,) = audit(lambda x: jax.jvp(double, (x,), (x,)))(HALF).findings
    assert found.operation == "mul"
    assert found.flags == {Flag.WIDENING}


def test_all_branches_count_once() -> None:
    def run(x: Any) -> Any:
        branches = [lambda y: jnp.sum(y * C), lambda y: jnp.sum(y + C), lambda y: jnp.float32(0)]
        return jax.lax.switch(1, branches, x) + jax.lax.cond(
            x[0, 0] > 0, branches[0], branches[2], x
        )

    findings = audit(run)(HALF).findings
    assert sorted(found.operation for found in findings) == ["add", "mul", "mul"]
    assert {found.trips for found in findings} == {1}


def test_inside_of_a_shard_map() -> None:
    mesh = Mesh(np.array(jax.devices()[:1]), ("rows",))
    rows = PartitionSpec("rows")
    body = jax.shard_map(lambda x: x * C, mesh=mesh, in_specs=rows, out_specs=rows)
    (found,) = audit(jax.jit(body))(HALF).findings
    assert (found.operation, found.elements, found.trips) == ("mul", 32, 1)
    assert found.place is not None
    assert found.place.file == __file__


def test_inside_of_a_kernel() -> None:
    def kernel(x: Any, out: Any) -> None:
        out[...] = x[...] * jnp.float32(2)

    block = pallas.BlockSpec((2, 8), lambda i: (i, 0))
    call = pallas.pallas_call(
        kernel, out_shape=SINGLE, grid=(2,), in_specs=[block], out_specs=block
    )
    (found,) = audit(call)(HALF).findings
    assert (found.operation, found.elements, found.trips) == ("mul", 16, 2)


def test_names_are_exported() -> None:
    assert {name for name in auditing.__all__ if hasattr(promo_runtime, name)} == set(
        auditing.__all__
    )
    assert set(auditing.__all__) <= set(promo_runtime.__all__)


@pytest.mark.parametrize(
    ("function", "operation"),
    [
        (lambda i: jax.nn.relu6(i), "relu6"),
        (lambda i: jnp.sqrt(i), "sqrt"),
        (lambda i: i.mean(), "mean"),
        (lambda i: i**0.5, "pow"),
        (lambda i: jnp.linalg.norm(i), "norm"),
        (lambda i: C[0] @ i, "rmatmul"),
        (lambda i: jnp.zeros(8).at[:].add(i), "add"),
        (lambda i: jnp.asarray(i, jnp.float32), "asarray"),
        (lambda i: jnp.float32(i), "float32"),
        (lambda i: jax.vmap(lambda x: jnp.arctan2(x, 1.0))(i), "arctan2"),
    ],
)
def test_operation(function: Callable[[Any], Any], operation: str) -> None:
    (found,) = [each for each in audit(function)(INDICES).conversions if each.elements > 1]
    assert (found.operation, found.source, found.target) == (operation, "int32", "float32")
