"""Products of arrays, and what ``numpy.linalg`` makes of matrices."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import array, of, shared
from promo_typing.numpy_rules.dtype_maps import (
    LINALG,
    LINALG_REAL,
    NUMBERS,
    SAME,
    SPREAD,
    SUM,
    always,
)
from promo_typing.numpy_rules.model import Form, NumPyRule, Promotion
from promo_typing.rules.model import Rest

_MATMUL: Final = {**SAME, "bfloat16": "float32"}
_EINSUM: Final = {**SAME, "bfloat16": None}
_LINALG: Final = "numpy.linalg"

PRODUCTS: Final[dict[str, NumPyRule]] = {
    **shared(
        array("x1 x2", _MATMUL, form=Form.PRODUCT, open="out dtype"), "matmul vecdot matvec vecmat"
    ),
    **shared(array("a b", form=Form.PRODUCT, open="out"), "dot inner vdot tensordot"),
    **shared(array("a b", open="out"), "outer kron"),
    "numpy.einsum": NumPyRule(
        (Rest("operands"),), (_EINSUM,), Form.PRODUCT, Promotion.ARRAYS, open=("out", "dtype")
    ),
    "numpy.cross": array("a b", NUMBERS),
    "numpy.trace": array("a", SUM, form=Form.PRODUCT, open="out dtype"),
    "numpy.linalg.norm": array(
        "x", {**SPREAD, "bfloat16": "float64"}, form=Form.REDUCTION, open="ord"
    ),
    **shared(array("a", LINALG), "inv pinv cholesky", _LINALG),
    "numpy.linalg.det": array("a", LINALG, form=Form.PRODUCT),
    "numpy.linalg.solve": NumPyRule(of("a b"), promotion=Promotion.ARRAYS, before=LINALG),
    "numpy.linalg.eigvalsh": array("a", LINALG_REAL),
    "numpy.linalg.eigh": array("a", LINALG_REAL, LINALG),
    "numpy.linalg.qr": array("a", LINALG, LINALG, open="mode"),
    "numpy.linalg.svd": array("a", LINALG, LINALG_REAL, LINALG, open="compute_uv"),
    "numpy.linalg.matrix_rank": array("A", always("int64", LINALG), form=Form.PRODUCT),
}
