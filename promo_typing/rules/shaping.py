"""Functions that move, select, join and split elements and do not compute with them."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Rule

_INDEX: Final = ("default_int",)

FILL_VALUE: Final = ("fill_value",)
"""What fills the rest of ``size`` indices is promoted with them."""

REARRANGING: Final[dict[str, Rule]] = {
    **group(
        "a",
        "reshape ravel transpose permute_dims squeeze expand_dims moveaxis swapaxes rollaxis roll"
        " repeat resize sort take",
    ),
    **group("arr", "take_along_axis delete"),
    **group("m", "flip fliplr flipud rot90 tril triu"),
    **group("x", "matrix_transpose"),
    **group("A", "tile"),
    **group("array", "broadcast_to pad"),
    **group("*arys", "atleast_1d atleast_2d atleast_3d", combine="single"),
    **group("v", "diag diagflat", results=("concrete",)),
    **group("a", "diagonal", results=("concrete",)),
    **group("a", "partition", accepts="not_complex", unknown_for="bool"),
    **group("arr", "extract", results=("concrete",)),
    **group("a prepend append", "diff"),
    **group("element test_elements", "isin", results=("bool",)),
    **group("a", "argsort", results=_INDEX),
    **group(
        "a", "argpartition", accepts="not_complex", results=("argpartition",), unknown_for="bool"
    ),
    **group(
        "a",
        "argwhere flatnonzero",
        results=_INDEX,
        unknown_with=FILL_VALUE,
        known_with_int=FILL_VALUE,
    ),
    **group("a v", "searchsorted", results=("int32",)),
    **group("x bins", "digitize", results=("int32",)),
}

JOINING: Final[dict[str, Rule]] = {
    **group("arrays[]", "concatenate stack", dtype_parameter="dtype"),
    **group("arrays[]", "concat"),
    **group("tup[]", "hstack vstack dstack", dtype_parameter="dtype"),
    **group("tup[]", "column_stack"),
    **group("arrays[]", "block"),
    **group("arr values", "append"),
    **group("arr values", "insert", combine="first"),
}

SPLITTING: Final[dict[str, Rule]] = {
    **group("ary", "split array_split hsplit vsplit dsplit", container="list"),
    **group("x", "unstack", container="variadic"),
}
