"""The tables of NumPy's functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_typing.numpy_rules import FUNCTIONS, METHODS, OPERATORS, catalogue
from promo_typing.rules import OPERATORS as OPERATORS_OF_JAX
from promo_typing.rules import Rule
from promo_typing.rules.describe import describe

FOLDER = Path(catalogue.__file__).parent


@pytest.mark.parametrize("module", ["numpy.linalg", "numpy.random"])
def test_the_functions_of_a_module_stand_in_a_file_of_its_name(module: str) -> None:
    text = (FOLDER / f"{module.rpartition('.')[2]}.py").read_text()
    names = [name for name in FUNCTIONS if name.startswith(f"{module}.")]
    assert names
    assert [name for name in names if f'"{name}"' not in text] == []


def test_every_function_is_found_by_its_full_name() -> None:
    texts = [path.read_text() for path in FOLDER.glob("*.py") if path.stem != "operators"]
    found = {name: sum(f'"{name}"' in text for text in texts) for name in FUNCTIONS}
    assert {name: count for name, count in found.items() if count != 1} == {}


def test_operators_have_rules() -> None:
    assert set(OPERATORS.values()) <= FUNCTIONS.keys()
    without = {method for method in OPERATORS_OF_JAX if method not in OPERATORS}
    assert without == {"__divmod__", "__rdivmod__"}


def test_methods_are_of_numpy_s_arrays() -> None:
    import numpy as np

    assert all(hasattr(np.ndarray, name) for name in METHODS)


def test_the_rules_are_those_of_the_one_model() -> None:
    assert {type(rule) for rule in (*FUNCTIONS.values(), *METHODS.values())} == {Rule}


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (
            "numpy.sum",
            "the dtype of a, bool and integers become those of 64 bits. "
            "The argument dtype decides it, if given. With out given: not known.",
        ),
        ("numpy.where", "the common dtype of x and y."),
        (
            "numpy.linalg.inv",
            "the dtype of a, what LAPACK does not have becomes float64. "
            "It takes any dtype but float16.",
        ),
    ],
)
def test_the_describer_says_them_in_words(function: str, words: str) -> None:
    assert describe(FUNCTIONS[function]) == words
