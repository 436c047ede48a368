"""``Array`` in annotations: under typing, dataclasses, pickle, beartype and typeguard."""

# Types are built from values here, and from results of typing.Optional and typing.Union.
# mypy: disable-error-code="misc, valid-type"
# ruff: noqa: UP007, UP045

from __future__ import annotations

import copy
import functools
import inspect
import pickle
import subprocess
import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Generic, Optional, TypeVar, Union

import beartype
import beartype.door
import beartype.roar
import jax
import jax.numpy as jnp
import numpy as np
import pytest
import typeguard

import promo_typing
from promo_typing import Array, weak_complex, weak_float, weak_int
from promo_typing.core.dtypes import STRONG

from .spelling import array_of

D = TypeVar("D")
Floating = TypeVar("Floating", bound=jnp.floating)
FLOAT32 = array_of("float32")
ONES = jnp.ones(3)
INTS = jnp.ones(3, "int32")


@dataclass
class Layer(Generic[D]):
    weight: Array[jnp.float32]
    bias: Array[jnp.bfloat16] | None = None
    scale: Optional[Array[jnp.floating]] = None
    state: dict[str, Array[D]] | None = None


def test_type_hints_of_postponed_annotations() -> None:
    assert next(field.type for field in fields(Layer)) == "Array[jnp.float32]"
    assert typing.get_type_hints(Layer) == {
        "weight": FLOAT32,
        "bias": array_of("bfloat16") | None,
        "scale": Optional[array_of(jnp.floating)],
        "state": dict[str, array_of(D)] | None,
    }


def test_type_hints_of_a_function() -> None:
    def f(x: Array[jnp.float32], *y: Array, z: list[Array[D]]) -> tuple[Array[Any], ...]:
        raise NotImplementedError

    assert typing.get_type_hints(f) == {
        "x": FLOAT32,
        "y": Array,
        "z": list[array_of(D)],
        "return": tuple[Array, ...],
    }
    assert inspect.signature(f, eval_str=True).parameters["x"].annotation is FLOAT32


def test_unions() -> None:
    for union in (FLOAT32 | None, None | FLOAT32):
        assert isinstance(ONES, union)
        assert isinstance(None, union)
        assert not isinstance(INTS, union)
        assert union == Optional[FLOAT32] == Union[None, FLOAT32]
        assert set(typing.get_args(union)) == {FLOAT32, type(None)}
    assert FLOAT32 | FLOAT32 == FLOAT32
    assert isinstance(np.ones(3), FLOAT32 | np.ndarray)
    assert isinstance(ONES, (int, FLOAT32))
    assert not isinstance(INTS, (int, FLOAT32))
    assert hash(FLOAT32 | None) == hash(FLOAT32 | None)


def test_the_classes_are_classes_as_typing_sees_them() -> None:
    assert inspect.isclass(FLOAT32)
    assert isinstance(FLOAT32, type)
    assert FLOAT32.__mro__ == (FLOAT32, Array, object)
    shown = "tuple[promo_typing.Array[jnp.float32], promo_typing.Array]"
    assert repr(tuple[FLOAT32, Array]) == shown


WRITTEN: list[Any] = [
    *(getattr(jnp, name) for name in STRONG),
    *(int, float, complex, weak_int, weak_float, weak_complex),
    *(jnp.floating, jnp.integer, jax.dtypes.prng_key),
    jnp.float32 | jnp.bfloat16,
    jnp.floating | jnp.int8 | weak_int,
]


@pytest.mark.parametrize("item", WRITTEN, ids=str)
def test_what_was_written_between_the_brackets(item: Any) -> None:
    array = array_of(item)
    assert typing.get_origin(array) is Array
    assert typing.get_args(array) == (item,)
    assert array_of(*typing.get_args(array)) is array
    assert typing.get_origin(Array) is None
    assert typing.get_args(Array) == ()


@pytest.mark.parametrize("item", WRITTEN, ids=str)
def test_the_representation_is_as_one_writes_it(item: Any) -> None:
    """The representation has the names of JAX's documentation, and those of this package."""
    array = array_of(item)
    assert eval(repr(array), {"promo_typing": promo_typing, "jnp": jnp, "jax": jax}) is array


def test_type_variables_make_an_alias() -> None:
    generic = array_of(D)
    assert generic == array_of(D)
    assert hash(generic) == hash(array_of(D))
    assert typing.get_origin(generic) is Array
    assert typing.get_args(generic) == (D,)
    assert generic["float32"] is FLOAT32
    assert generic[Floating] == array_of(Floating)
    assert generic[Any] is Array
    assert repr(generic) == "promo_typing.Array[~D]"
    assert tuple[generic, D, generic][jnp.float32] == tuple[FLOAT32, jnp.float32, FLOAT32]
    assert Callable[[generic], generic][jnp.float32] == Callable[[FLOAT32], FLOAT32]
    assert typing.Callable[[generic], D][jnp.float32] == typing.Callable[[FLOAT32], jnp.float32]
    assert Optional[generic][jnp.float32] == Optional[FLOAT32]
    assert (generic | None)[jnp.float32] == Optional[FLOAT32]
    assert array_of(D | jnp.int8)[jnp.float32] is array_of(jnp.float32 | jnp.int8)


PICKLED = [
    Array,
    *map(array_of, STRONG),
    *map(array_of, (int, jnp.floating, jnp.int8 | jnp.floating, jax.dtypes.prng_key)),
    array_of(jax.random.key(0).dtype),
    FLOAT32 | None,
    list[FLOAT32],
    array_of(Floating),
]


@pytest.mark.parametrize("array", PICKLED, ids=str)
def test_copies_and_pickles(array: Any) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(array, protocol)) == array
    assert copy.copy(array) == array
    assert copy.deepcopy({"x": [array]}) == {"x": [array]}


def test_a_pickle_is_read_by_another_process() -> None:
    written = [array for array in PICKLED if array != array_of(Floating)]
    program = f"import pickle; print(pickle.loads({pickle.dumps(written)!r}))"
    assert run(program) == f"{written}\n"


def test_a_class_is_found_by_its_name() -> None:
    """So cloudpickle, which does not use copyreg, stores no copy of the class either."""
    for name in STRONG:
        array = array_of(name)
        assert getattr(sys.modules[array.__module__], array.__qualname__) is array
    assert not [name for name in promo_typing.__all__ if "[" in name]


def test_patterns() -> None:
    def kind(x: object) -> str:
        match x:
            case Array(dtype=jnp.float32, shape=(n,)):
                return f"{n} floats"
            case Array():
                return "an array"
            case _:
                return "something else"

    assert [kind(x) for x in (ONES, INTS, 3)] == ["3 floats", "an array", "something else"]


def test_single_dispatch_inside_and_outside_of_jit() -> None:
    @functools.singledispatch
    def kind(x: object) -> str:
        return "something else"

    @kind.register(Array)
    def _(x: Array) -> str:
        return "an array"

    seen = []
    jax.jit(lambda x: seen.append(kind(x)))(ONES)
    assert [kind(ONES), kind(np.ones(3)), *seen] == ["an array", "something else", "an array"]


def checked_by_beartype(f: Callable[..., Any]) -> Callable[..., Any]:
    return beartype.beartype(f)


def checked_by_typeguard(f: Callable[..., Any]) -> Callable[..., Any]:
    return typeguard.typechecked(f)


CHECKERS = pytest.mark.parametrize("check", [checked_by_beartype, checked_by_typeguard])
VIOLATIONS = (beartype.roar.BeartypeCallHintViolation, typeguard.TypeCheckError)


def first(x: Array[jnp.float32], y: Array[jnp.int32] | None = None) -> Array[jnp.floating]:
    return x


def any_of(x: Array[Floating], y: list[Array[D]]) -> Array[Floating]:
    return x


def cast(x: Array) -> Array[jnp.int8]:
    return x


@CHECKERS
def test_runtime_checkers(check: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    f = check(first)
    assert f(ONES, None) is ONES
    assert f(ONES, INTS) is ONES
    assert jax.jit(f)(ONES, INTS).dtype == "float32"
    assert jax.grad(lambda x: f(x).sum())(ONES).dtype == "float32"
    for arguments in ((INTS,), (ONES, ONES), (np.ones(3, "float32"),), (1.0,)):
        with pytest.raises(VIOLATIONS, match=r"Array\[jnp\.(float32|int32)\]"):
            f(*arguments)
    with pytest.raises(VIOLATIONS):
        jax.jit(f)(INTS)
    with pytest.raises(VIOLATIONS, match=r"Array\[jnp\.int8\]"):
        check(cast)(ONES)


@CHECKERS
def test_type_variables_under_runtime_checkers(
    check: Callable[[Callable[..., Any]], Callable[..., Any]],
) -> None:
    f = check(any_of)
    assert f(ONES, [ONES]) is ONES
    wrong: list[tuple[object, list[object]]] = [(3, []), (ONES, [np.ones(3)])]
    for arguments in wrong:
        with pytest.raises(VIOLATIONS):
            f(*arguments)


def test_the_order_of_hints_under_beartype() -> None:
    is_subhint = beartype.door.is_subhint
    assert is_subhint(FLOAT32, Array)
    assert is_subhint(FLOAT32, array_of(jnp.floating))
    assert is_subhint(FLOAT32, FLOAT32 | None)
    assert not is_subhint(Array, FLOAT32)
    assert beartype.door.is_bearable(ONES, FLOAT32)
    assert not beartype.door.is_bearable(INTS, FLOAT32)


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
