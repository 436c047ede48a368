"""One program of mixed-dtype operators, in three spellings that differ in the annotations alone."""

from __future__ import annotations

import itertools
import random
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, OPERATORS, Resolved, resolve

SEED = 9407
SYMBOLS = ("+", "-", "*", "/", "//", "%", "**")
"""The binary operators of arithmetic, without ``@``, which needs other shapes."""
OPERATORS_IN_ALL = 9000
OPERATORS_IN_A_FUNCTION = 100

DTYPES = (
    *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
)
"""The dtypes that JAX and NumPy both have."""


@dataclass(frozen=True)
class Spelling:
    """How a program names the type of an array; ``{}`` in the annotation is the dtype."""

    imports: str
    annotation: str


OURS = Spelling("import jax.numpy as jnp\nfrom jax import Array", "Array[jnp.{}]")
JAX = Spelling("import jax.numpy as jnp\nfrom jax import Array", "Array")
NUMPY = Spelling("from typing import Any\nimport numpy as np", "np.ndarray[Any, np.dtype[np.{}]]")

FUNCTION_OF = {o.symbol: o.function for o in OPERATORS.values() if not (o.unary or o.reflected)}

Operation = tuple[str, str, str]
"""The left dtype, the operator, the right dtype."""


def operations(number: int = OPERATORS_IN_ALL) -> list[Operation]:
    """A seeded sample of operators on two different dtypes, defined in JAX and in NumPy."""
    return random.Random(SEED).choices(list(_defined()), k=number)


def program(spelling: Spelling, chosen: list[Operation]) -> str:
    """The program in one spelling; without operations, only its imports and annotations.

    A ``reveal_type`` of the first result shows whether the checker knows the dtypes.
    """
    lines = ["from __future__ import annotations", spelling.imports, ""]
    parameters = ", ".join(f"x_{d}: {spelling.annotation.format(dtype_name(d))}" for d in DTYPES)
    for start in range(0, OPERATORS_IN_ALL, OPERATORS_IN_A_FUNCTION):
        body = [
            f"    v{index} = x_{left} {symbol} x_{right}"
            for index, (left, symbol, right) in enumerate(chosen[start:][:OPERATORS_IN_A_FUNCTION])
        ]
        lines += ["", f"def f{start}({parameters}) -> None:", *(body or ["    pass"])]
    if chosen:
        lines.append(f"    reveal_type(x_{chosen[0][0]} {chosen[0][1]} x_{chosen[0][2]})")
    return "\n".join(lines) + "\n"


def first_result(chosen: list[Operation]) -> str:
    """The dtype of the first result, which the checker has to reveal in our spelling."""
    left, symbol, right = chosen[0]
    outcome = resolve(FUNCTIONS[FUNCTION_OF[symbol]], (left, right), Semantics())
    assert isinstance(outcome, Resolved)
    return dtype_name(outcome.results[0])


def dtype_name(dtype: str) -> str:
    """The name of the class of a dtype; for ``bool`` it is ``bool_``, which NumPy and JAX have."""
    return "bool_" if dtype == "bool" else dtype


def _defined() -> Iterator[Operation]:
    for (left, right), symbol in itertools.product(itertools.permutations(DTYPES, 2), SYMBOLS):
        outcome = resolve(FUNCTIONS[FUNCTION_OF[symbol]], (left, right), Semantics())
        if isinstance(outcome, Resolved) and _numpy_has(left, symbol, right):
            yield left, symbol, right


def _numpy_has(left: str, symbol: str, right: str) -> bool:
    operands = {"x": np.ones(1, left), "y": np.ones(1, right)}
    try:
        with warnings.catch_warnings(action="ignore"):
            eval(f"x {symbol} y", operands)
    except TypeError:
        return False
    return True
