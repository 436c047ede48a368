"""Strategies for random programs over arrays, NumPy values and Python scalars of all dtypes.

A program is one expression over the variables that :class:`Variables` declares.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from hypothesis import strategies as st

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.core.stub_names import ARRAY_MODULE, SCALAR_TYPES_MODULE, dtype_class
from promo_typing.lattice.semantics import Semantics

from .expressions import Expression
from .forms import DTYPE, DTYPES, GROUPS, Form, Hole

Strategy: TypeAlias = st.SearchStrategy[Expression]

MAX_DEPTH: Final = 3

_NUMPY: Final = {n: f"np.{dtype_class(n)}" for n in STRONG if hasattr(np, dtype_class(n))}
"""The dtypes that NumPy has by itself (a checker knows no types for those of ml_dtypes)."""

_PYTHON: Final[dict[str, object]] = {"b": True, "i": 1, "f": 2.5, "c": 2j}
_PYTHON_REAL: Final = ("b", "i", "f", "True", "1", "2.5")
_PYTHON_COMPLEX: Final = ("c", "2j")

_IMPORTS: Final = f"""\
import jax.numpy as jnp
import numpy as np
from {ARRAY_MODULE} import Array
from numpy.typing import NDArray
from {SCALAR_TYPES_MODULE} import {", ".join(dtype_class(node) for node in NODES)}

"""


@dataclass(frozen=True)
class Variables:
    """The variables of a program.

    ``x_float32`` is an array of JAX, ``n_float32`` one of NumPy, ``s_float32`` a scalar of NumPy,
    and ``f`` a float of Python. There are arrays of JAX of all dtypes that the settings allow.
    """

    semantics: Semantics

    @cached_property
    def arrays(self) -> dict[str, str]:
        """The arrays of JAX and their nodes."""
        return {f"x_{node}": node for node in NODES if not self.semantics.narrows(node)}

    @cached_property
    def others(self) -> dict[str, object]:
        """The other variables and their values."""
        numpy_arrays = {f"n_{node}": np.ones((2, 2), node) for node in _NUMPY}
        numpy_scalars = {f"s_{node}": np.dtype(node).type(1) for node in _NUMPY}
        return {**numpy_arrays, **numpy_scalars, **_PYTHON}

    @property
    def header(self) -> str:
        """What stands before the programs: imports, and the first line of a function."""
        types = {name: f"Array[{dtype_class(node)}]" for name, node in self.arrays.items()}
        types |= {f"n_{node}": f"NDArray[{written}]" for node, written in _NUMPY.items()}
        types |= {f"s_{node}": written for node, written in _NUMPY.items()}
        types |= {name: type(value).__name__ for name, value in _PYTHON.items()}
        parameters = ", ".join(f"{name}: {annotation}" for name, annotation in types.items())
        return f"{_IMPORTS}def programs({parameters}) -> None:\n"


class Grammar:
    """The strategies for a set of variables."""

    def __init__(self, variables: Variables) -> None:
        numpy_arrays = [f"n_{node}" for node in _NUMPY]
        numpy_scalars = [f"s_{node}" for node in _NUMPY]
        self._variable: Final = _atoms(*variables.arrays)
        self._numpy_array: Final = _atoms(*numpy_arrays)
        self._real_scalar: Final = _atoms(*numpy_scalars, *_PYTHON_REAL, square=False)
        self._limit: Final = _atoms("2", "2.0", square=False)
        self._complex: Final = _atoms(*_PYTHON_COMPLEX, square=False)

    def program(self, depth: int = MAX_DEPTH) -> Strategy:
        """An expression that is more than a variable, of at most so many levels."""
        return (
            st.sampled_from(GROUPS)
            .flatmap(st.sampled_from)
            .flatmap(lambda form: self._filled(form, depth))
        )

    def _filled(self, form: Form, depth: int) -> Strategy:
        operands = st.tuples(*(self._hole(hole, depth - 1) for hole in form.holes))
        return st.builds(_expression, st.just(form), operands, st.sampled_from(list(DTYPES)))

    def _hole(self, hole: Hole, depth: int) -> Strategy:
        array = self._array(depth)
        square = array.filter(lambda expression: expression.square)
        real = st.one_of(array, array, self._numpy_array, self._real_scalar)
        strategies: dict[Hole, Strategy] = {
            "array": array,
            "variable": self._variable,
            "value": st.one_of(real, real, real, self._complex),
            "real_value": real,
            "limit": self._limit,
            "square": square,
            "square_value": st.one_of(square, self._numpy_array),
        }
        return strategies[hole]

    def _array(self, depth: int) -> Strategy:
        return st.one_of(self._variable, self.program(depth)) if depth > 0 else self._variable


def _atoms(*names: str, square: bool = True) -> Strategy:
    return st.sampled_from([Expression(name, square=square) for name in names])


def _expression(form: Form, operands: tuple[Expression, ...], dtype: str) -> Expression:
    square = any(operand.square for operand in operands) if form.square is None else form.square
    return Expression(
        form.template.replace(DTYPE, dtype),
        operands,
        "operator" if form.is_operator else "atom",
        square,
        form.rule,
        DTYPES[dtype] if DTYPE in form.template else None,
    )
