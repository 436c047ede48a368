"""Operands of every kind and their combinations.

By default each function is tested on a sample of them, seeded by the function's name; with
``PROMO_EXHAUSTIVE=1`` on all.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import jax
import numpy as np

from promo_runtime.families import described
from promo_runtime.functions import METHODS, UFUNCS, arity
from promo_typing.core.dtypes import DEFAULTS, STRONG, WEAK
from promo_typing.lattice.semantics import Semantics

EXHAUSTIVE = os.environ.get("PROMO_EXHAUSTIVE") == "1"

MODES = [
    Semantics(x64=x64, promotion=promotion)
    for x64 in (False, True)
    for promotion in ("standard", "strict")
]

UNARY = sorted(name for name, function in UFUNCS.items() if arity(function) == 1)
BINARY = sorted(name for name, function in UFUNCS.items() if arity(function) == 2)
ONE_OR_TWO = sorted(
    name
    for name, function in METHODS.items()
    if arity(function) in (1, 2) and described(function) is not None
)


@dataclass(frozen=True)
class Operand:
    """A value to pass, or the shape and dtype of an array that exists only inside a transform."""

    label: str
    value: Any

    @property
    def abstract(self) -> bool:
        return isinstance(self.value, jax.ShapeDtypeStruct)

    @property
    def ndim(self) -> int:
        return len(getattr(self.value, "shape", ()))


def _array(node: str, x64: bool) -> Operand:
    weak = node in WEAK
    dtype = np.dtype(DEFAULTS[node][x64] if weak else _numpy_dtype(node))
    shape = jax.ShapeDtypeStruct((2, 2), dtype, weak_type=weak)
    return Operand(node, shape)


def _numpy_dtype(node: str) -> Any:
    return jax.numpy.dtype(getattr(jax.numpy, "bool_" if node == "bool" else node))


def operands(semantics: Semantics) -> list[Operand]:
    """An array for each node, and NumPy and Python values; 64 bits only if JAX has them."""
    arrays = [
        _array(node, semantics.x64)
        for node in (*STRONG, *WEAK)
        if hasattr(jax.numpy, node.replace("bool", "bool_")) and semantics.canonical(node) == node
    ]
    others = [
        Operand(f"NumPy array {kind.__name__}", np.ones((2, 2), kind))
        for kind in (np.bool_, np.int64, np.uint8, np.float16, np.float64, np.complex128)
    ]
    python: list[Any] = [True, 3, 2.5, 1j]
    scalars = [np.float32(2), np.int64(2), np.uint64(2), np.bool_(True), *python]
    return arrays + others + [Operand(type(s).__name__, s) for s in scalars]


def combinations(name: str, number: int, semantics: Semantics) -> list[tuple[Operand, ...]]:
    """All tuples of operands for the function ``name``, shuffled."""
    choices = [o for o in operands(semantics) if o.ndim or not _needs_dimensions(name)]
    every = list(itertools.product(choices, repeat=number))
    random.Random(f"{name} {semantics}").shuffle(every)
    return every


def sample_size(size: int) -> int | None:
    """The end of a slice: ``size``, or None for everything."""
    return None if EXHAUSTIVE else size


def _needs_dimensions(name: str) -> bool:
    """Whether a function is a product such as matmul, which takes no scalars."""
    return getattr(np, name).signature is not None


def closed(
    call: Callable[..., Any], operands: tuple[Operand, ...]
) -> tuple[Callable[..., Any], list[jax.ShapeDtypeStruct]]:
    """Return ``call`` as a function of its abstract operands, with all others bound, and these."""

    def function(*arrays: Any) -> Any:
        rest = iter(arrays)
        return call(*(next(rest) if o.abstract else o.value for o in operands))

    return function, [o.value for o in operands if o.abstract]


@contextmanager
def jax_settings(semantics: Semantics) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(jax.enable_x64(semantics.x64))
        stack.enter_context(jax.numpy_dtype_promotion(semantics.promotion))
        yield
