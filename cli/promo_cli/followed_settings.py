"""Settings that follow from the program, or from pytest's settings: what they turn on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy.modulefinder import BuildSource

from promo_cli import program_settings, pytest_environment
from promo_cli.command_error import CommandError
from promo_cli.program_doubts import NOT_IN_DOUBT, InDoubt, in_doubt
from promo_cli.program_flags import FLAGS, Flag
from promo_cli.program_settings import Update
from promo_mypy import config
from promo_mypy.module_settings import ModuleSettings
from promo_typing.core import module_patterns
from promo_typing.core.project_settings import MODULE, OVERRIDES, X64, ConfigError


class Followed(NamedTuple):
    """Settings that follow from a program.

    Attributes:
        everywhere: those for all modules.
        overrides: those for some modules.
        notes: what the user has to know.
        in_doubt: files in which x64 may be on, although it counts as off.
    """

    everywhere: Mapping[str, object]
    overrides: Sequence[Mapping[str, object]]
    notes: Sequence[str]
    in_doubt: InDoubt = NOT_IN_DOUBT

    @property
    def settings(self) -> dict[str, Any]:
        """The settings in the form that the plugin takes."""
        overrides = {OVERRIDES: [*self.overrides]} if self.overrides else {}
        return {**self.everywhere, **overrides}


_NOTHING: Final = Followed({}, (), ())


def followed(
    sources: Sequence[BuildSource], config_file: str | None, stated: Collection[str]
) -> Followed:
    """Return the settings that the program turns on, for the modules that run with them on.

    Modules for which the configuration states a setting have no influence on other modules.

    Args:
        sources: the modules of the program.
        config_file: the configuration file.
        stated: settings that options or the configuration state for all modules.

    Raises:
        CommandError: a module turns a setting off that another module turns on for it.
    """
    try:
        settings = config.load(config_file)
    except ConfigError:
        return _NOTHING  # The plugin reports the error.
    updates = program_settings.stated_in([each.path for each in sources if each.path])
    found = [
        _of_flag(flag, updates, sources, settings) for flag in FLAGS if flag.setting not in stated
    ]
    return Followed(
        {name: value for each in found for name, value in each.everywhere.items()},
        [override for each in found for override in each.overrides],
        [note for each in found for note in each.notes],
        _in_doubt(updates, sources, settings) if X64 not in stated else NOT_IN_DOUBT,
    )


def _in_doubt(
    updates: Sequence[Update], sources: Sequence[BuildSource], settings: ModuleSettings
) -> InDoubt:
    """The files in which x64 may be on, unless their settings or a statement in them decide."""
    own = [each for each in sources if X64 not in settings.stated(each.module)]
    return in_doubt(own, [each for each in updates if each.flag.setting == X64 and each.is_on])


def _of_flag(
    flag: Flag, updates: Sequence[Update], sources: Sequence[BuildSource], settings: ModuleSettings
) -> Followed:
    """What follows from the program for one setting."""
    own = [
        each for each in sources if each.path and flag.setting not in settings.stated(each.module)
    ]
    paths = {each.path for each in own}
    said = [each for each in updates if each.flag is flag and each.path in paths]
    if any(each.is_on for each in said):
        return _of_statements(flag, said, own)
    if said or flag.setting != X64 or any(X64 in each for each in settings.overrides.values()):
        return _NOTHING
    of_tests = pytest_environment.setting()
    is_on = of_tests is not None and of_tests.x64
    return _everywhere(flag, str(of_tests)) if is_on else _NOTHING


def _of_statements(flag: Flag, said: Sequence[Update], sources: Sequence[BuildSource]) -> Followed:
    on = [each for each in said if each.is_on]
    modules = program_settings.modules_with(on, sources)
    _refuse_contrary(said, modules, sources)
    if len(modules) == len(sources) or not all(map(module_patterns.VALID.fullmatch, modules)):
        return _everywhere(flag, str(on[0]))
    note = (
        f"{on[0]}, in {len(modules)} of {len(sources)} files (modules that others import, too, "
        f"are checked with {flag.words} off)"
    )
    return Followed({}, [{MODULE: sorted(modules), flag.setting: flag.on}], [note])


def _refuse_contrary(
    said: Sequence[Update], modules: Collection[str], sources: Sequence[BuildSource]
) -> None:
    """Raise an error if a module turns a setting off that its importers turn on for it."""
    names = {each.path: each.module for each in sources}
    on = next(each for each in said if each.is_on)
    for each in said:
        if not each.is_on and names[each.path] in modules:
            raise CommandError(f"{on}, and {each}; check them apart, or {on.flag.advice}")


def _everywhere(flag: Flag, note: str) -> Followed:
    return Followed({flag.setting: flag.on}, (), [note])
