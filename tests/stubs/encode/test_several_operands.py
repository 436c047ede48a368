"""Conclusions about several operands from a few pairs of dtypes, compared with all pairs."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from promo_stubgen.encode.outcomes import outcomes_of
from promo_stubgen.encode.reading import combination
from promo_stubgen.encode.several_operands import follows_join
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.model import (
    ArrayOf,
    Case,
    Check,
    Expression,
    IfTaken,
    Join,
    Known,
    Map,
    Of,
    One,
    Rule,
    Same,
)
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_STRONG
from promo_typing.rules.model.dtype_sets import FLOATS, NUMBERS

_JOIN: Final = Join(Of("x", "y"))
_SAME: Final = Same(Of("x"), Of("y"))

_EXPRESSIONS: Final[dict[Expression, type | None]] = {
    Map(TO_INEXACT, Check(_JOIN, NUMBERS)): Join,
    Known(_JOIN, FLOATS): Join,
    IfTaken(_JOIN): Join,
    Check(_SAME, FLOATS): Same,
    Map(TO_STRONG, _SAME): Same,
    IfTaken(_SAME): Same,
    Join(Map(TO_STRONG, Of("x")), Of("y")): None,
    Join(_JOIN, Of("x")): None,
    Of("x"): None,
}
"""How expressions combine their operands: by a join or as equal dtypes; None for neither."""


@pytest.mark.parametrize("absent", [None, "weak_int"])
@pytest.mark.parametrize("expression", _EXPRESSIONS, ids=str)
def test_a_few_pairs_tell_what_all_pairs_do(expression: Expression, absent: str | None) -> None:
    rule = Rule((One("x"), One("y", absent)), (Case(ArrayOf(expression)),))
    assert combination(rule) is _EXPRESSIONS[expression]
    outcomes = outcomes_of(rule, Semantics(), 2, optional=absent is not None)
    said = {pair: outcomes.returns_of(pair) for pair in product(NODES, NODES)}
    joins = {pair: outcomes.lattice.join(*pair) for pair in said}
    follows = all(
        returns is None or ((join := joins[pair]) is not None and returns == said[join, join])
        for pair, returns in said.items()
    )
    assert follows_join(outcomes) is follows
