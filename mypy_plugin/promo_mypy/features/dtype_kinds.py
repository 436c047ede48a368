"""The letter of a dtype's kind, which decides a branch: ``if x.dtype.kind == "f":``.

mypy skips a branch for another letter. Only in inferred bodies, where its own errors are dropped:
elsewhere mypy could report the branch as unreachable.
"""

from __future__ import annotations

from typing import Final

from mypy.plugin import AttributeContext
from mypy.types import Instance, LiteralType, Type, UnionType, get_proper_type

from promo_mypy.session import Session
from promo_typing.core.dtypes import NODES, OF_NUMPY

KIND: Final = "numpy.dtype.kind"

_LETTERS: Final = {"bool": "b", "unsigned": "u", "signed": "i", "float": "f", "complex": "c"}
"""The letters of NumPy's own dtypes, by their kind."""

_OF_OTHERS: Final = "V"
"""The letter of the dtypes of ``ml_dtypes``."""

_LIKE_NUMPY: Final = frozenset({"float8_e5m2"})
"""A dtype of ``ml_dtypes`` that some versions give a letter of NumPy's."""


def attribute(session: Session, ctx: AttributeContext) -> Type:
    """Answer ``dtype.kind`` with the letters of all dtypes that it may be, as literal types."""
    owner, declared = get_proper_type(ctx.type), get_proper_type(ctx.default_attr_type)
    if not session.inference.is_inside or not isinstance(declared, UnionType):
        return ctx.default_attr_type
    found = session.converter.dtype(owner.args[0]) if isinstance(owner, Instance) else None
    strong = session.semantics.strong
    letters = {_letter(strong(node)) for each in found or () for node in each.nodes}
    if not letters or None in letters:
        return ctx.default_attr_type
    literals = map(get_proper_type, declared.items)
    return UnionType.make_union(
        [each for each in literals if isinstance(each, LiteralType) and each.value in letters]
    )


def _letter(node: str) -> str | None:
    """The letter of a dtype; None if it is unknown."""
    if node not in NODES or node in _LIKE_NUMPY:
        return None
    return _LETTERS.get(NODES[node].kind) if node in OF_NUMPY else _OF_OTHERS
