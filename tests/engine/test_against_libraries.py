"""Dtypes and values under the system of a library, against the library on the same operands."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import array_api_strict as strict
import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_runtime import DtypeError, Engine
from promo_runtime.functions import METHODS, arity
from promo_typing.rules import FUNCTIONS
from promo_typing.rules.model import Several
from tests.unit.systems.libraries import library

DTYPES = (
    *("bool", "uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
SCALARS: tuple[Any, ...] = (True, 2, 1.5, 1j)
UNARY = [name for name, function in METHODS.items() if arity(function) == 1]
BINARY = [name for name, function in METHODS.items() if arity(function) == 2]
REFUSED = "refused"


def operands() -> list[Any]:
    return [np.array([1, 2, 0, 1]).astype(dtype) for dtype in DTYPES] + list(SCALARS)


SOME = ("bool", "uint8", "int8", "uint16", "int64", "uint64", "float16", "float32", "complex64")


def some() -> list[Any]:
    """Fewer operands, for calls that are compiled."""
    return [each for each in operands() if shown(each) in SOME or not hasattr(each, "dtype")]


def pairs() -> Iterator[tuple[Any, Any]]:
    for pair in itertools.product(operands(), repeat=2):
        if not all(isinstance(each, bool | int | float | complex) for each in pair):
            yield pair


def shown(operand: Any) -> str:
    return str(getattr(operand, "dtype", type(operand).__name__))


def ours(engine: Engine, name: str, given: tuple[Any, ...]) -> Any:
    """The results of the engine on arrays of JAX, or that it refuses; nothing is compiled."""
    values = {place: each for place, each in enumerate(given) if isinstance(each, np.ndarray)}

    def call(arrays: dict[int, Any]) -> Any:
        every = (arrays.get(place, each) for place, each in enumerate(given))
        return getattr(engine, name)(*every)

    try:
        with jax.enable_x64(True):
            found = jax.eval_shape(call, values)
    except DtypeError:
        return REFUSED
    return found if isinstance(found, tuple | list) else (found,)


def executed(engine: Engine, name: str, given: tuple[Any, ...]) -> Any:
    """The result of the engine on arrays of JAX."""
    return getattr(engine, name)(*(_in_jax(each, engine) for each in given))


def _in_jax(operand: Any, engine: Engine) -> Any:
    return engine.asarray(operand).value if isinstance(operand, np.ndarray) else operand


def compared(
    name: str, given: tuple[Any, ...], found: Any, expected: Any, dtype_name: Callable[[Any], str]
) -> str | None:
    """What differs in words, None if nothing does."""
    if found is REFUSED or expected is REFUSED:
        same = found is expected
    else:
        expected = expected if isinstance(expected, tuple | list) else (expected,)
        same = [each.dtype.name for each in found] == [dtype_name(each) for each in expected]
    if same:
        return None
    described = ", ".join(map(shown, given))
    mine = found if found is REFUSED else [each.dtype.name for each in found]
    theirs = expected if expected is REFUSED else [dtype_name(each) for each in expected]
    return f"{name}({described}): {mine}, library {theirs}"


def close(found: Any, expected: Any) -> bool:
    """Whether values agree to the precision of their dtype; where NumPy overflows, none are."""
    mine, theirs = np.asarray(found), np.asarray(expected)
    if mine.dtype.kind in "biu":
        return bool((mine == theirs).all())
    single = {"float16": 4e-3, "float32": 1e-5, "complex64": 1e-5}
    tolerance = single.get(mine.dtype.name, 1e-10)
    return bool(np.allclose(mine, theirs, rtol=tolerance, atol=tolerance, equal_nan=True))


UNDEFINED_VALUES = {"left_shift", "right_shift", "bitwise_left_shift", "bitwise_right_shift"}
"""Of shifts by more bits than there are the value is left to the processor."""
INTEGER_DIVISION = {"divmod", "floor_divide", "remainder", "mod", "fmod"}
"""NumPy has 0 for a division of integers by zero, JAX has -1 as XLA has."""


def numpy_answer(function: Any, given: tuple[Any, ...]) -> Any:
    with np.errstate(all="ignore"):
        try:
            return function(*given)
        except (TypeError, OverflowError):
            return REFUSED


NUMPY_UFUNCS = [
    name
    for name in (*UNARY, *BINARY)
    if isinstance(getattr(np, name, None), np.ufunc)
    and getattr(np, name).signature is None
    and name != "ldexp"
]


@pytest.mark.parametrize("name", NUMPY_UFUNCS)
def test_ufuncs_of_numpy(name: str) -> None:
    engine, different = Engine("numpy", x64=True), []
    given = [(each,) for each in operands()[: len(DTYPES)]] if name in UNARY else list(pairs())
    for each in given:
        with np.errstate(all="ignore"):
            expected = numpy_answer(getattr(np, name), each)
        found = ours(engine, name, each)
        text = compared(name, each, found, expected, lambda e: str(e.dtype.name))
        different += [text] if text else []
    assert not different, "\n".join(different[:20])


@pytest.mark.parametrize(
    "name", ["add", "subtract", "multiply", "divide", "maximum", "exp", "less"]
)
def test_values_of_numpy(name: str) -> None:
    engine, checked = Engine("numpy", x64=True), 0
    arrays = [each for each in some() if hasattr(each, "dtype")]
    for each in [(e,) for e in arrays] if name in UNARY else itertools.product(arrays, some()):
        expected = numpy_answer(getattr(np, name), each)
        if expected is not REFUSED:
            found = executed(engine, name, each)
            assert close(found, expected), (name, each, found, expected)
            checked += 1
    assert checked > 7


REDUCTIONS = ("sum", "prod", "mean", "var", "std", "any", "all", "cumsum", "cumprod", "max", "min")


@pytest.mark.parametrize("name", [*REDUCTIONS, "argmax", "argsort", "sort", "count_nonzero"])
def test_reductions_of_numpy(name: str) -> None:
    engine = Engine("numpy", x64=True)
    for dtype in DTYPES:
        given = (np.array([1, 2, 0, 1]).astype(dtype),)
        if name == "argmax" and np.iscomplexobj(given[0]):
            continue  # JAX's function takes no complex numbers.
        expected = numpy_answer(getattr(np, name), given)
        if name == "count_nonzero":
            expected = np.int64(expected)
        found = executed(engine, name, given)
        assert found.dtype == expected.dtype, (name, dtype)
        if not (np.iscomplexobj(given[0]) and name in ("max", "min", "argmax")):
            assert close(found, expected), (name, dtype, found, expected)


JOINS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "where": lambda xp, x, y: xp.where(x != x, x, y),
    "concatenate": lambda xp, x, y: xp.concatenate([x, y]),
    "stack": lambda xp, x, y: xp.stack((x, y), axis=1),
    "hstack": lambda xp, x, y: xp.hstack([x, y]),
    "dot": lambda xp, x, y: xp.dot(x, y),
    "matmul": lambda xp, x, y: xp.matmul(x, y),
    "outer": lambda xp, x, y: xp.outer(x, y),
    "tensordot": lambda xp, x, y: xp.tensordot(x, y, axes=1),
    "einsum": lambda xp, x, y: xp.einsum("i,i->", x, y),
}


@pytest.mark.parametrize("name", JOINS)
def test_joins_of_numpy(name: str) -> None:
    engine = Engine("numpy", x64=True)
    arrays = [each for each in some() if hasattr(each, "dtype")]
    for x, y in itertools.product(arrays, repeat=2):
        expected = JOINS[name](np, x, y)
        with jax.enable_x64(True):
            found = JOINS[name](engine, *map(jnp.asarray, (x, y)))
        assert found.dtype == expected.dtype, (name, x.dtype, y.dtype)
        assert close(found, expected)


def test_clip_of_numpy() -> None:
    engine = Engine("numpy", x64=True)
    for x in operands()[1 : len(DTYPES) - 2]:
        for low, high in [(0, 1), (0, None), (x, x), (np.float32(0), np.float32(1))]:
            expected = numpy_answer(np.clip, (x, low, high))
            found = engine.clip(engine.asarray(x).value, low, high)
            assert found.dtype == expected.dtype, (x.dtype, low)
            assert close(found, expected)


TORCH_FUNCTIONS = (
    *[
        "add",
        "subtract",
        "multiply",
        "divide",
        "true_divide",
        "floor_divide",
        "remainder",
        "pow",
        "maximum",
        "minimum",
    ],
    *[
        "equal",
        "less",
        "greater",
        "logical_and",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "arctan2",
    ],
    *[
        "exp",
        "log",
        "sin",
        "cos",
        "tan",
        "tanh",
        "sqrt",
        "abs",
        "negative",
        "sign",
        "square",
        "floor",
        "ceil",
        "trunc",
        "isnan",
    ],
    *["logical_not", "bitwise_not", "reciprocal", "expm1", "log1p"],
    *["sum", "prod", "mean", "var", "std", "any", "all", "argmax"],
)
TORCH_NAMES = {"equal": "eq", "power": "pow"}


@pytest.mark.parametrize("name", TORCH_FUNCTIONS)
def test_functions_of_torch(name: str) -> None:
    torch = library("torch")
    engine, different, answers = Engine("torch", x64=True), [], 0
    function = getattr(torch, TORCH_NAMES.get(name, name))
    unary = arity(METHODS[name]) == 1
    for each in [(e,) for e in operands()[: len(DTYPES)]] if unary else list(pairs()):
        if name == "sign" and shown(each[0]) == "bool":
            continue  # JAX's function takes no bool.
        tensors = tuple(torch.tensor(e) if isinstance(e, np.ndarray) else e for e in each)
        try:
            expected = function(*tensors)
        except (RuntimeError, TypeError, NotImplementedError):
            continue  # PyTorch has no kernel, or takes no scalar there.
        answers += 1
        found = ours(engine, name, each)
        text = compared(name, each, found, expected, lambda e: str(e.dtype).rpartition(".")[2])
        different += [text] if text and "complex32" not in text else []
    assert answers > 3
    assert not different, "\n".join(different[:20])


VALUES = (
    *("add", "subtract", "multiply", "divide", "maximum", "less", "exp", "sqrt", "tanh"),
    *("sum", "mean", "prod"),
)
FEW = ("uint8", "int8", "int64", "float16", "float32", "complex64")


def few(name: str) -> list[tuple[Any, ...]]:
    """Operands of few dtypes for a function, at least one of them an array."""
    arrays = [each for each in operands() if shown(each) in FEW]
    single = arity(METHODS[name]) == 1
    return [(e,) for e in arrays] if single else [*itertools.product(arrays, [*arrays, *SCALARS])]


@pytest.mark.parametrize("name", VALUES)
def test_values_of_torch(name: str) -> None:
    torch = library("torch")
    engine, checked = Engine("torch", x64=True), 0
    for each in few(name):
        tensors = [torch.tensor(e) if isinstance(e, np.ndarray) else e for e in each]
        try:
            expected = getattr(torch, name)(*tensors)
        except (RuntimeError, TypeError):
            continue  # PyTorch has no kernel, or takes no scalar there.
        if expected.dtype == torch.complex32:
            continue  # JAX has no such dtype.
        found = executed(engine, name, each)
        assert close(found, expected.numpy()), (name, each, found, expected)
        checked += 1
    assert checked > 1


@pytest.mark.parametrize("name", VALUES)
def test_values_of_the_array_api(name: str) -> None:
    engine, checked = Engine("array-api", x64=True), 0
    for each in few(name):
        if any(shown(e) == "float16" for e in each):
            continue  # The standard does not have it.
        arrays = [strict.asarray(e) if isinstance(e, np.ndarray) else e for e in each]
        try:
            expected = getattr(strict, name)(*arrays)
        except TypeError:
            continue
        found = executed(engine, name, each)
        assert close(found, np.asarray(expected)), (name, each, found, expected)
        checked += 1
    assert checked > 1


@pytest.mark.parametrize("name", ["where", "concatenate", "stack", "dot", "matmul", "einsum"])
def test_joins_of_torch(name: str) -> None:
    torch = library("torch")
    engine, answers = Engine("torch", x64=True), set()
    for x, y in itertools.product(operands()[: len(DTYPES)], repeat=2):
        theirs: Any = {
            "concatenate": lambda a, b: torch.concatenate([a, b]),
            "stack": lambda a, b: torch.stack((a, b), 1),
        }.get(name, lambda a, b: JOINS[name](torch, a, b))
        try:
            expected = str(theirs(torch.tensor(x), torch.tensor(y)).dtype).rpartition(".")[2]
        except RuntimeError as error:
            if not any(words in str(error) for words in ("same dtype", "Promotion for")):
                continue
            expected = REFUSED
        try:
            with jax.enable_x64(True):
                found = jax.eval_shape(lambda a, b: JOINS[name](engine, a, b), x, y).dtype.name
        except DtypeError:
            found = REFUSED
        assert found == expected, (name, x.dtype, y.dtype)
        answers.add(expected)
    assert len(answers) > 3


NOT_OF_SCALARS = ("matmul", "searchsorted", "vecdot")
"""These fail inside of array-api-strict, given a Python scalar."""
OTHER_RESULTS = ("broadcast_arrays", "meshgrid", "nonzero", "unique")
"""The beginnings of names whose results are several arrays or of unknown size."""


def _takes_arrays_alone(name: str) -> bool:
    """Whether the array API has the function, and it needs nothing but its operands."""
    function, operands = METHODS[name], FUNCTIONS[METHODS[name]].operands
    if name.startswith((*NOT_OF_SCALARS, *OTHER_RESULTS)) or not hasattr(strict, name):
        return False
    if arity(function) not in (1, 2) or any(isinstance(each, Several) for each in operands):
        return False
    return any(_accepts(name, [strict.ones(4, dtype=dtype)] * arity(function)) for dtype in KINDS)


def _accepts(name: str, arrays: list[Any]) -> bool:
    try:
        getattr(strict, name)(*arrays)
    except (TypeError, ValueError, IndexError):
        return False
    return True


KINDS = (strict.bool, strict.int32, strict.float32, strict.complex64)
API_NAMES = sorted(filter(_takes_arrays_alone, METHODS))


@pytest.mark.parametrize("name", API_NAMES)
def test_functions_of_the_array_api(name: str) -> None:
    engine, different = Engine("array-api", x64=True), []
    function, unary = getattr(strict, name), arity(METHODS[name]) == 1
    for each in [(e,) for e in operands()[: len(DTYPES)]] if unary else list(pairs()):
        if any(shown(e) == "float16" for e in each):
            continue
        arrays = tuple(strict.asarray(e) if isinstance(e, np.ndarray) else e for e in each)
        try:
            expected = function(*arrays)
        except TypeError:
            expected = REFUSED
        if isinstance(expected, bool):
            continue
        found = ours(engine, name, each)
        text = compared(name, each, found, expected, lambda e: str(np.asarray(e).dtype.name))
        different += [text] if text else []
    assert not different, "\n".join(different[:20])


def test_jax_arrays_are_not_needed() -> None:
    assert Engine("numpy").add(np.int8(1), jnp.int16(2)).dtype == jnp.int16
