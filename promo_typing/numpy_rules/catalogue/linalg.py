"""``numpy.linalg``, which calls LAPACK; LAPACK has no half precision."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import (
    array,
    as_arrays,
    common,
    made,
    only,
    open_with,
)
from promo_typing.numpy_rules.dtype_maps import TO_LINALG, TO_LINALG_REAL, TO_SPREAD
from promo_typing.numpy_rules.shapes import ByRanks, Reduced
from promo_typing.rules.catalogue.notation import rule, several, shared
from promo_typing.rules.model import Check, Map, Rule, always, dtypes
from promo_typing.rules.model.dtype_sets import ANY

_TAKEN: Final = ANY - dtypes("float16")
_FACTOR: Final = Map(TO_LINALG, Check(only("a"), _TAKEN))
_VALUES: Final = Map(TO_LINALG_REAL, Check(only("a"), _TAKEN))

LINALG: Final[dict[str, Rule]] = {
    "numpy.linalg.norm": array(
        "x", TO_SPREAD.but({"bfloat16": "float64"}), shape=Reduced, unknown=("ord",)
    ),
    **shared(
        array("a", TO_LINALG, _TAKEN),
        "numpy.linalg.inv",
        "numpy.linalg.pinv",
        "numpy.linalg.cholesky",
    ),
    "numpy.linalg.det": array("a", TO_LINALG, _TAKEN, shape=ByRanks),
    "numpy.linalg.solve": made(
        ("a", "b"), common(Map(TO_LINALG, Check(as_arrays("a", "b"), _TAKEN)))
    ),
    "numpy.linalg.eigvalsh": array("a", TO_LINALG_REAL, _TAKEN),
    "numpy.linalg.eigh": rule(("a",), several(_VALUES, _FACTOR)),
    "numpy.linalg.qr": rule(("a",), *open_with("mode"), several(_FACTOR, _FACTOR)),
    "numpy.linalg.svd": rule(("a",), *open_with("compute_uv"), several(_FACTOR, _VALUES, _FACTOR)),
    "numpy.linalg.matrix_rank": array("A", always("int64"), _TAKEN, shape=ByRanks),
}
