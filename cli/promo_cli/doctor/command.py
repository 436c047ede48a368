"""``promo doctor``: which stubs each checker sees, and the problems of an environment."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from promo_cli import program_settings, pytest_environment
from promo_cli.command_error import CommandError
from promo_cli.console import say, write
from promo_cli.doctor import environment
from promo_cli.doctor.stubs_seen import CHECKERS, Seen, seen_by
from promo_cli.jax_version import warn_of_unsupported_jax
from promo_cli.options import require_readable
from promo_cli.paths import path_from_here
from promo_typing.core import project_settings, settings_file
from promo_typing.core.program_files import program_files
from promo_typing.core.stub_variants import Variant, variant_for


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
def doctor(paths: tuple[str, ...]) -> int:
    """Show which stubs of JAX each type checker sees here, and report problems.

    Problems are stubs for other settings than those of the project, stubs of another package, and
    files below PATH, by default this folder, that turn x64 on while the settings say that it is
    off. A package that changes jax.Array is a warning.

    The exit status is 1 if there is a problem, else 0.
    """
    for path in paths:
        require_readable(path)
    warn_of_unsupported_jax()
    settings = _settings()
    wanted = variant_for(settings.everywhere)
    write(f"settings: {_worded(settings.everywhere)}\n")
    seen = [seen_by(checker) for checker in CHECKERS]
    width = max(map(len, CHECKERS))
    write("".join(f"{each.checker:{width}}  {_described(each, wanted)}\n" for each in seen))
    search = environment.folders()
    for warning in (*environment.warnings(search), *_of_packages(seen)):
        say("warning", warning)
    problems = [
        *environment.problems(search),
        *_of_stubs(seen, wanted),
        *_of_program(paths or (".",), settings),
    ]
    for problem in problems:
        say("error", problem)
    return 1 if problems else 0


def _settings() -> project_settings.JaxSettings:
    try:
        return project_settings.of_jax(settings_file.settings_file())
    except project_settings.ConfigError as error:
        raise CommandError(str(error)) from None


def _worded(stated: Mapping[str, Any]) -> str:
    variant = Variant("", bool(stated.get("x64")), stated.get("promotion", "standard"))
    explicit = stated.get("explicit_x64")
    return f"{variant}{f', explicit_x64 {explicit}' if explicit else ''}"


def _described(seen: Seen, wanted: Variant | None) -> str:
    if seen.has_plugin:
        return f"the plugin, which follows the settings ({seen.file})"
    if seen.package is None:
        return "no stubs"
    place = path_from_here(str(seen.package))
    if seen.variant is None:
        return f"{place}: not of this version of promo-typing"
    if seen.undecided:
        return f"{place}: no dtypes, for want of a platform; set pythonPlatform"
    differs = "" if seen.variant == wanted else ", unlike the settings"
    return f"{place}: {seen.variant}{differs}"


def _of_packages(seen: Sequence[Seen]) -> Iterator[str]:
    """A warning for each checker whose stubs differ between installed packages and the program."""
    for each in seen:
        if each.apart:
            yield (
                f"{each.checker} has no settings for packages of an environment that is not in "
                f"this folder: they see the installed stubs, and their arrays do not fit those of "
                f"the program; run it with -c {each.file}, or use promo stubs --install"
            )


def _of_stubs(seen: Sequence[Seen], wanted: Variant | None) -> Iterator[str]:
    """A message for each problem with the stubs of the checkers that the project configures."""
    for each in seen:
        if each.file is None or each.has_plugin:
            continue
        if each.undecided:
            yield (
                f"{each.checker} knows no dtypes, since it checks for all platforms; write "
                f'pythonPlatform = "Linux", or the one of yours, in {each.file}'
            )
        if each.variant == wanted:
            continue
        if each.variant is None:
            yield (
                f"{each.checker} sees no stubs of this version of promo-typing; install it in the "
                "environment that the checker looks at"
            )
        elif wanted is None:
            yield (
                f'{each.checker} knows nothing of explicit_x64 = "allow": no stubs say what is '
                "asked for then, only the plugin for mypy does"
            )
        else:
            yield (
                f"{each.checker} sees stubs for {each.variant}, and the settings say {wanted}; "
                f"write others with: promo stubs{wanted.options} DIR, or: "
                f"promo stubs{wanted.options} --install"
            )


def _of_program(paths: Sequence[str], settings: project_settings.JaxSettings) -> Iterator[str]:
    """A message for each place where the program or its tests turn x64 on, unlike the settings."""
    if settings.everywhere.get("x64") or any("x64" in each for each in settings.modules.values()):
        return
    turned_on: list[program_settings.Update | pytest_environment.Setting] = [
        update
        for update in program_settings.stated_in(list(_sources(paths)))
        if update.is_on and update.flag.setting == project_settings.X64
    ]
    setting = pytest_environment.setting()
    if not turned_on and setting is not None and setting.x64:
        turned_on.append(setting)
    for each in turned_on:
        yield f"{each}, and the settings say it is off; write x64 = true in [tool.promo-typing]"


def _sources(paths: Sequence[str]) -> Iterator[str]:
    """The Python files that are given, and those of the program below folders."""
    for path in paths:
        if os.path.isfile(path):
            yield path
        yield from map(str, program_files(Path(path)))
