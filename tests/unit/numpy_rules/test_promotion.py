"""The common dtype of several operands agrees with the installed NumPy."""

from __future__ import annotations

import copy
import pickle
from itertools import permutations, product

import numpy as np
import pytest

from promo_typing.core.dtypes import OF_NUMPY
from promo_typing.numpy_rules import NUMPY
from promo_typing.numpy_rules.promotion import Common, common

_PYTHON = {"weak_int": 1, "weak_float": 1.0, "weak_complex": 1j}


def in_numpy(*nodes: str) -> str:
    return str(np.result_type(*(_PYTHON.get(node) or np.dtype(node) for node in nodes)))


@pytest.mark.parametrize("first", sorted(OF_NUMPY))
def test_three_are_promoted_as_numpy_promotes_them(first: str) -> None:
    others = product([*sorted(OF_NUMPY), *_PYTHON], repeat=2)
    promoted = {two: NUMPY.lattice.join_all([first, *two]) for two in others}
    assert promoted == {two: in_numpy(first, *two) for two in promoted}


def test_the_order_of_joins_is_of_no_consequence() -> None:
    """It would be if single dtypes were joined, instead of sets of them."""
    nodes = ("int8", "uint8", "float16")
    assert {NUMPY.lattice.join_all(order) for order in permutations(nodes)} == {"float16"}
    int16 = NUMPY.lattice.join("int8", "uint8")
    assert int16 == "int16"
    assert NUMPY.lattice.join("int16", "float16") == "float32"


def test_scalars_of_python_among_themselves_stay_weak() -> None:
    assert common(frozenset({"weak_int", "weak_float"})) == "weak_float"
    assert NUMPY.strong("weak_float") == "float64"


def test_no_dtype_is_made_up_where_functions_differ() -> None:
    with pytest.raises(ValueError, match="no one common dtype of bfloat16, float16"):
        NUMPY.lattice.join("bfloat16", "float16")
    assert NUMPY.lattice.join("bfloat16", "weak_int") == "bfloat16"


def test_a_common_dtype_keeps_its_nodes_in_a_copy() -> None:
    joined = Common(frozenset({"int8", "uint8"}))
    for made in (copy.copy(joined), pickle.loads(pickle.dumps(joined))):
        assert (made, made.nodes) == ("int16", joined.nodes)


def test_the_settings_of_numpy_are_no_settings_of_jax() -> None:
    from promo_typing.lattice.semantics import Semantics

    assert Semantics(x64=True, explicit_x64="allow") != NUMPY
    assert Semantics(x64=True, explicit_x64="allow").fingerprint != NUMPY.fingerprint
