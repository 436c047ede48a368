"""The set of lints for a module is chosen as mypy chooses the section for a module."""

from __future__ import annotations

from itertools import permutations

import pytest
from mypy.options import Options

from promo_typing.core.lints import LintChoice, LintSet

MODULES = ("a", "a.b", "a.b.c", "a.x.c", "tests", "a.tests", "a.tests.b", "ab", "b")
PATTERNS = (
    ("a", "a.*", "a.b"),
    ("a.*", "a.b.*", "*.c"),
    ("*.tests.*", "a.*", "a.tests"),
    ("a.*.c", "*.b.*", "a.b.c"),
)
SETS: tuple[LintSet, ...] = ("recommended", "strict", "all")


def of_mypy(choice: LintChoice, module: str) -> str:
    options = Options()
    options.python_executable = choice.everywhere
    options.per_module_options = {
        pattern: {"python_executable": name} for pattern, name in choice.modules.items()
    }
    options.build_per_module_cache()
    return str(options.clone_for_module(module).python_executable)


@pytest.mark.parametrize("patterns", [order for each in PATTERNS for order in permutations(each)])
def test_as_mypy_does(patterns: tuple[str, ...]) -> None:
    choice = LintChoice("recommended", dict(zip(patterns, SETS, strict=True)))
    for module in MODULES:
        assert choice.in_module(module) == of_mypy(choice, module), module


def test_without_patterns() -> None:
    assert LintChoice().in_module("a") == "recommended"
    assert LintChoice("strict").in_module("a") == "strict"
