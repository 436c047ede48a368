"""NumPy's functions that rearrange, join or select elements."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import DTYPE, array, arrays, rows
from promo_typing.numpy_rules.dtype_maps import BOOL_TO_FLOAT16, TO_ANGLE
from promo_typing.numpy_rules.shapes import ByRanks, Elementwise
from promo_typing.rules.catalogue.notation import shared
from promo_typing.rules.model import Rule, always

SHAPING: Final[dict[str, Rule]] = {
    **shared(
        array("a"),
        "numpy.reshape",
        "numpy.transpose",
        "numpy.ravel",
        "numpy.squeeze",
        "numpy.expand_dims",
        "numpy.repeat",
        "numpy.roll",
        "numpy.swapaxes",
        "numpy.moveaxis",
        "numpy.sort",
        "numpy.partition",
        "numpy.copy",
        "numpy.diagonal",
    ),
    **shared(
        array("m"),
        "numpy.flip",
        "numpy.fliplr",
        "numpy.flipud",
        "numpy.rot90",
        "numpy.tril",
        "numpy.triu",
    ),
    **shared(array("v"), "numpy.diag", "numpy.diagflat"),
    **shared(array("array"), "numpy.broadcast_to", "numpy.pad"),
    "numpy.tile": array("A"),
    "numpy.take": array("a", shape=ByRanks, unknown=("out",)),
    "numpy.delete": array("arr"),
    "numpy.append": arrays("arr", "values"),
    **shared(
        array("a", BOOL_TO_FLOAT16, shape=Elementwise, unknown=("out",)),
        "numpy.round",
        "numpy.around",
    ),
    **shared(array("a", always("int64")), "numpy.argsort", "numpy.argpartition"),
    **shared(rows("arrays", DTYPE), "numpy.concatenate", "numpy.stack"),
    **shared(rows("tup", DTYPE), "numpy.hstack", "numpy.vstack"),
    **shared(rows("tup"), "numpy.dstack", "numpy.column_stack"),
    "numpy.diff": array("a", unknown=("prepend", "append")),
    "numpy.isclose": arrays("a", "b", to=always("bool"), shape=Elementwise),
    "numpy.angle": array("z", TO_ANGLE, shape=Elementwise),
}
