"""Settings of x64 that follow from what the program, or the settings of its tests, turn on."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from mypy.modulefinder import BuildSource

from promo_cli import program_x64, pytest_environment
from promo_cli.command_error import CommandError
from promo_mypy import config
from promo_typing.core import module_patterns
from promo_typing.core.project_settings import MODULE, OVERRIDES, X64, ConfigError


class Followed(NamedTuple):
    """Settings that follow from a program, with a remark about them; empty if there are none."""

    settings: dict[str, object]
    note: str | None


NOTHING: Final = Followed({}, None)


def followed(sources: Sequence[BuildSource], config_file: str | None) -> Followed:
    """Return the settings of modules in which x64 is on though the configuration says nothing.

    Where it says whether x64 is on in some modules, what these do counts for no other module.

    Raises:
        CommandError: x64 is turned on where a file turns it off.
    """
    try:
        settings = config.load(config_file)
    except ConfigError:
        return NOTHING  # The plugin reports what is wrong.
    own = [each for each in sources if each.path and X64 not in settings.stated(each.module)]
    stated = program_x64.stated_in([each.path for each in own if each.path])
    if any(each.x64 for each in stated):
        return _of_statements(stated, own)
    if stated:
        return NOTHING
    if any(X64 in each for each in settings.overrides.values()):
        return NOTHING
    of_tests = pytest_environment.setting()
    return _everywhere(str(of_tests)) if of_tests is not None and of_tests.x64 else NOTHING


def _of_statements(
    stated: Sequence[program_x64.Update], sources: Sequence[BuildSource]
) -> Followed:
    on = [each for each in stated if each.x64]
    wide = program_x64.wide_modules(on, sources)
    _refuse_contrary(stated, wide, sources)
    if len(wide) == len(sources) or not all(map(module_patterns.VALID.fullmatch, wide)):
        return _everywhere(str(on[0]))
    override = {MODULE: sorted(wide), X64: True}
    return Followed(
        {OVERRIDES: [override]},
        f"{on[0]}, in {len(wide)} of {len(sources)} files (modules that others import, too, "
        "are checked with x64 off)",
    )


def _refuse_contrary(
    stated: Sequence[program_x64.Update], wide: Collection[str], sources: Sequence[BuildSource]
) -> None:
    """Raise an error if a module turns x64 off that others, by importing, turn it on for."""
    names = {each.path: each.module for each in sources}
    on = next(each for each in stated if each.x64)
    for each in stated:
        if not each.x64 and names[each.path] in wide:
            raise CommandError(
                f"{on}, and {each}; check them apart, or say which holds with --x64 or --no-x64"
            )


def _everywhere(note: str) -> Followed:
    return Followed({X64: True}, note)
