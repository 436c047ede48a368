"""Which modules keep and check the bodies of functions."""

from __future__ import annotations

import pytest
from mypy.options import Options

from promo_mypy.inference.kept_bodies import keep_bodies, leave_out_bodies_of_libraries
from promo_typing.core.library_sources import source_name


def test_bodies_are_kept_for_the_run_but_not_checked_in_libraries() -> None:
    options = Options()
    leave_out_bodies_of_libraries(options)
    keep_bodies(options, ["program", "library.part"])
    assert options.preserve_asts
    assert not options.clone_for_module("library.part").preserve_asts
    assert not options.clone_for_module("library").preserve_asts


def test_options_of_a_section_hold_for_its_modules() -> None:
    options = Options()
    options.per_module_options = {"program.*": {"strict_optional": False}}
    leave_out_bodies_of_libraries(options)
    assert not options.clone_for_module("program.part").strict_optional
    assert options.clone_for_module("library").strict_optional


@pytest.mark.parametrize(
    ("option", "value"), [("follow_imports", "silent"), ("ignore_errors", True)]
)
def test_program_whose_errors_are_ignored_is_checked(option: str, value: object) -> None:
    options = Options()
    setattr(options, option, value)
    leave_out_bodies_of_libraries(options)
    keep_bodies(options, ["program"])
    assert options.clone_for_module("program").preserve_asts


def test_source_of_a_library_is_not_kept_twice() -> None:
    options, source = Options(), source_name("optax.losses._regression")
    options.per_module_options = {source: {"preserve_asts": True}}
    leave_out_bodies_of_libraries(options)
    keep_bodies(options, [source])
    assert not options.clone_for_module(source).preserve_asts
