"""Declarations of functions with merged overloads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from promo_stubgen.encode.declarations import Declaration, declaration
from promo_stubgen.ir.signatures import Signature
from promo_stubgen.reduce.contraction import contracted
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Rule


def contracted_declaration(
    signatures: Sequence[Signature], rule: Rule | None, semantics: Semantics
) -> Declaration:
    """The declaration of a function with its overloads merged."""
    whole = declaration(signatures, rule, semantics)
    if whole.promoting is whole.plain:
        return whole
    return replace(whole, promoting=_contracted(tuple(whole.promoting), semantics))


@cache
def _contracted(overloads: tuple[Signature, ...], semantics: Semantics) -> tuple[Signature, ...]:
    """:func:`contracted`, cached because many functions have the same overloads."""
    return tuple(contracted(overloads, semantics))
