"""The words of advice about refused calls, and that the engine refuses before JAX does."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any, Final

import jax
import jax.numpy as jnp
import pytest

from promo_runtime import DtypeError, Engine, OperandError, PromotionError, TensorProcessor
from promo_runtime.functions import METHODS, UFUNCS, arity
from promo_typing.core.dtypes import STRONG
from tests.tracebacks import whole_tracebacks

from .operands import ONE_OR_TWO

BOOL, I8, I32, F32 = (jnp.ones(2, name) for name in ("bool", "int8", "int32", "float32"))
F8, C64 = jnp.ones(2, "float8_e4m3fn"), jnp.ones(2, "complex64")
IN_JAX: Final = (
    "; or call jax.numpy, which has JAX's own promotion, or choose another system, "
    "e.g. Engine(system='jax')"
)

MESSAGES: Final[dict[str, tuple[str, str, tuple[Any, ...], str]]] = {
    "no loop": (
        "numpy",
        "gcd",
        (F32, F32),
        "numpy.gcd has no loop for float32; cast all operands, e.g. x.astype(jnp.int32)",
    ),
    "no numbers": (
        "array-api",
        "subtract",
        (BOOL, BOOL),
        "subtract takes numbers, not bool; cast all operands, e.g. x.astype(jnp.int8)",
    ),
    "no addition": (
        "tensorflow",
        "multiply",
        (BOOL, BOOL),
        "multiply takes no bool; cast all operands, e.g. x.astype(jnp.int8)" + IN_JAX,
    ),
    "no promotion": (
        "jax-lax",
        "bitwise_and",
        (F32, I32),
        "bitwise_and promotes nothing and takes operands of one dtype, here float32 and int32; "
        "cast the float32, e.g. x.astype(jnp.int32)",
    ),
    "either operand": (
        "torch",
        "subtract",
        (BOOL, BOOL),
        "computes in bool under the promotion system 'torch', which JAX does not accept: it takes "
        "any dtype but bool; cast one operand, e.g. x.astype(jnp.int8)",
    ),
    "imaginary parts": (
        "numpy",
        "copysign",
        (C64, C64),
        "numpy.copysign has no loop for complex64; take x.real or jnp.abs(x) first",
    ),
    "nothing helps": ("numpy", "gcd", (C64, C64), "numpy.gcd has no loop for complex64"),
    "a Python bool": (
        "array-api",
        "add",
        (F32, True),
        "write the Python bool as an array, e.g. jnp.float32(x)" + IN_JAX,
    ),
    "a wide integer": (
        "numpy",
        "add",
        (I8, 1000),
        "cast the int8, e.g. x.astype(jnp.int32)" + IN_JAX,
    ),
    "a sequence": (
        "torch",
        "concatenate",
        ([F8, F32],),
        "an 8-bit float promotes with its own dtype only; cast the float8_e4m3fn, "
        "e.g. x.astype(jnp.float32)",
    ),
}


@pytest.mark.parametrize("case", MESSAGES)
def test_messages(case: str) -> None:
    system, function, operands, words = MESSAGES[case]
    with pytest.raises(DtypeError) as caught:
        Engine(system)(function, *operands)
    assert str(caught.value).endswith(words)


def test_what_jax_refuses_is_found_before_it_is_executed() -> None:
    operation = Engine("torch").operation("copysign")
    with pytest.raises(OperandError, match=r"JAX does not accept: it takes bool, integers"):
        operation.plan(F8, F8)  # type: ignore[attr-defined]
    with pytest.raises(OperandError, match=r"float8_e4m3fn under the promotion system 'torch'"):
        operation(F8, F8)


def test_a_requested_dtype_counts() -> None:
    engine = Engine("torch")
    assert engine.sum(BOOL, dtype=jnp.float32).dtype == jnp.float32
    with pytest.raises(DtypeError, match="JAX does not accept"):
        engine.matmul(I32, I32, preferred_element_type=jnp.int8)


@pytest.mark.parametrize("system", ["torch", "numpy", "tensorflow", "jax-lax"])
def test_no_exception_of_jax_comes_through(system: str) -> None:
    engine, refusals = Engine(system), 0
    dtypes = ("bool", "int4", "int8", "uint32", "float8_e5m2", "float16", "float32", "complex64")
    for function in filter(UFUNCS.__contains__, ONE_OR_TWO):
        shape = (2, 2)
        count = arity(METHODS[function])
        every = [(dtype,) * count for dtype in dtypes]
        every += random.Random(function).sample([*itertools.product(dtypes, repeat=count)], 4)
        for names in dict.fromkeys(every):
            arrays = [jax.ShapeDtypeStruct(shape, jnp.dtype(name)) for name in names]
            try:
                with whole_tracebacks():
                    jax.eval_shape(getattr(engine, function), *arrays)
            except DtypeError:
                refusals += 1
    assert refusals > 50


ELSEWHERE: Final[dict[str, tuple[Callable[[], Any], str]]] = {
    "result_type": (
        lambda: Engine("torch").result_type(F8, I8),
        "result_type of float8_e4m3fn and int8 is undefined .* cast the float8_e4m3fn, e.g. ",
    ),
    "a processor": (
        lambda: (
            TensorProcessor(Engine("tensorflow"))
            .add_input(I8)
            .add_input(F32)
            .promote_to_common_dtype()
            .plan()
        ),
        r"the second operand, float32, is .*; cast the int8, e.g. x.astype\(jnp.float32\)$",
    ),
}


@pytest.mark.parametrize("case", ELSEWHERE)
def test_advice_of_what_is_no_function(case: str) -> None:
    call, words = ELSEWHERE[case]
    with pytest.raises(PromotionError, match=words):
        call()


def test_there_are_the_same_dtypes_in_each_version_of_jax() -> None:
    """A plan asks JAX for nothing else, so planned advice is tested with one version alone."""
    assert [each for each in STRONG if not hasattr(jnp, each)] == []
