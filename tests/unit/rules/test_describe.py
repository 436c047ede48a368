"""Rules in words."""

from __future__ import annotations

import pytest

from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import names, rule_of
from promo_typing.rules import FUNCTIONS, Rule
from promo_typing.rules.catalogue.notation import case, promoting, rule, several
from promo_typing.rules.describe import describe
from promo_typing.rules.dtype_words import in_words, listed, under_all_settings
from promo_typing.rules.model import X32, Dtype, DtypeSet, Given, Is, Of, Requested, Rest, dtypes
from promo_typing.rules.model.dtype_maps import TO_INEXACT
from promo_typing.rules.model.dtype_sets import (
    ANY,
    BOOL,
    COMPLEX,
    FLOATS,
    INTEGRAL,
    NONE,
    NUMBERS,
    integers_below,
)


@pytest.mark.parametrize(
    ("described", "words"),
    [
        (promoting("x"), "the dtype of x."),
        (promoting("x", "y"), "the common dtype of x and y."),
        (promoting(Rest("x")), "the common dtype of x."),
        (
            promoting("x", "y", to=TO_INEXACT),
            "the common dtype of x and y, bool and integers become floating.",
        ),
        (promoting("x", accepts=NUMBERS), "the dtype of x. It takes any dtype but bool."),
        (FUNCTIONS["jax.lax.add"], "the one dtype of x and y. It takes any dtype but bool."),
        (rule(("x",), several(Of("x"), Dtype("bool"))), "(1) the dtype of x; (2) bool."),
        (
            rule(("x",), case(Of("x"), requested=Requested()), dtype="out_dtype"),
            "the dtype of x. The argument out_dtype decides it, if given.",
        ),
        (
            rule(
                ("x", "y"),
                case(Of("y"), Is("flag", value=True)),
                case(Dtype("int32"), Given("y")),
                Of("x"),
            ),
            "the dtype of x. With flag = True: the dtype of y. With y given: int32.",
        ),
    ],
)
def test_words_of_a_rule(described: Rule, words: str) -> None:
    assert describe(described) == words


def test_every_rule_has_words() -> None:
    words = {name: describe(rule_of(name)) for name in names()}
    assert {name: told for name, told in words.items() if not _is_a_sentence(told)} == {}


def _is_a_sentence(words: str) -> bool:
    return words.endswith(".") and "{" not in words


@pytest.mark.parametrize(
    ("members", "words"),
    [
        (ANY, "any dtype"),
        (NONE, "no dtype"),
        (BOOL, "bool"),
        (INTEGRAL, "bool and integers"),
        (FLOATS, "real floating-point numbers"),
        (COMPLEX, "complex numbers"),
        (NUMBERS, "any dtype but bool"),
        (dtypes("int8", "float16"), "int8 and float16"),
        (INTEGRAL - dtypes("bool", "weak_int", "int2"), "integers except int2 and weak ones"),
        (INTEGRAL - integers_below(8), "bool and integers of at least 8 bits"),
        (FLOATS - dtypes("float64").under(X32), "real floating-point numbers except float64"),
        # Words behind an exception would be read as another exception.
        (
            FLOATS - dtypes("float64") | dtypes("complex64"),
            "real floating-point numbers (except float64) and complex64",
        ),
        (
            BOOL | INTEGRAL - dtypes("int2") | FLOATS - dtypes("float64"),
            "any dtype but int2, float64 and complex numbers",
        ),
    ],
)
def test_words_of_a_set(members: DtypeSet, words: str) -> None:
    assert in_words(members, Semantics()) == words


def test_words_of_a_set_under_all_settings() -> None:
    members = FLOATS - dtypes("float64").under(X32)
    assert in_words(members, Semantics(x64=True)) == "real floating-point numbers"
    assert under_all_settings(members) == (
        "real floating-point numbers, except float64 with x64 off"
    )


def test_words_in_a_row() -> None:
    assert [listed("a"), listed("ab"), listed("abc")] == ["a", "a and b", "a, b and c"]
