"""What a rule of NumPy's is made of: operands, how they are promoted, and what becomes of that."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.numpy_rules.dtype_maps import SAME
from promo_typing.rules.model import One, Rest, Rows

DtypeMap: TypeAlias = Mapping[str, str | None]
"""What becomes of a dtype. One that is missing is refused by NumPy; None stands for a result that
depends on the version of NumPy or on values."""


class Form(enum.Enum):
    """Whether a call returns a scalar of NumPy or an array, which counts the same for JAX."""

    ELEMENTWISE = "a scalar if all operands are scalars, else an array"
    REDUCTION = "a scalar, unless one of the arguments names axes"
    SCALAR = "a scalar"
    ARRAY = "an array"
    PRODUCT = "a scalar or an array, as the ranks of the operands decide"


class Promotion(enum.Enum):
    """What Python scalars count for among the operands."""

    WEAK = "they decide the category only, unless there are no others"
    FIRST_ARRAY = "the first is an array of its default dtype, the others are weak"
    ARRAYS = "they are arrays of their default dtype, as numpy.asarray makes them"


@dataclass(frozen=True, slots=True)
class NumPyRule:
    """How the dtype of one function's result follows from those of its operands.

    Attributes:
        operands: the parameters whose dtypes count, in the order of the signature.
        results: what becomes of the common dtype, for each array that is returned.
        form: what the function returns.
        promotion: how the common dtype is found.
        before: what becomes of each array before they are promoted.
        dtype: the parameter that names the dtype of the result, if there is one.
        default: the dtype of a result without operands.
        open: parameters that change the dtype in ways the rule does not tell.
    """

    operands: tuple[One | Rest | Rows, ...] = ()
    results: tuple[DtypeMap, ...] = (SAME,)
    form: Form = Form.ARRAY
    promotion: Promotion = Promotion.WEAK
    before: DtypeMap | None = None
    dtype: str | None = None
    default: str | None = None
    open: tuple[str, ...] = ()
