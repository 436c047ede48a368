"""NumPy's products of arrays."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import array, arrays
from promo_typing.numpy_rules.dtype_maps import AS_ARRAY, TO_SUM
from promo_typing.numpy_rules.dtypes import EXTENDED
from promo_typing.numpy_rules.shapes import ByRanks
from promo_typing.rules.catalogue.notation import shared
from promo_typing.rules.model import Rest, Rule, dtypes
from promo_typing.rules.model.dtype_sets import ANY, NUMBERS

PRODUCTS: Final[dict[str, Rule]] = {
    **shared(
        arrays(
            "x1",
            "x2",
            to=AS_ARRAY.but({"bfloat16": "float32"}),
            shape=ByRanks,
            unknown=("out", "dtype"),
        ),
        "numpy.matmul",
        "numpy.vecdot",
        "numpy.matvec",
        "numpy.vecmat",
    ),
    **shared(
        arrays("a", "b", shape=ByRanks, unknown=("out",)),
        "numpy.dot",
        "numpy.inner",
        "numpy.vdot",
        "numpy.tensordot",
    ),
    **shared(arrays("a", "b", unknown=("out",)), "numpy.outer", "numpy.kron"),
    "numpy.einsum": arrays(
        Rest("operands"),
        known=ANY - dtypes(*EXTENDED),
        shape=ByRanks,
        unknown=("out", "dtype"),
    ),
    "numpy.cross": arrays("a", "b", accepts=NUMBERS),
    "numpy.trace": array("a", TO_SUM, shape=ByRanks, unknown=("out", "dtype")),
}
