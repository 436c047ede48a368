"""Expressions: frozen dataclasses by which a rule says how a dtype follows from other dtypes.

:mod:`promo_typing.rules.evaluate` computes their values, and
:mod:`promo_typing.rules.describe` puts them into words.
"""

from __future__ import annotations

from typing import TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.rules.model.dtype_maps import DtypeMap
from promo_typing.rules.model.dtype_sets import DtypeSet
from promo_typing.rules.model.settings import Under


@dataclass(frozen=True, slots=True, init=False)
class Of:
    """The dtypes of operands: of one, of several, or of all items of a variadic operand."""

    operands: tuple[str, ...]

    def __init__(self, *operands: str) -> None:
        object.__setattr__(self, "operands", operands)


@dataclass(frozen=True, slots=True)
class Dtype:
    """A constant dtype."""

    node: str


@dataclass(frozen=True, slots=True)
class Requested:
    """The dtype that the call requests, as in ``jnp.zeros(3, dtype)``."""


@dataclass(frozen=True, slots=True, init=False)
class _OfParts:
    """An expression made of any number of expressions, which are passed one by one."""

    parts: tuple[Expression, ...]

    def __init__(self, *parts: Expression) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True, slots=True, init=False)
class _OfTests:
    """A test made of any number of tests, which are passed one by one."""

    tests: tuple[Test, ...]

    def __init__(self, *tests: Test) -> None:
        object.__setattr__(self, "tests", tests)


@dataclass(frozen=True, slots=True, init=False)
class Join(_OfParts):
    """Promotion: the least upper bound of dtypes in the lattice.

    JAX raises TypePromotionError if the dtypes have no upper bound.
    """


@dataclass(frozen=True, slots=True)
class Map:
    """Conversion by a :class:`DtypeMap`."""

    by: DtypeMap
    part: Expression


@dataclass(frozen=True, slots=True)
class Check:
    """The same dtypes, which must be members of a set: JAX refuses all others."""

    part: Expression
    accepted: DtypeSet


@dataclass(frozen=True, slots=True)
class Known:
    """The same dtypes if they are members of a set; otherwise the result is unknown.

    For the other dtypes JAX's answer depends on more than dtypes: on a rank, a value or a shape.
    """

    part: Expression
    known: DtypeSet


@dataclass(frozen=True, slots=True)
class After:
    """The dtype ``then``, provided that JAX accepts ``first``."""

    first: Expression
    then: Expression


@dataclass(frozen=True, slots=True)
class First:
    """The first of several dtypes; the others have no influence."""

    part: Expression


@dataclass(frozen=True, slots=True, init=False)
class Same(_OfParts):
    """The dtype of operands that must have the same dtype, as in ``jax.lax``; weak if all are weak.

    JAX raises TypeError if the dtypes differ.
    """


@dataclass(frozen=True, slots=True)
class Product:
    """The dtype of a product: the dtype of higher rank for XLA, weak if both are weak.

    JAX raises TypeError for two different dtypes of equal rank.
    """

    part: Expression


@dataclass(frozen=True, slots=True)
class HoldsProducts:
    """The dtype of a sum, which must be as wide as the products, unless the products are floats."""

    part: Expression
    products: Expression


@dataclass(frozen=True, slots=True)
class Accumulates:
    """The dtype of a sum, which must have the kind of the products, and at least their size."""

    part: Expression
    products: Expression


@dataclass(frozen=True, slots=True)
class Reinterprets:
    """A dtype whose elements are read as elements of another: a wider one is a multiple of it."""

    part: Expression
    of: Expression


@dataclass(frozen=True, slots=True)
class If:
    """One of two expressions, chosen by a test of dtypes or settings."""

    test: Test
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True, init=False)
class Either(_OfParts):
    """One of several expressions, chosen by something else than dtypes.

    The result is unknown if the expressions differ. It is a refusal if JAX refuses all of them.
    """


@dataclass(frozen=True, slots=True)
class IfTaken:
    """The same dtype, but a refusal counts as unknown."""

    part: Expression


@dataclass(frozen=True, slots=True)
class Open:
    """An unknown dtype."""


Expression: TypeAlias = (
    Of
    | Dtype
    | Requested
    | Join
    | Map
    | Check
    | Known
    | After
    | First
    | Same
    | Product
    | HoldsProducts
    | Accumulates
    | Reinterprets
    | If
    | Either
    | IfTaken
    | Open
)


@dataclass(frozen=True, slots=True)
class In:
    """Whether all dtypes of an expression are members of a set."""

    part: Expression
    members: DtypeSet


@dataclass(frozen=True, slots=True, init=False)
class Alike(_OfParts):
    """Whether all dtypes of an expression are equal."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Whether an expression has this number of dtypes."""

    part: Expression
    count: int


@dataclass(frozen=True, slots=True)
class Wider:
    """Whether one dtype has more bits per element than another."""

    part: Expression
    than: Expression


@dataclass(frozen=True, slots=True, init=False)
class Ranked(_OfParts):
    """Whether any two different dtypes of an expression have different ranks for XLA."""


@dataclass(frozen=True, slots=True, init=False)
class Both(_OfTests):
    """Whether all of several tests hold."""


@dataclass(frozen=True, slots=True, init=False)
class AnyOf(_OfTests):
    """Whether at least one of several tests holds."""


Test: TypeAlias = In | Alike | Counts | Wider | Ranked | Both | AnyOf | Under
