"""Products of vectors, matrices and tensors."""

from __future__ import annotations

from functools import partial
from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Rule

PREFERRED: Final = "preferred_element_type"

_product: Final = partial(group, dtype_parameter=PREFERRED)
_contraction: Final = partial(
    _product, combine="contraction", dtype_combine="requested_contraction"
)

PRODUCTS: Final[dict[str, Rule]] = {
    **_product("a b", "inner", combine="inner", dtype_combine="requested_inner"),
    **_contraction("a b", "dot tensordot vdot"),
    **_contraction("x1 x2", "vecdot"),
    **group("x1 x2", "matvec vecmat", combine="contraction"),
    **group("a b", "outer"),
    **group("a b", "kron", accepts="not_bool"),
    **group("a b", "cross", accepts="not_bool", results=("concrete",)),
    **_product("*operands", "einsum", combine="einsum", dtype_combine="requested_einsum"),
}
