"""``Array[...]`` as a hint of jaxtyping, beartype and typeguard, and in records and new syntax."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import beartype
import beartype.roar
import jax
import jax.numpy as jnp
import jaxtyping
import numpy as np
import pytest
import typeguard

from promo_typing import Array, dtypechecked, weak_float

from .spelling import array_of

D = TypeVar("D", bound=jnp.floating)
ONES, INTS = jnp.ones((2, 3)), jnp.ones((2, 3), "int32")
VIOLATIONS = (beartype.roar.BeartypeCallHintViolation, typeguard.TypeCheckError)


def with_beartype(function: Any) -> Any:
    return beartype.beartype(function)


def with_typeguard(function: Any) -> Any:
    return typeguard.typechecked(function)


CHECKS = pytest.mark.parametrize("check", [with_beartype, with_typeguard])


def normalize(scores: Array[jnp.float32 | jnp.bfloat16], *more: Array[D]) -> Array[jnp.floating]:
    return scores


def weakly(factor: Array[weak_float]) -> Array[weak_float]:
    return factor


@CHECKS
def test_a_violation_names_the_argument_and_both_dtypes(check: Any) -> None:
    f = check(normalize)
    assert f(ONES, ONES) is ONES
    expected = r"promo_typing\.Array\[jnp\.bfloat16 \| jnp\.float32\]"
    for function in (f, jax.jit(f), jax.vmap(f)):
        with pytest.raises(VIOLATIONS, match=rf"(?s)scores.*has dtype int32, expected {expected}"):
            function(INTS)
    with pytest.raises(VIOLATIONS, match=r"(?s)scores.*is no array .* of type numpy\.ndarray, of"):
        f(np.ones(3))
    with pytest.raises(VIOLATIONS, match=r"(?s)more.*has dtype int32, .*~D.*jnp\.floating"):
        f(ONES, INTS)
    with pytest.raises(
        VIOLATIONS, match=r"(?s)factor.*has dtype float32 \(not weakly typed\), exp"
    ):
        check(weakly)(ONES)
    assert check(weakly)(jnp.asarray(1.0)).weak_type


FLOAT32_MATRIX: Any = eval('jaxtyping.Float32[Array, "batch dim"]')
FLOAT_VECTOR: Any = eval('jaxtyping.Float[Array, "batch"]')


def test_inside_of_jaxtyping() -> None:
    def f(x: Any, y: Any) -> Any:
        return x

    assert isinstance(ONES, FLOAT32_MATRIX)
    for value in (INTS, ONES[0], np.ones((2, 3), "float32")):
        assert not isinstance(value, FLOAT32_MATRIX)
    f.__annotations__ = {"x": FLOAT32_MATRIX, "y": FLOAT_VECTOR}
    checked = jaxtyping.jaxtyped(typechecker=beartype.beartype)(f)
    for function in (checked, jax.jit(checked)):
        assert function(ONES, ONES[:, 0]).shape == (2, 3)
        for y in (ONES[0], INTS[:, 0], ONES):
            with pytest.raises(jaxtyping.TypeCheckError):
                function(ONES, y)


def test_jaxtyping_checks_the_origin_of_what_it_is_given() -> None:
    """jaxtyping checks the class from typing.get_origin, and the dtype of its own name."""
    for array in (array_of("bfloat16"), array_of(D)):
        hint: Any = jaxtyping.Float32.__getitem__((array, "..."))
        assert isinstance(ONES, hint)
        assert not isinstance(INTS, hint)


class Batch(NamedTuple):
    inputs: Array[jnp.float32]
    labels: Array[jnp.int32 | jnp.int8] | None = None


@dataclass(frozen=True, slots=True)
class State:
    weights: dict[str, Array[jnp.floating]]
    step: Array[jnp.int32]


def test_records() -> None:
    assert typing.get_type_hints(Batch)["labels"] == array_of(jnp.int8 | jnp.int32) | None
    assert typing.get_type_hints(State)["step"] is array_of("int32")
    checked: Any = beartype.beartype(State)
    checked({"w": ONES}, INTS)
    with pytest.raises(VIOLATIONS, match=r"(?s)step.*has dtype float32"):
        checked({"w": ONES}, ONES)
    with pytest.raises(VIOLATIONS, match=r"(?s)weights.*has dtype int32"):
        checked({"w": INTS}, INTS)
    batch: Callable[..., Any] = Batch
    typeguard.check_type(batch(ONES, INTS), Batch)
    with pytest.raises(VIOLATIONS, match=r"(?s)inputs.*has dtype int32"):
        typeguard.check_type(batch(INTS, INTS), Batch)


PEP_695 = """
import jax.numpy as jnp
from promo_typing import Array, dtypechecked

type Half = jnp.float16 | jnp.bfloat16
type Pair[D] = tuple[Array[D], Array[D]]

def add[D: jnp.floating](x: Array[D], y: Array[D]) -> Array[D]:
    return x + y

def chosen[D: (jnp.float16, jnp.float32)](x: Array[D], y: Array[D]) -> Array[D]:
    return x

class Layer[D: jnp.floating]:
    weight: Array[D]

    def scaled(self, x: Array[D], factor: Array[D]) -> Array[D]:
        return x

def half(x: Array[Half]) -> Array[Half]:
    return x
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of Python 3.12")
@CHECKS
def test_the_syntax_of_pep_695(
    check: Callable[[Any], Any], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code is in a separate module: typeguard reads the source, and 3.11 cannot parse it."""
    name = f"pep_695_under_{check.__name__}"
    (tmp_path / f"{name}.py").write_text(PEP_695)
    monkeypatch.syspath_prepend(tmp_path)
    module: Any = __import__(name)
    halves = jnp.ones(3, "float16")
    for function in (module.add, module.chosen):
        assert check(function)(halves, halves) is not None
        checked = dtypechecked(typechecker=check)(function)
        assert checked(halves, halves).dtype == "float16"
        assert checked(ONES, ONES).dtype == "float32"
        for arguments in ((ONES, halves), (halves, ONES), (INTS, INTS)):
            with pytest.raises(VIOLATIONS, match=r"(?s)D is jnp\.float(32 in this call|ing|16)"):
                checked(*arguments)
    method = dtypechecked(typechecker=check)(module.Layer.scaled)
    assert method(module.Layer(), halves, halves) is halves
    with pytest.raises(VIOLATIONS, match=r"D is jnp\.float16 in this call"):
        method(module.Layer(), halves, ONES)
    assert check(module.half)(halves) is halves
    with pytest.raises(VIOLATIONS, match="float32"):
        check(module.half)(ONES)
    (variable,) = module.Layer.__type_params__
    assert typing.get_type_hints(module.Layer)["weight"] == array_of(variable)
    assert typing.get_args(typing.get_type_hints(module.add)["x"]) == module.add.__type_params__
