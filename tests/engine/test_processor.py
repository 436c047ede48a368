"""`TensorProcessor`, plans, and the compiled program of a cast and an operation."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from promo_runtime import Engine, PromotionError, TensorProcessor
from promo_typing.systems import SYSTEMS

TORCH = Engine("torch")
X, Y = jnp.ones(4, jnp.int8), jnp.ones(4, jnp.uint8)


def processor() -> TensorProcessor:
    return TensorProcessor(TORCH).add_input(X).add_input(Y)


def test_the_plan_shows_each_cast() -> None:
    plan = processor().promote_to_common_dtype().plan()
    assert [(cast.source, cast.target) for cast in plan.casts] == [
        ("int8", "int16"),
        ("uint8", "int16"),
    ]
    assert "input 0: int8 -> int16: the common dtype of all inputs under torch" in str(plan)
    assert "float32" in str(TORCH.add.plan(X, 1.5))


def test_integers_become_floats() -> None:
    found = processor().promote_integers_to_floats().apply(jnp.hypot)
    assert found.dtype == jnp.float32


def test_the_lowest_dtype_of_an_input() -> None:
    plan = TensorProcessor(TORCH).add_input(X, lowest=jnp.int32).add_input(Y).plan()
    assert [cast.target for cast in plan.casts] == ["int32", "uint8"]


def test_requirements() -> None:
    with pytest.raises(PromotionError, match="int8 is not uint8"):
        processor().require_equal_dtypes().plan()
    floats = TensorProcessor(TORCH).add_input(X).add_input(1.5).promote_to_common_dtype()
    with pytest.raises(PromotionError, match="float32, which int8 does not take in"):
        floats.check_castable_to(jnp.int8).plan()
    assert floats.check_castable_to(jnp.float16).apply(jnp.add).dtype == jnp.float16
    with pytest.raises(ValueError, match="add_input"):
        TensorProcessor(TORCH).plan()


def test_undefined_promotion_names_three_ways_out() -> None:
    with pytest.raises(PromotionError) as caught:
        TORCH.add(jnp.ones(2, jnp.uint16), jnp.ones(2, jnp.int8))
    for words in ("uint16 and int8", "'torch'", "x.astype(jnp.", "jax.numpy", "Engine(system="):
        assert words in str(caught.value)


FUSED = {
    "add": lambda xp, x, y: xp.add(x, y),
    "multiply": lambda xp, x, y: xp.multiply(x, y),
    "maximum": lambda xp, x, y: xp.maximum(x, y),
    "less": lambda xp, x, y: xp.less(x, y),
    "where": lambda xp, x, y: xp.where(y > 0, x, y),
}
PROMOTE_NOTHING = (
    *("jax-lax", "jax-lax-x64", "jep9407-jax-lax"),
    *("tensorflow", "jep9407-tensorflow"),
)
OF_EQUAL_DTYPES = {("oneflow", "where")}
PLANNED = sorted(name for name, system in SYSTEMS.items() if system.jax_settings is None)
WIDENED = [(jnp.int8, jnp.int16), (jnp.uint8, jnp.int32), (jnp.float16, jnp.float32)]


COMPILED: dict[str, str] = {}


def compiled(lowered: Any) -> str:
    """The compiled program; equal programs, of systems that cast alike, are compiled once."""
    written = lowered.as_text()
    if written not in COMPILED:
        COMPILED[written] = lowered.compile().as_text()
    return COMPILED[written]


@pytest.mark.parametrize("name", FUSED)
@pytest.mark.parametrize("system", PLANNED)
def test_cast_and_operation_are_one_fusion(system: str, name: str) -> None:
    engine, seen = Engine(system), 0
    for left, right in WIDENED:
        x, y = jnp.ones(1024, left), jnp.ones(1024, right)
        try:
            text = compiled(jax.jit(partial(FUSED[name], engine)).lower(x, y))
        except PromotionError:
            continue
        entry = text[text.index("ENTRY") :]
        assert len(re.findall(r"= \S+ fusion\(", entry)) == 1, text
        assert not re.search(r"= \S+ convert\(", entry), text
        assert "convert(" in text, text
        seen += 1
    promotes = system not in PROMOTE_NOTHING and (system, name) not in OF_EQUAL_DTYPES
    assert bool(seen) == promotes


def test_jax_errors_pass_through() -> None:
    deleted = jnp.ones(3)
    deleted.delete()
    column, row = jnp.zeros((1 << 26, 1), jnp.int8), jnp.zeros((1, 1 << 26), jnp.int16)
    for add in (jnp.add, TORCH.add, Engine().add):
        with pytest.raises(RuntimeError, match="deleted"):
            add(deleted, 1)
        with pytest.raises(jax.errors.JaxRuntimeError, match=r"^RESOURCE_EXHAUSTED"):
            jax.block_until_ready(add(column, row))
