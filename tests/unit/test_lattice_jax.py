"""The join of every pair of nodes agrees with the installed JAX: dtype, weakness and refusals."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from promo_typing.core.configuration import ExplicitX64
from promo_typing.core.dtypes import NODES
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import SETTINGS, Cell, Oracle

PAIRS = list(itertools.product(NODES, NODES))


@pytest.fixture(params=[s for s in SETTINGS if s.x64 or s.explicit_x64 == "allow"], ids=str)
def oracle(request: pytest.FixtureRequest) -> Iterator[Oracle]:
    """JAX under settings with 64-bit arrays, so that no pair is left out."""
    with Oracle(request.param) as oracle:
        yield oracle


def joins(semantics: Semantics) -> dict[tuple[str, str], str | None]:
    return {pair: semantics.lattice.join(*pair) for pair in PAIRS}


def test_join_is_that_of_result_type(oracle: Oracle) -> None:
    assert len(PAIRS) == 35 * 35
    assert dict(zip(PAIRS, oracle.joins(PAIRS), strict=True)) == joins(oracle.semantics)


def test_join_is_what_add_returns(oracle: Oracle) -> None:
    answers = oracle.observed("jax.numpy.add", [Cell(pair) for pair in PAIRS])
    assert [len(answer) for answer in answers] == [1] * len(PAIRS)
    observed = {
        pair: results[0] if (results := answer[0].results) else None
        for pair, answer in zip(PAIRS, answers, strict=True)
    }
    assert observed == joins(oracle.semantics)


def test_the_lattice_does_not_depend_on_explicit_dtypes() -> None:
    modes: tuple[ExplicitX64, ...] = ("warn", "error", "allow")
    assert len({Semantics(explicit_x64=mode).lattice for mode in modes}) == 1
