"""Random programs over arrays, NumPy values and Python scalars of all dtypes.

A program is one expression over the variables that :class:`Variables` declares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

import numpy as np

from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.core.stub_names import ARRAY_MODULE, SCALAR_TYPES_MODULE, dtype_class
from promo_typing.lattice.semantics import Semantics

from .expressions import Expression
from .forms import DTYPE, DTYPES, GROUPS, Form, Hole

MAX_DEPTH: Final = 3

_NUMPY: Final = {n: f"np.{dtype_class(n)}" for n in STRONG if hasattr(np, dtype_class(n))}
"""NumPy's own dtypes (checkers know no types for the dtypes of ml_dtypes)."""

_PYTHON: Final[dict[str, object]] = {"b": True, "i": 1, "f": 2.5, "c": 2j}
_PYTHON_REAL: Final = ("b", "i", "f", "True", "1", "2.5")
_PYTHON_COMPLEX: Final = ("c", "2j")

_WRITTEN_DTYPES: Final = tuple(DTYPES)

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

    ``x_float32`` is a JAX array, ``n_float32`` a NumPy array, ``s_float32`` a NumPy scalar, and
    ``f`` a Python float. There are JAX arrays of all dtypes that the settings allow.
    """

    semantics: Semantics

    @cached_property
    def arrays(self) -> dict[str, str]:
        """The JAX arrays and their nodes."""
        return {f"x_{node}": node for node in NODES if not self.semantics.truncates(node)}

    @cached_property
    def others(self) -> dict[str, object]:
        """The other variables and their values."""
        numpy_arrays = {f"n_{node}": np.ones((2, 2), node) for node in _NUMPY}
        numpy_scalars = {f"s_{node}": np.dtype(node).type(1) for node in _NUMPY}
        return {**numpy_arrays, **numpy_scalars, **_PYTHON}

    @property
    def header(self) -> str:
        """The text above the programs: imports, and the first line of a function."""
        types = {name: f"Array[{dtype_class(node)}]" for name, node in self.arrays.items()}
        types |= {f"n_{node}": f"NDArray[{written}]" for node, written in _NUMPY.items()}
        types |= {f"s_{node}": written for node, written in _NUMPY.items()}
        types |= {name: type(value).__name__ for name, value in _PYTHON.items()}
        parameters = ", ".join(f"{name}: {annotation}" for name, annotation in types.items())
        return f"{_IMPORTS}def programs({parameters}) -> None:\n"


_VALUES: Final[Mapping[Hole, Sequence[str]]] = {
    "value": ("array",) * 9 + ("numpy_array", "real_scalar") * 3 + ("complex",),
    "real_value": ("array",) * 3 + ("numpy_array", "real_scalar"),
    "square_value": ("square", "numpy_array"),
}
"""The kinds of operands for each hole; repeated ones are drawn more often."""

_REPEATED: Final = 0.1
"""The share of arrays that repeat one in the program: mypy prints equal messages once per line."""


class Grammar:
    """Draws programs over a set of variables."""

    def __init__(self, variables: Variables, random: Random) -> None:
        self._random: Final = random
        self._repeatable: list[tuple[int, Expression]] = []
        self._atoms: Final[Mapping[str, Sequence[Expression]]] = {
            "variable": _atoms(*variables.arrays),
            "numpy_array": _atoms(*(f"n_{node}" for node in _NUMPY)),
            "real_scalar": _atoms(*(f"s_{node}" for node in _NUMPY), *_PYTHON_REAL, square=False),
            "limit": _atoms("2", "2.0", square=False),
            "complex": _atoms(*_PYTHON_COMPLEX, square=False),
        }

    def program(self) -> Expression:
        """Draw an expression that is more than a variable, with at most ``MAX_DEPTH`` levels."""
        self._repeatable = []
        return self._filled(MAX_DEPTH)

    def _filled(self, depth: int) -> Expression:
        form = self._random.choice(self._random.choice(GROUPS))
        operands = tuple(self._hole(hole, depth - 1) for hole in form.holes)
        return _expression(form, operands, self._random.choice(_WRITTEN_DTYPES))

    def _hole(self, hole: Hole, depth: int) -> Expression:
        kind = self._random.choice(_VALUES[hole]) if hole in _VALUES else hole
        if kind in self._atoms:
            return self._random.choice(self._atoms[kind])
        array = self._array(depth)
        while kind == "square" and not array.square:
            array = self._array(depth)
        return array

    def _array(self, depth: int) -> Expression:
        if depth == 0 or self._random.random() < 0.5:
            return self._random.choice(self._atoms["variable"])
        fitting = [each for level, each in self._repeatable if level <= depth]
        if fitting and self._random.random() < _REPEATED:
            return self._random.choice(fitting)
        array = self._filled(depth)
        self._repeatable.append((depth, array))
        return array


def _atoms(*names: str, square: bool = True) -> Sequence[Expression]:
    return [Expression(name, square=square) for name in names]


def _expression(form: Form, operands: tuple[Expression, ...], dtype: str) -> Expression:
    return Expression(
        form.template.replace(DTYPE, dtype),
        operands,
        "operator" if form.is_operator else "atom",
        _is_square(form, operands) if form.square is None else form.square,
        form.rule,
        DTYPES[dtype] if DTYPE in form.template else None,
    )


def _is_square(form: Form, operands: tuple[Expression, ...]) -> bool:
    """Whether the value has the shape (2, 2), by its form or by an operand."""
    pairs = zip(operands, form.holes, strict=True)
    return any(operand.square for operand, hole in pairs if hole != "variable")
