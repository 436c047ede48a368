"""Functions of NumPy that keep the numbers, and put them elsewhere."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import array, of, rows, shared
from promo_typing.numpy_rules.dtype_maps import INEXACT, REAL_PART, SAME, TO_BOOL, TO_INDEX
from promo_typing.numpy_rules.model import Form, NumPyRule, Promotion

_ROUNDED: Final = {**SAME, "bool": "float16"}
_ANGLE: Final = {name: REAL_PART[to] for name, to in INEXACT.items()} | {"bool": "float64"}

SHAPING: Final[dict[str, NumPyRule]] = {
    **shared(
        array("a"),
        "reshape transpose ravel squeeze expand_dims repeat roll swapaxes moveaxis sort "
        "partition copy diagonal",
    ),
    **shared(array("m"), "flip fliplr flipud rot90 tril triu"),
    **shared(array("v"), "diag diagflat"),
    **shared(array("array"), "broadcast_to pad"),
    "numpy.tile": array("A"),
    "numpy.take": array("a", form=Form.PRODUCT, open="out"),
    "numpy.delete": array("arr"),
    "numpy.append": NumPyRule(of("arr values"), promotion=Promotion.ARRAYS),
    **shared(array("a", _ROUNDED, form=Form.ELEMENTWISE, open="out"), "round around"),
    **shared(array("a", TO_INDEX), "argsort argpartition"),
    **shared(rows("arrays", "dtype"), "concatenate stack"),
    **shared(rows("tup", "dtype"), "hstack vstack"),
    **shared(rows("tup"), "dstack column_stack"),
    **shared(array("a", open="prepend append"), "diff"),
    "numpy.isclose": array("a b", TO_BOOL, form=Form.ELEMENTWISE),
    "numpy.angle": array("z", _ANGLE, form=Form.ELEMENTWISE),
}
