"""The rules of layers: the dtype of the result, from constructor arguments and inputs.

A program may cast the parameters of a layer after they were made, and mostly does so to narrow
them. So the dtype that a layer gives to its parameters is only the widest that they have where it
is called, and a rule tells a result only where that is the same for all narrower ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics

FLOATS: Final = ("bfloat16", "float16", "float32", "float64")
"""The dtypes of computation in which layers are tested."""
_FLOAT32: Final = "float32"
DEFAULT_FLOAT: Final = "weak_float"
"""Stands for the default dtype of floats."""


class Result(Enum):
    """How the dtype of a layer's result is determined."""

    PROMOTED = auto()
    """The dtype that was chosen for its computation; else inputs and parameters are promoted."""
    KEPT = auto()
    """The input alone, to whose dtype the result is cast."""
    CHOSEN = auto()
    """The dtype that was chosen; else the parameters alone, of which only the widest is known."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A class of layers.

    Attributes:
        result: what decides the dtype of its result.
        inputs: the parameters of its call that are arrays to compute with.
        dtype: the parameter of its constructor that chooses the dtype of the computation.
        param_dtype: the one that chooses the dtype of what the layer is made with.
        widest: the dtype of its parameters if that is not chosen.
        is_pair: whether it returns two such arrays, and takes two as one of its inputs.
    """

    result: Result
    inputs: tuple[str, ...]
    dtype: str | None = None
    param_dtype: str | None = None
    widest: str = "float32"
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The dtypes given to a layer's constructor; None for those that were not given."""

    dtype: str | None = None
    param_dtype: str | None = None


def result(
    layer: Layer,
    choice: Choice,
    inputs: Sequence[str | None],
    semantics: Semantics,
    *,
    is_single: bool = False,
) -> str | None:
    """Return the dtype of what a layer returns; None if it is not known.

    Args:
        layer: its class.
        choice: what its constructor was given.
        inputs: the dtypes of its inputs; None for one that is not known.
        semantics: JAX's settings.
        is_single: whether all floats of the program are float32, and nothing is complex.
    """
    if choice.dtype is not None:
        return choice.dtype if choice.dtype in FLOATS else None
    if is_single and inputs and layer.result is not Result.KEPT:
        return _in_single_float(layer, choice, inputs, semantics)
    first, *rest = inputs or [None]
    if first is None or any(each != first for each in rest) or NODES[first].weak:
        return None
    if layer.result is Result.KEPT:
        return first if NODES[first].is_a("floating") else None
    widest = choice.param_dtype or semantics.strong(layer.widest)
    is_promoted = layer.result is Result.PROMOTED and NODES[first].is_a("inexact")
    is_wide = is_promoted and widest in FLOATS and semantics.lattice.join(first, widest) == first
    return first if is_wide else None


def _in_single_float(
    layer: Layer, choice: Choice, inputs: Sequence[str | None], semantics: Semantics
) -> str | None:
    """The result of a layer whose parameters have the dtype in which they were created.

    An input of unknown dtype is a float32, a bool or an integer there, and widens none of them.
    """
    own = choice.param_dtype or semantics.strong(layer.widest)
    known = inputs if layer.result is Result.PROMOTED else ()
    nodes = [own, *(each for each in known if each is not None)]
    joins = {semantics.lattice.join(_FLOAT32, each) for each in nodes}
    return _FLOAT32 if joins == {_FLOAT32} and own == _FLOAT32 else None
