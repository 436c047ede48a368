"""Declarations are contracted to few overloads; those for the plugin do not change."""

from __future__ import annotations

from promo_stubgen.encode.declarations import declaration
from promo_stubgen.ir.signatures import read
from promo_stubgen.reduce.contraction import contracted
from promo_stubgen.reduce.declarations import contracted_declaration
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS

SEMANTICS = Semantics()
SIGNATURES = [read("(x: ArrayLike, /) -> Array")]
SINC = FUNCTIONS["jax.numpy.sinc"]


def test_overloads_are_contracted_and_the_plain_signatures_are_not() -> None:
    whole = declaration(SIGNATURES, SINC, SEMANTICS)
    found = contracted_declaration(SIGNATURES, SINC, SEMANTICS)
    assert found.plain == whole.plain
    assert [*found.promoting] == contracted(whole.promoting, SEMANTICS)
    assert 1 < len(found.promoting) < len(whole.promoting)


def test_without_a_rule_nothing_is_done() -> None:
    """Even equal signatures stay, since they are JAX's own."""
    twice = [*SIGNATURES, *SIGNATURES]
    found = contracted_declaration(twice, None, SEMANTICS)
    assert found.promoting is found.plain
    assert [*found.plain] == twice
