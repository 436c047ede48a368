"""Dtypes and values under the system of a library, compared with the library itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
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
from tests.at_once import Operands, in_one_program, in_one_trace
from tests.unit.systems.libraries import library

pytestmark = pytest.mark.slow

DTYPES = (
    *("bool", "uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
SCALARS: tuple[Any, ...] = (True, 2, 1.5, 1j)
UNARY = [name for name, function in METHODS.items() if arity(function) == 1]
BINARY = [name for name, function in METHODS.items() if arity(function) == 2]
REFUSED = "refused"


ARRAYS: tuple[Any, ...] = tuple(np.array([1, 2, 0, 1]).astype(dtype) for dtype in DTYPES)
SOME = ("bool", "uint8", "int8", "uint16", "int64", "uint64", "float16", "float32", "complex64")


def some() -> list[Any]:
    """A few arrays, for calls that are compiled."""
    return [each for each in ARRAYS if shown(each) in SOME]


def pairs() -> Iterator[Operands]:
    for pair in itertools.product((*ARRAYS, *SCALARS), repeat=2):
        if any(isinstance(each, np.ndarray) for each in pair):
            yield pair


def of_each(name: str) -> list[Operands]:
    """All operands of a function of one or two operands."""
    return [(each,) for each in ARRAYS] if arity(METHODS[name]) == 1 else [*pairs()]


def shown(operand: Any) -> str:
    return str(getattr(operand, "dtype", type(operand).__name__))


def converted(make: Callable[[Any], Any], given: Sequence[Operands]) -> list[Operands]:
    """The operands, with each NumPy array replaced by ``make`` of it, once for all calls."""
    made = {
        id(each): make(each) if isinstance(each, np.ndarray) else each
        for operands in given
        for each in operands
    }
    return [tuple(made[id(each)] for each in operands) for operands in given]


def ours(call: Callable[..., Any], given: Sequence[Operands]) -> list[Any]:
    """The dtypes of the engine's results on JAX arrays, or a mark that it refuses."""

    def look(*operands: Any) -> Any:
        try:
            return dtypes(call(*operands), str)
        except DtypeError:
            return REFUSED

    with jax.enable_x64(True):
        abstract = converted(lambda each: jax.ShapeDtypeStruct(each.shape, each.dtype), given)
        return in_one_trace(look, abstract)


def executed(call: Callable[..., Any], given: Sequence[Operands]) -> list[Any]:
    """The engine's results on JAX arrays."""
    with jax.enable_x64(True):
        return in_one_program(call, converted(jnp.asarray, given))


def dtypes(answer: Any, dtype_name: Callable[[Any], str]) -> Any:
    """The names of the dtypes of one result or several, or a mark of a refusal."""
    if answer is REFUSED:
        return REFUSED
    several = answer if isinstance(answer, tuple | list) else (answer,)
    return [dtype_name(each.dtype) for each in several]


def differences(
    name: str, given: Sequence[Operands], found: Sequence[Any], expected: Sequence[Any]
) -> list[str]:
    """A line for each difference."""
    return [
        f"{name}({', '.join(map(shown, each))}): {mine}, library {theirs}"
        for each, mine, theirs in zip(given, found, expected, strict=True)
        if mine != theirs
    ]


def close(found: Any, expected: Any) -> bool:
    """Whether values agree to the precision of their dtype; NumPy's overflows are not compared."""
    mine, theirs = np.asarray(found), np.asarray(expected)
    if mine.dtype.kind in "biu":
        return bool((mine == theirs).all())
    single = {"float16": 4e-3, "float32": 1e-5, "complex64": 1e-5}
    tolerance = single.get(mine.dtype.name, 1e-10)
    return bool(np.allclose(mine, theirs, rtol=tolerance, atol=tolerance, equal_nan=True))


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
    given, function = of_each(name), getattr(np, name)
    expected = [dtypes(numpy_answer(function, each), str) for each in given]
    found = ours(getattr(Engine("numpy", x64=True), name), given)
    different = differences(name, given, found, expected)
    assert not different, "\n".join(different[:20])


@pytest.mark.parametrize(
    "name", ["add", "subtract", "multiply", "divide", "maximum", "exp", "less"]
)
def test_values_of_numpy(name: str) -> None:
    unary = [(each,) for each in some()]
    every = unary if name in UNARY else itertools.product(some(), [*some(), *SCALARS])
    answers = [(each, numpy_answer(getattr(np, name), each)) for each in every]
    assert_values(Engine("numpy", x64=True), name, answers, at_least=8)


def assert_values(
    engine: Engine, name: str, answers: Sequence[tuple[Operands, Any]], at_least: int
) -> None:
    """Compare the values of a function of the engine with those of a library."""
    answered = [each for each in answers if each[1] is not REFUSED]
    found = executed(getattr(engine, name), [given for given, _ in answered])
    for mine, (given, expected) in zip(found, answered, strict=True):
        assert close(mine, expected), (name, given, mine, expected)
    assert len(found) >= at_least


REDUCTIONS = ("sum", "prod", "mean", "var", "std", "any", "all", "cumsum", "cumprod", "max", "min")


@pytest.mark.parametrize("name", [*REDUCTIONS, "argmax", "argsort", "sort", "count_nonzero"])
def test_reductions_of_numpy(name: str) -> None:
    # JAX's argmax takes no complex numbers.
    given = [(each,) for each in ARRAYS if not (name == "argmax" and np.iscomplexobj(each))]
    found = executed(getattr(Engine("numpy", x64=True), name), given)
    for mine, (array,) in zip(found, given, strict=True):
        expected = numpy_answer(getattr(np, name), (array,))
        if name == "count_nonzero":
            expected = np.int64(expected)
        assert mine.dtype == expected.dtype, (name, array.dtype)
        if not (np.iscomplexobj(array) and name in ("max", "min")):
            assert close(mine, expected), (name, array.dtype, mine, expected)


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
    engine, given = Engine("numpy", x64=True), [*itertools.product(some(), repeat=2)]
    found = executed(lambda x, y: JOINS[name](engine, x, y), given)
    for mine, (x, y) in zip(found, given, strict=True):
        expected = JOINS[name](np, x, y)
        assert mine.dtype == expected.dtype, (name, x.dtype, y.dtype)
        assert close(mine, expected)


def test_clip_of_numpy() -> None:
    zero, one = np.float32(0), np.float32(1)
    given: list[Operands] = [
        (x, low, high)
        for x in ARRAYS[1:-2]
        for low, high in [(0, 1), (0, None), (x, x), (zero, one)]
    ]
    with jax.enable_x64(True):
        found = in_one_program(
            Engine("numpy", x64=True).clip, [(jnp.asarray(x), *each) for x, *each in given]
        )
    for mine, each in zip(found, given, strict=True):
        expected = numpy_answer(np.clip, each)
        assert mine.dtype == expected.dtype, each
        assert close(mine, expected)


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
    function = getattr(torch, TORCH_NAMES.get(name, name))
    given: list[Operands] = []
    expected: list[Any] = []
    every = of_each(name)
    for each, tensors in zip(every, converted(torch.tensor, every), strict=True):
        if name == "sign" and shown(each[0]) == "bool":
            continue  # JAX's function takes no bool.
        try:
            expected.append(dtypes(function(*tensors), torch_dtype))
        except (RuntimeError, TypeError, NotImplementedError):
            continue  # PyTorch has no kernel for these, or takes no scalar.
        given.append(each)
    found = ours(getattr(Engine("torch", x64=True), name), given)
    different = differences(name, given, found, expected)
    different = [each for each in different if "complex32" not in each]
    assert len(given) > 3
    assert not different, "\n".join(different[:20])


def torch_dtype(dtype: Any) -> str:
    return str(dtype).rpartition(".")[2]


VALUES = (
    *("add", "subtract", "multiply", "divide", "maximum", "less", "exp", "sqrt", "tanh"),
    *("sum", "mean", "prod"),
)
FEW = ("uint8", "int8", "int64", "float16", "float32", "complex64")


def few(name: str) -> list[Operands]:
    """Operands of few dtypes for a function, at least one of them an array."""
    arrays = [each for each in ARRAYS if shown(each) in FEW]
    single = arity(METHODS[name]) == 1
    return [(e,) for e in arrays] if single else [*itertools.product(arrays, [*arrays, *SCALARS])]


@pytest.mark.parametrize("name", VALUES)
def test_values_of_torch(name: str) -> None:
    torch = library("torch")

    def answer(tensors: Operands) -> Any:
        try:
            expected = getattr(torch, name)(*tensors)
        except (RuntimeError, TypeError):
            return REFUSED  # PyTorch has no kernel for these, or takes no scalar.
        return REFUSED if expected.dtype == torch.complex32 else expected.numpy()

    given = few(name)
    answers = [*zip(given, map(answer, converted(torch.tensor, given)), strict=True)]
    assert_values(Engine("torch", x64=True), name, answers, at_least=2)


@pytest.mark.parametrize("name", VALUES)
def test_values_of_the_array_api(name: str) -> None:
    def answer(arrays: Operands) -> Any:
        try:
            return np.asarray(getattr(strict, name)(*arrays))
        except TypeError:
            return REFUSED

    given = [each for each in few(name) if in_the_standard(each)]
    answers = [*zip(given, map(answer, converted(strict.asarray, given)), strict=True)]
    assert_values(Engine("array-api", x64=True), name, answers, at_least=2)


def in_the_standard(given: Operands) -> bool:
    """Whether the array API has all dtypes."""
    return not any(shown(each) == "float16" for each in given)


@pytest.mark.parametrize("name", ["where", "concatenate", "stack", "dot", "matmul", "einsum"])
def test_joins_of_torch(name: str) -> None:
    torch, engine = library("torch"), Engine("torch", x64=True)
    theirs: Any = {
        "concatenate": lambda a, b: torch.concatenate([a, b]),
        "stack": lambda a, b: torch.stack((a, b), 1),
    }.get(name, lambda a, b: JOINS[name](torch, a, b))
    given: list[Operands] = []
    expected: list[Any] = []
    every = [*itertools.product(ARRAYS, repeat=2)]
    for each, tensors in zip(every, converted(torch.tensor, every), strict=True):
        try:
            expected.append(dtypes(theirs(*tensors), torch_dtype))
        except RuntimeError as error:
            if not any(words in str(error) for words in ("same dtype", "Promotion for")):
                continue
            expected.append(REFUSED)
        given.append(each)
    found = ours(lambda x, y: JOINS[name](engine, x, y), given)
    assert not differences(name, given, found, expected)
    assert len({*map(str, expected)}) > 3


NOT_OF_SCALARS = ("matmul", "searchsorted", "vecdot")
"""Functions that fail inside array-api-strict if they get a Python scalar."""
OTHER_RESULTS = ("broadcast_arrays", "meshgrid", "nonzero", "unique")
"""Prefixes of functions that return several arrays, or arrays of unknown size."""


def _takes_arrays_alone(name: str) -> bool:
    """Whether the array API has a function, and the function needs only its operands."""
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
    function = getattr(strict, name)
    given: list[Operands] = []
    expected: list[Any] = []
    every = [*filter(in_the_standard, of_each(name))]
    for each, arrays in zip(every, converted(strict.asarray, every), strict=True):
        try:
            answer = function(*arrays)
        except TypeError:
            answer = REFUSED
        if not isinstance(answer, bool):
            given.append(each)
            expected.append(dtypes(answer, standard_dtype))
    found = ours(getattr(Engine("array-api", x64=True), name), given)
    different = differences(name, given, found, expected)
    assert not different, "\n".join(different[:20])


def standard_dtype(dtype: Any) -> str:
    return str(strict.empty(0, dtype=dtype)._array.dtype.name)


def test_jax_arrays_are_not_needed() -> None:
    assert Engine("numpy").add(np.int8(1), jnp.int16(2)).dtype == jnp.int16
