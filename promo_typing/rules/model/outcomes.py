"""Outcomes of a call: dtypes of the results, or the reason for which JAX refuses the operands."""

from __future__ import annotations

from typing import TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.rules.model.dtype_sets import DtypeSet


@dataclass(frozen=True, slots=True)
class Resolved:
    """JAX accepts the operands; ``results`` are the nodes of the arrays that it returns."""

    results: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoPath:
    """JAX raises TypePromotionError: these two nodes have no common upper bound."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Mismatch:
    """JAX raises TypeError: the function promotes nothing, and these two nodes differ."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """JAX refuses a dtype: that of an operand, a common dtype of operands, or the requested one.

    Attributes:
        node: the refused dtype.
        accepted: the dtypes that JAX accepts instead.
        operands: the parameters that gave the node; empty for the requested dtype.
    """

    node: str
    accepted: DtypeSet
    operands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TooNarrow:
    """JAX refuses a dtype of a sum that cannot hold the products.

    Attributes:
        node: the dtype of the sum: the common dtype of the operands, or the requested one.
        wide: the dtype of the products.
        requested: whether ``node`` is the requested dtype.
    """

    node: str
    wide: str
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Unknown:
    """The outcome depends on more than dtypes: on a rank, say, or on whether a value is traced.

    Neither a dtype nor an error follows.
    """


Refusal: TypeAlias = NoPath | Mismatch | Rejected | TooNarrow
Outcome: TypeAlias = Resolved | Refusal | Unknown
