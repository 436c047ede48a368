"""The codes of implicit conversions, on the installed JAX, are those of the lints."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import Array

from promo_runtime.auditing import Conversion
from promo_typing.core.error_codes import UPDATE
from promo_typing.core.lints import (
    DEFAULT_WIDENING,
    INTEGER_ROUNDING,
    INTEGER_WIDENING,
    KIND_CHANGE,
    MIXED_SIGN,
    NARROWING,
    NUMPY_WIDENING,
    WIDENING,
)
from tests.audit.all_lints import audit
from tests.audit.constants import IMPORTED

N: Final = 8
D: Final = 64
TABLE = np.ones(N, np.float32)
SCALE = np.float32(2)
MADE_BY_DEFAULT = jnp.array([0.5] * N)
ASKED_FOR = jnp.ones(N, jnp.float32)
CAST = jnp.float32(2)


def of(dtype: Any) -> Any:
    return jax.ShapeDtypeStruct((N,), dtype)


X, Y, I = of(jnp.bfloat16), of(jnp.float32), of(jnp.int32)  # noqa: E741
U, SMALL, MASK = of(jnp.uint32), of(jnp.int8), of(jnp.bool)
KEY = jax.random.key(0)


class Weighted(NamedTuple):
    scale: Any

    def apply(self, x: Any) -> Any:
        return x * self.scale


def local(x: Any) -> Any:
    scale = np.sqrt(D)
    return x / scale


def assigned(x: Any) -> Any:
    x *= SCALE
    return x


def cast_in_the_function(x: Any) -> Any:
    two = jnp.float32(2)
    return x * two


def cast_back(x: Any) -> Any:
    scaled = x * SCALE
    shifted = jnp.concatenate([scaled, scaled]) + 1
    return shifted.astype(x.dtype)


def cast_back_in_part(x: Any) -> Any:
    scaled = x * SCALE
    return scaled.astype(x.dtype), scaled


def cast_up_later(x: Any) -> Any:
    scaled = x * SCALE
    return (scaled + 1).astype(jnp.complex64)


def taken_for_narrow(x: Any) -> Any:
    scaled = x * SCALE
    return jax.nn.softmax(scaled.astype(jnp.float32)).astype(x.dtype)


def cast_back_by_its_caller(x: Any) -> Any:
    return Weighted(SCALE).apply(x).astype(x.dtype)


def declared(x: Any) -> Array[jnp.float32]:
    return x * SCALE  # type: ignore[no-any-return]


def declared_in_a_variable(x: Any) -> Any:
    wide: Array[jnp.float32] = x * SCALE
    return wide


def repeated(x: Any) -> Any:
    return jax.lax.scan(lambda c, _: ((c * TABLE)[0] + c, None), x.astype(jnp.float32), None, 3)[0]


def scanned(x: Any) -> Any:
    def body(carry: Any, _: None) -> tuple[Any, Any]:
        wide = carry * TABLE
        return carry, wide

    return jax.lax.scan(body, x, length=3)


def in_while(x: Any) -> Any:
    return jax.lax.while_loop(lambda s: jnp.sum(s * TABLE) > 0, lambda s: s - 1, x)


def noisy(x: Any, key: Any) -> Any:
    noise = jax.random.normal(key, x.shape)
    return x + 0.1 * noise


def noisy_on_request(x: Any, key: Any) -> Any:
    noise = jax.random.normal(key, x.shape, jnp.float32)
    return x + 0.1 * noise


def helper() -> Any:
    return jnp.linspace(0, 1, N)


@jax.jit
def compiled(key: Any) -> Any:
    return jax.random.uniform(key, (N,))


CASES: Final[dict[str, list[tuple[Callable[..., Any], tuple[Any, ...]]]]] = {
    NUMPY_WIDENING: [
        (lambda x: x * TABLE, (X,)),
        (cast_back_in_part, (X,)),
        (cast_up_later, (X,)),
        (taken_for_narrow, (X,)),
        (cast_back_by_its_caller, (X,)),
        (lambda x: x * SCALE, (X,)),
        (lambda x: SCALE * x, (X,)),
        (lambda x: x * np.sqrt(2 / np.pi), (X,)),
        (lambda x: x * jnp.asarray(TABLE), (X,)),
        (lambda x: jnp.where(x > 0, x, TABLE), (X,)),
        (lambda x: jnp.where(x > 0, x, SCALE), (X,)),
        (lambda x: jnp.where(x > 0, x, IMPORTED), (X,)),
        (lambda x: jnp.clip(x, TABLE, TABLE + 1), (X,)),
        (lambda x: jnp.einsum("i,i->", x, TABLE), (X,)),
        (lambda x: TABLE @ x, (X,)),
        (lambda x: x > TABLE, (X,)),
        (lambda x: jax.jit(lambda y: y * TABLE)(x), (X,)),
        (lambda x: jax.checkpoint(lambda y: y * TABLE)(x), (X,)),
        (lambda x: jax.lax.cond(x[0] > 0, lambda y: y * TABLE, lambda y: y + TABLE, x), (X,)),
        (lambda x: Weighted(np.float32(2)).apply(x), (X,)),
        (lambda small: small + np.int32(5), (SMALL,)),
        (local, (X,)),
        (assigned, (X,)),
        (scanned, (X,)),
        (in_while, (X,)),
    ],
    DEFAULT_WIDENING: [
        (lambda x: x * MADE_BY_DEFAULT, (X,)),
        (lambda x: x * jnp.array([0.5] * N), (X,)),
        (lambda x: x + jnp.zeros(N), (X,)),
        (lambda x: x + jnp.eye(N), (X,)),
        (lambda x: x + helper(), (X,)),
        (lambda x: x * jnp.cos(jnp.linspace(0, 1, N)), (X,)),
        (lambda x: jnp.concatenate([x, jnp.zeros(3)]), (X,)),
        (lambda x: x + jax.nn.one_hot(jnp.arange(N), N), (X,)),
        (lambda x, key: x + 0.1 * jax.random.normal(key, x.shape), (X, KEY)),
        (lambda x, key: x + compiled(key), (X, KEY)),
        (lambda small: small + jnp.arange(N), (SMALL,)),
        (noisy, (X, KEY)),
    ],
    WIDENING: [
        (lambda x, y: x + y, (X, Y)),
        (lambda x, y: x.at[:].set(0) + y, (X, Y)),
        (lambda x, y: y.at[:].set(x), (X, Y)),
        (lambda x, y: jnp.polyadd(x, y), (X, Y)),
        (lambda x, y: x + 0.1 * y, (X, Y)),
        (lambda x, y: x + jnp.sin(y), (X, Y)),
        (lambda x, y: x * (y * TABLE), (X, Y)),
        (lambda x, y: x + jnp.zeros_like(y), (X, Y)),
        (lambda x, y: jnp.concatenate([x, y]), (X, Y)),
        (lambda x, y: jnp.logical_and(x, y), (X, Y)),
        (lambda x, y: jax.scipy.special.xlogy(x, y), (X, Y)),
        (lambda x: x * CAST, (X,)),
        (lambda x: x * ASKED_FOR, (X,)),
        (lambda x: x * jnp.float32(2), (X,)),
        (lambda x: x * jnp.array([0.5] * N, jnp.float32), (X,)),
        (lambda x: x + jnp.zeros(N, jnp.float32), (X,)),
        (lambda x: x + jnp.full(N, 0.5, jnp.float32), (X,)),
        (lambda x: x + TABLE * jnp.ones(N, jnp.float32), (X,)),
        (lambda x: Weighted(CAST).apply(x), (X,)),
        (lambda x: (x * SCALE).astype(jnp.bfloat16), (X,)),
        (cast_in_the_function, (X,)),
        (cast_back, (X,)),
        (declared, (X,)),
        (declared_in_a_variable, (X,)),
        (noisy_on_request, (X, KEY)),
    ],
    INTEGER_WIDENING: [
        (lambda small, i: small + i, (SMALL, I)),
        (lambda unsigned, i: unsigned + i, (of(jnp.uint8), I)),
    ],
    INTEGER_ROUNDING: [(lambda x, i: x * i, (X, I)), (lambda x, i: x < i, (X, I))],
    MIXED_SIGN: [
        (lambda u, i: u - i, (U, I)),
        (lambda u, i: i < u, (U, I)),
        (lambda u, i: u + i, (of(jnp.uint8), SMALL)),
    ],
    KIND_CHANGE: [
        (lambda i: i / 2, (I,)),
        (lambda i: jnp.sqrt(i), (I,)),
        (lambda i, y: i * y, (I, Y)),
        (lambda i: i.at[:].add(1) / 2, (I,)),
        (lambda mask, x: mask * x, (MASK, X)),
        (lambda mask, i: mask + i, (MASK, I)),
        (lambda i, x: x**i, (I, X)),
    ],
    UPDATE: [
        (lambda x, y: x.at[:].set(y), (X, Y)),
        (lambda x, y: x.at[:].add(y), (X, Y)),
        (lambda i, y: i.at[:].set(y), (I, Y)),
    ],
    NARROWING: [(lambda x, y: jnp.full_like(x, y), (X, Y))],
}
EACH: Final = [(code, *case) for code, cases in CASES.items() for case in cases]


def findings(fn: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Conversion, ...]:
    with warnings.catch_warnings(action="ignore"):
        found: tuple[Conversion, ...] = audit(fn)(*arguments).findings
    return found


@pytest.mark.parametrize(("code", "fn", "arguments"), EACH)
def test_code(code: str, fn: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    assert {found.code for found in findings(fn, arguments)} == {code}


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        (lambda i, x: x * (i / 2), DEFAULT_WIDENING),
        (lambda i, x: x * jnp.sqrt(i), DEFAULT_WIDENING),
        (lambda i, x: x * (i * SCALE), NUMPY_WIDENING),
        (lambda i, x: x * (i * jnp.float32(2)), WIDENING),
    ],
)
def test_integers_that_became_floats(operation: Callable[..., Any], code: str) -> None:
    codes = {(found.source, found.code) for found in findings(operation, (I, X))}
    assert codes == {("int32", KIND_CHANGE), ("bfloat16", code)}


def test_with_x64() -> None:
    with jax.enable_x64(True):
        assert {f.code for f in findings(lambda y: y * TABLE.astype(np.float64), (Y,))} == {
            WIDENING
        }
        assert {f.code for f in findings(lambda u, i: u + i, (U, I))} == {MIXED_SIGN}
        assert {f.code for f in findings(lambda x: x + jnp.zeros(N), (X,))} == {DEFAULT_WIDENING}
        single = jnp.zeros(N, jnp.float32)
        assert {f.code for f in findings(lambda x: x + single, (X,))} == {WIDENING}


def test_what_is_no_finding_has_no_code() -> None:
    report = audit(lambda x: (x * 2.0).astype(jnp.float32) + jnp.sum(x))(X)
    assert report.conversions
    assert [found.code for found in report.conversions if found not in report.findings] == [
        None
    ] * (len(report.conversions) - len(report.findings))


@pytest.mark.parametrize("x64", [False, True])
def test_updates_are_those_of_which_jax_warns(x64: bool) -> None:
    names = ("bool", "uint8", "int8", "int32", "uint32", "bfloat16", "float16", "float32")
    names += ("complex64", *(("int64", "uint64", "float64", "complex128") if x64 else ()))
    compared = 0
    with jax.enable_x64(x64):
        for array, value in itertools.product(names, names):
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                report = audit(lambda x, y: x.at[:].set(y))(of(array), of(value))
            codes = {found.code for found in report.findings}
            warned = any(issubclass(each.category, FutureWarning) for each in said)
            assert (UPDATE in codes) == warned, (array, value, codes)
            compared += warned
    assert compared > len(names)


def test_source_that_is_gone() -> None:
    namespace: dict[str, Any] = {"scale": SCALE}
    exec("def widen(x):\n    return x * scale\n", namespace)
    (found,) = findings(namespace["widen"], (X,))
    assert found.code == NUMPY_WIDENING
