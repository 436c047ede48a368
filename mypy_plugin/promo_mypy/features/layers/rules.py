"""The rules of layers: the dtype of the result, from constructor arguments and inputs.

A program may cast the parameters of a layer after they are made, mostly to narrower dtypes. So the
dtype that a constructor gives to the parameters is only the widest that they may have at a call. A
rule gives a result only if it is the same for all narrower dtypes, unless the program surely casts
none.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics

FLOATS: Final = ("bfloat16", "float16", "float32", "float64")
"""The dtypes of computation for which ``tests/layers`` compares the layers."""
_FLOAT32: Final = "float32"
DEFAULT_FLOAT: Final = "weak_float"
"""Stands for JAX's default float."""


class Result(Enum):
    """How the dtype of a layer's result is determined."""

    PROMOTED = auto()
    """The dtype chosen for the computation; without one, inputs and parameters are promoted."""
    KEPT = auto()
    """The dtype of the input, to which the result is cast."""
    CHOSEN = auto()
    """The dtype chosen for the computation; without one, that of the parameters."""


@dataclass(frozen=True, slots=True)
class Layer:
    """A class of layers.

    Attributes:
        result: how the dtype of the result is determined.
        inputs: the parameters of a call that are arrays to compute with.
        dtype: the constructor's parameter for the dtype of the computation, if there is one.
        param_dtype: the constructor's parameter for the dtype of the layer's parameters.
        widest: the dtype of the layer's parameters if the constructor is not given one.
        is_pair: whether the layer returns two arrays, and takes a pair as one of its inputs.
    """

    result: Result
    inputs: tuple[str, ...]
    dtype: str | None = None
    param_dtype: str | None = None
    widest: str = "float32"
    is_pair: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The dtypes given to a layer's constructor; None for one that is not given."""

    dtype: str | None = None
    param_dtype: str | None = None


def result(
    layer: Layer,
    choice: Choice,
    inputs: Sequence[str | None],
    semantics: Semantics,
    *,
    is_single: bool = False,
    is_as_made: bool = False,
) -> str | None:
    """Return the dtype of a layer's result; None if it is not known.

    Args:
        layer: the class of the layer.
        choice: the dtypes given to its constructor.
        inputs: the dtypes of its inputs; None for an unknown one.
        semantics: JAX's settings.
        is_single: whether float32 is the program's only dtype of floats, and nothing is complex.
        is_as_made: whether the layer has parameters in the dtype that its constructor gave them.
    """
    if choice.dtype is not None:
        return choice.dtype if choice.dtype in FLOATS else None
    if is_single and inputs and layer.result is not Result.KEPT:
        return _in_single_float(layer, choice, inputs, semantics)
    if is_as_made and layer.result is not Result.KEPT:
        return _as_made(layer, choice, inputs, semantics)
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
    """The result of a layer in a program whose only floats are float32.

    There the parameters keep the dtype with which they were made. An input of unknown dtype is a
    float32, a bool or an integer, and widens none of them.
    """
    own = choice.param_dtype or semantics.strong(layer.widest)
    known = inputs if layer.result is Result.PROMOTED else ()
    nodes = [own, *(each for each in known if each is not None)]
    joins = {semantics.lattice.join(_FLOAT32, each) for each in nodes}
    return _FLOAT32 if joins == {_FLOAT32} and own == _FLOAT32 else None


def _as_made(
    layer: Layer, choice: Choice, inputs: Sequence[str | None], semantics: Semantics
) -> str | None:
    """The result of a layer with parameters of a known dtype; unknown for weak inputs."""
    own = choice.param_dtype or semantics.strong(layer.widest)
    given = inputs if layer.result is Result.PROMOTED else ()
    joined = own
    for each in given:
        if each is None or NODES[each].weak or not _is_number(each):
            return None
        joined = semantics.lattice.join(joined, each) or ""
    return joined if own in FLOATS and NODES[joined].is_a("floating") else None


def _is_number(node: str) -> bool:
    return NODES[node].is_a("floating") or NODES[node].is_a("integer")
