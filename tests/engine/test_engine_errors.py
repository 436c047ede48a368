"""The messages of the engine if operands, names, systems or devices do not fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_runtime import DtypeError, Engine, OperandError, PromotionError

ENGINE = Engine()
FLOAT8 = jnp.ones(2, jnp.float8_e4m3fn)
INT4 = jnp.ones(2, jnp.int4)
HALF = jnp.ones(2, jnp.bfloat16)

NO_PATH: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "float8 with float32": (
        lambda: ENGINE.add(FLOAT8, jnp.ones(2)),
        (
            "jax.numpy.add",
            "float8_e4m3fn",
            "float32",
            "cast the float8_e4m3fn",
            "x.astype(jnp.float32)",
        ),
    ),
    "int4 with a Python complex": (
        lambda: ENGINE.multiply(INT4, 1j),
        ("int4 and a Python complex", "x.astype(jnp.complex64)"),
    ),
    "two float8": (
        lambda: ENGINE.maximum(FLOAT8, jnp.ones(2, jnp.float8_e5m2)),
        ("float8_e4m3fn and float8_e5m2", "float8 types promote with no other float"),
    ),
    "a power, of which the rule says nothing": (
        lambda: ENGINE.power(INT4, jnp.ones(2, jnp.int8)),
        ("jax.numpy.power", "int4", "int8"),
    ),
}


@pytest.mark.parametrize("case", NO_PATH)
def test_no_common_dtype(case: str) -> None:
    call, words = NO_PATH[case]
    with pytest.raises(PromotionError) as caught:
        call()
    assert isinstance(caught.value, TypeError)
    assert [word for word in words if word not in str(caught.value)] == []


def test_strict_promotion() -> None:
    with jax.numpy_dtype_promotion("strict"), pytest.raises(PromotionError) as caught:
        ENGINE.add(HALF, jnp.ones(2))
    assert str(caught.value) == (
        'jax.numpy.add of bfloat16 and float32: jax_numpy_dtype_promotion = "strict" allows no '
        "implicit promotion between them; cast the bfloat16, e.g. x.astype(jnp.float32)"
    )


REJECTED: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "bits of floats": (
        lambda: ENGINE.bitwise_and(HALF, 1.5),
        ("bfloat16 and a Python float", "bool and integers", "x.astype(jnp.int32)"),
    ),
    "minus of a bool": (
        lambda: ENGINE("-", True),
        ("negative", "bool", "any dtype but bool", "write ~x"),
    ),
    "remainder of complex": (lambda: ENGINE("%", 1j, HALF), ("complex", "x.real")),
    "a list": (lambda: ENGINE.add(HALF, [1, 2]), ("operand 1 is a list", "jnp.asarray")),
    "None": (lambda: ENGINE.exp(None), ("operand 0 is a NoneType",)),
    "a date": (lambda: ENGINE.add(np.datetime64("2020-01-01"), HALF), ("datetime64[D]",)),
    "strings": (lambda: ENGINE.add(HALF, np.array(["a"])), ("ndarray of dtype <U1",)),
}


@pytest.mark.parametrize("case", REJECTED)
def test_operand_is_refused(case: str) -> None:
    call, words = REJECTED[case]
    with pytest.raises(OperandError) as caught:
        call()
    assert [word for word in words if word not in str(caught.value)] == []


def test_a_refusal_is_not_remembered_as_an_answer() -> None:
    for _ in range(2):
        with pytest.raises(PromotionError):
            ENGINE.add(FLOAT8, jnp.ones(2))


def test_refusals_under_jit() -> None:
    with pytest.raises(DtypeError, match="float8_e4m3fn"):
        jax.jit(ENGINE.add)(FLOAT8, jnp.ones(2))


MISUSE: dict[str, tuple[type[Exception], Callable[[], Any], str]] = {
    "system": (ValueError, lambda: Engine("tourch"), "no promotion system 'tourch'; did you mean"),
    "platform": (ValueError, lambda: Engine(device="abacus"), r"'abacus'; JAX has here: .*cpu:0"),
    "index": (ValueError, lambda: Engine(device="cpu:99"), "no device 'cpu:99'"),
    "no index": (ValueError, lambda: Engine(device="cpu:x"), "no device 'cpu:x'"),
    "device": (TypeError, lambda: Engine(device=cast(Any, 0)), "got 0 of type int"),
    "name": (ValueError, lambda: ENGINE("ad", 1, 2), "no function 'ad'; .* add, "),
    "symbol": (ValueError, lambda: ENGINE("+", 1, 2, 3), "no function '\\+' of 3 operands"),
    "attribute": (AttributeError, lambda: ENGINE.ad, "no function 'ad'"),
    "no answer": (ValueError, lambda: Engine("torch")("polyfit", 1, 2), "says nothing about"),
    "no system": (TypeError, lambda: Engine(cast(Any, 3)), "got int"),
    "x64": (TypeError, lambda: Engine(x64=cast(Any, 1)), "got 1 of type int"),
    "contradiction": (ValueError, lambda: Engine("jax-x64", x64=False), "in which it is True"),
    "mesh": (TypeError, lambda: Engine(mesh=cast(Any, 1)), "got int"),
    "too few": (TypeError, lambda: ENGINE.add(1), "jax.numpy.add takes 2 operands, got 1"),
    "too many": (TypeError, lambda: ENGINE.exp(1, 2), "takes 1 operands, got 2"),
    "shapes": (TypeError, lambda: ENGINE.add(jnp.ones(2), jnp.ones(3)), "incompatible shapes"),
}


@pytest.mark.parametrize("case", MISUSE)
def test_misuse(case: str) -> None:
    error, call, words = MISUSE[case]
    with pytest.raises(error, match=words):
        call()
