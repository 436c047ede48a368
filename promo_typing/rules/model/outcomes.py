"""What JAX answers to operands of some dtypes."""

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
    """JAX refuses a node, which is what some operands were combined to, or the requested dtype.

    Attributes:
        node: what is refused.
        accepted: what would have been taken in its place.
        operands: the parameters from which the node came; empty for the requested dtype.
    """

    node: str
    accepted: DtypeSet
    operands: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TooNarrow:
    """JAX refuses a result that cannot hold what is added up: a product of this dtype.

    Attributes:
        node: the dtype of the result, the common one of the operands or the requested one.
        wide: the dtype of the products.
        requested: whether ``node`` was asked for.
    """

    node: str
    wide: str
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Unknown:
    """JAX's answer depends on more than dtypes: on a rank, or on whether a value is traced.

    Nothing may be concluded from it, neither a dtype nor an error.
    """


Refusal: TypeAlias = NoPath | Mismatch | Rejected | TooNarrow
Outcome: TypeAlias = Resolved | Refusal | Unknown
