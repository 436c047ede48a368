"""Functions that move, select, join and split elements and do not compute with them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.core.versions import JAX_0_12
from promo_typing.rules.group import group
from promo_typing.rules.model import GIVEN, Before, Rule, Variant

_INDEX: Final = ("default_int",)

FILL_VALUE: Final = "fill_value"


def with_size(rule: Rule, filled: Rule) -> Rule:
    """The rule of a function whose result may be made as long as ``size`` says.

    Args:
        rule: that of results which are as long as they are.
        filled: that of those which are filled up with a value.
    """
    of_size = replace(rule, variants=(Variant(FILL_VALUE, GIVEN, filled),))
    return replace(rule, variants=(Variant("size", GIVEN, of_size),))


def indices_of(operand: str, container: str = "single") -> Rule:
    """The rule of indices, which are promoted with what fills the rest of them.

    In an older JAX they were as weak as that value.
    """
    newer = Rule((operand, FILL_VALUE), "indexed", results=("concrete",), container=container)
    filled = replace(newer, before=Before(JAX_0_12, replace(newer, results=("same",))))
    indices = Rule(
        (operand,),
        results=_INDEX,
        container=container,
        unknown_with=(FILL_VALUE,),
        known_with_int=(FILL_VALUE,),
    )
    return with_size(indices, filled)


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
    **group(
        "a", "argsort", results=_INDEX, dtype_parameter="dtype", dtype_combine="requested_number"
    ),
    **group(
        "a", "argpartition", accepts="not_complex", results=("argpartition",), unknown_for="bool"
    ),
    **dict.fromkeys(("jax.numpy.argwhere", "jax.numpy.flatnonzero"), indices_of("a")),
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
