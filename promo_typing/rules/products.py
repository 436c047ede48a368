"""Products of vectors, matrices and tensors."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import Rule

_PREFERRED: Final = ("preferred_element_type",)

PRODUCTS: Final[dict[str, Rule]] = {
    **group("a b", "inner", combine="inner", unknown_with=_PREFERRED),
    **group("a b", "dot tensordot vdot", combine="contraction", unknown_with=_PREFERRED),
    **group("x1 x2", "vecdot", combine="contraction", unknown_with=_PREFERRED),
    **group("x1 x2", "matvec vecmat", combine="contraction"),
    **group("a b", "outer"),
    **group("a b", "kron", accepts="not_bool"),
    **group("a b", "cross", accepts="not_bool", results=("concrete",)),
    **group("*operands", "einsum", combine="einsum", unknown_with=_PREFERRED),
}
