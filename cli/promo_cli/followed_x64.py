"""What a program, or the settings of its tests, say of x64, as settings of the plugin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.modulefinder import BuildSource

from promo_cli import program_x64, pytest_environment
from promo_mypy import config
from promo_typing.core import module_patterns
from promo_typing.core.project_settings import MODULE, OVERRIDES, X64, ConfigError


class Followed(NamedTuple):
    """Settings that follow from a program, and a remark on them; none if nothing follows."""

    settings: dict[str, object]
    note: str | None


NOTHING: Final = Followed({}, None)


def followed(sources: Sequence[BuildSource], config_file: str | None) -> Followed:
    """Return the settings of modules in which x64 is on though the configuration says nothing.

    Where it says whether x64 is on in some modules, what these do counts for no other module.

    Raises:
        CommandError: one file turns x64 on, and another one off.
    """
    try:
        settings = config.load(config_file)
    except ConfigError:
        return NOTHING  # The plugin reports what is wrong.
    own = [each for each in sources if each.path and X64 not in settings.stated(each.module)]
    stated = program_x64.stated_in([each.path for each in own if each.path])
    if stated:
        return _of_statements(stated, own) if stated[0].x64 else NOTHING
    if any(X64 in each for each in settings.overrides.values()):
        return NOTHING
    of_tests = pytest_environment.setting()
    return _everywhere(str(of_tests)) if of_tests is not None and of_tests.x64 else NOTHING


def _of_statements(
    stated: Sequence[program_x64.Update], sources: Sequence[BuildSource]
) -> Followed:
    wide = program_x64.wide_modules(stated, sources)
    if len(wide) == len(sources) or not all(map(module_patterns.VALID.fullmatch, wide)):
        return _everywhere(str(stated[0]))
    override = {MODULE: sorted(wide), X64: True}
    return Followed(
        {OVERRIDES: [override]},
        f"{stated[0]}, in {len(wide)} of {len(sources)} files (modules that others import, too, "
        "are checked with x64 off)",
    )


def _everywhere(note: str) -> Followed:
    return Followed({X64: True}, note)
