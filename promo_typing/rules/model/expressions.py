"""The algebra in which rules say how a dtype follows from others: frozen nodes, nothing else.

:mod:`promo_typing.rules.evaluate` computes what an expression stands for,
:mod:`promo_typing.rules.describe` says it in words.
"""

from __future__ import annotations

from typing import TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.rules.model.dtype_maps import DtypeMap
from promo_typing.rules.model.dtype_sets import DtypeSet
from promo_typing.rules.model.settings import Under


@dataclass(frozen=True, slots=True, init=False)
class Of:
    """The dtypes of operands: of one, of several, or of all that a variadic operand has."""

    operands: tuple[str, ...]

    def __init__(self, *operands: str) -> None:
        object.__setattr__(self, "operands", operands)


@dataclass(frozen=True, slots=True)
class Dtype:
    """A dtype that is the same whatever the operands are."""

    node: str


@dataclass(frozen=True, slots=True)
class Requested:
    """The dtype that the call asks for."""


@dataclass(frozen=True, slots=True, init=False)
class _OfParts:
    """A node that is made of any number of others, which are written one after another."""

    parts: tuple[Expression, ...]

    def __init__(self, *parts: Expression) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True, slots=True, init=False)
class _OfTests:
    """A test that is made of any number of others, which are written one after another."""

    tests: tuple[Test, ...]

    def __init__(self, *tests: Test) -> None:
        object.__setattr__(self, "tests", tests)


@dataclass(frozen=True, slots=True, init=False)
class Join(_OfParts):
    """Promotion: the least upper bound in the lattice.

    JAX raises TypePromotionError if there is none.
    """


@dataclass(frozen=True, slots=True)
class Map:
    """Conversion by a table."""

    by: DtypeMap
    part: Expression


@dataclass(frozen=True, slots=True)
class Check:
    """The same dtypes, each of which must be one of a set; JAX refuses others."""

    part: Expression
    accepted: DtypeSet


@dataclass(frozen=True, slots=True)
class Known:
    """The same dtypes, as far as each is one of a set; nothing is known of others.

    JAX's answer for the others depends on more than dtypes: on a rank, a value or a shape.
    """

    part: Expression
    known: DtypeSet


@dataclass(frozen=True, slots=True)
class After:
    """A dtype that is reached only if JAX takes something else first."""

    first: Expression
    then: Expression


@dataclass(frozen=True, slots=True)
class First:
    """The first of some dtypes, whatever the others are."""

    part: Expression


@dataclass(frozen=True, slots=True, init=False)
class Same(_OfParts):
    """The one dtype that all have at run time, weak if all are.

    JAX raises TypeError if they differ. So ``jax.lax`` combines operands.
    """


@dataclass(frozen=True, slots=True)
class Product:
    """The dtype of a product of two: the more precise one, as XLA ranks them, weak if both are.

    JAX raises TypeError for two of equal rank.
    """

    part: Expression


@dataclass(frozen=True, slots=True)
class HoldsProducts:
    """A dtype that must be at least as wide as products that are added up in it, unless floats."""

    part: Expression
    products: Expression


@dataclass(frozen=True, slots=True)
class Accumulates:
    """A dtype that must be of the kind of products that are added up in it, and hold them."""

    part: Expression
    products: Expression


@dataclass(frozen=True, slots=True)
class Reinterprets:
    """A dtype of which each element must be made of whole elements of another, if it is wider."""

    part: Expression
    of: Expression


@dataclass(frozen=True, slots=True)
class If:
    """One of two, by a test of dtypes or settings."""

    test: Test
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True, init=False)
class Either(_OfParts):
    """What JAX may compute, by something that dtypes do not tell: unknown if it makes a difference.

    If JAX refuses all of them, that is known.
    """


@dataclass(frozen=True, slots=True)
class IfTaken:
    """The same, but nothing is known where it would be refused."""

    part: Expression


@dataclass(frozen=True, slots=True)
class Open:
    """Nothing is known."""


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
    """Whether all dtypes are members of a set."""

    part: Expression
    members: DtypeSet


@dataclass(frozen=True, slots=True, init=False)
class Alike(_OfParts):
    """Whether all dtypes are one and the same node."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Whether there are so many operands."""

    part: Expression
    count: int


@dataclass(frozen=True, slots=True)
class Wider:
    """Whether the elements of a dtype have more bits than those of another."""

    part: Expression
    than: Expression


@dataclass(frozen=True, slots=True, init=False)
class Ranked(_OfParts):
    """Whether XLA can tell which of any two different dtypes is the more precise one."""


@dataclass(frozen=True, slots=True, init=False)
class Both(_OfTests):
    """Whether all of some tests hold."""


@dataclass(frozen=True, slots=True, init=False)
class AnyOf(_OfTests):
    """Whether one of some tests holds."""


Test: TypeAlias = In | Alike | Counts | Wider | Ranked | Both | AnyOf | Under
