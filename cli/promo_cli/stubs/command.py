"""``promo stubs``: write stubs for other settings of JAX, and for editors."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from promo_cli.command_error import CommandError
from promo_cli.console import write
from promo_cli.options import dtype_settings, settings
from promo_typing.core import project_settings, settings_file
from promo_typing.core.stub_variants import PACKAGE, Variant, variant_for, variant_in

if TYPE_CHECKING:
    from promo_cli.stubs.words_of_jax import WordsOfJax


@click.command()
@click.argument("folder", metavar="DIR", required=False)
@dtype_settings
@click.option(
    "--docstrings",
    is_flag=True,
    help="Add the first paragraph of JAX's own docstring to each function, for editors.",
)
@click.option("--install", is_flag=True, help="Replace the installed stubs.")
@click.option("--restore", is_flag=True, help="Put the installed stubs back.")
def stubs(
    folder: str | None,
    x64: bool | None,
    promotion: str | None,
    docstrings: bool,
    install: bool,
    restore: bool,
) -> int:
    """Write the stubs of JAX for editors, and for programs with x64 on or strict promotion.

    They are for checkers without a plugin; mypy with the plugin needs only the settings. DIR gets
    a folder jax-stubs, for the search path of Pyrefly, ty or zuban. Other checkers prefer the stubs
    of the environment; --install replaces those. Without an option, the settings of the project
    decide.
    """
    if (folder is not None) + install + restore != 1:
        raise click.UsageError("give one of DIR, --install and --restore")
    if restore:
        if x64 is not None or promotion is not None or docstrings:
            raise click.UsageError("--restore takes no settings: it undoes --install")
        return _restore()
    variant = _variant(settings(x64, promotion))
    words = _words() if docstrings else None
    return _install(variant, words) if folder is None else _write(variant, words, Path(folder))


def _words() -> WordsOfJax:
    from promo_cli.stubs.words_of_jax import words_of_jax

    return words_of_jax()


def _variant(given: dict[str, object]) -> Variant:
    try:
        stated = project_settings.of_jax(settings_file.settings_file()).everywhere
    except project_settings.ConfigError as error:
        raise CommandError(str(error)) from None
    variant = variant_for({**stated, **given})
    if variant is None:
        raise CommandError(
            'there are no stubs for explicit_x64 = "allow" with x64 off; only the plugin for mypy '
            "knows what is asked for then"
        )
    return variant


def _restore() -> int:
    from promo_cli.stubs import installation

    folder = installation.packages_folder()
    done = installation.restore(folder)
    write(f"{folder / PACKAGE}: {'restored' if done else 'nothing to restore'}\n")
    return 0


def _install(variant: Variant, words: WordsOfJax | None) -> int:
    from promo_cli.stubs import installation

    folder = installation.packages_folder()
    done = installation.install(variant, folder, words)
    state = "installed" if done else "installed already"
    write(f"{folder / PACKAGE}: {state}: {_told(variant, words)}\n")
    return 0


def _told(variant: Variant, words: WordsOfJax | None) -> str:
    return f"{variant}, docstrings of jax {words.version}" if words else str(variant)


def _write(variant: Variant, words: WordsOfJax | None, folder: Path) -> int:
    from promo_cli.stubs import installation, variant_files

    place, own = folder / PACKAGE, installation.own_standard_package()
    if place.resolve() in (own, installation.packages_folder() / PACKAGE):
        raise CommandError(
            f"{place} are the installed stubs; change them with: promo stubs --install"
        )
    if place.exists() and variant_in(place) is None:
        raise CommandError(f"{place} exists and is not of promo-typing; name another folder")
    files = installation.stub_files(variant, variant_files.read_package(own), words)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with variant_files.written_beside(place, files) as new:
            variant_files.replace(new, place)
    except OSError as error:
        raise CommandError(f"cannot write {place}: {error.strerror}") from None
    write(f"{place}: {_told(variant, words)}\n")
    return 0
