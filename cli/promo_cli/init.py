"""``promo init``: write the settings that a project's type checkers need to report dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from promo_cli.console import say, write

if TYPE_CHECKING:
    from promo_cli.setup.document import Document

_CHECKERS: Final = ("mypy", "pyright", "pyrefly")


@click.command()
@click.option(
    "--checker",
    "named",
    multiple=True,
    type=click.Choice(_CHECKERS),
    help="Set up this checker, even if the project has no settings for it; may be repeated.",
)
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if settings are missing.")
def init(named: tuple[str, ...], check: bool) -> int:
    """Write the settings that mypy, pyright and Pyrefly need to report dtypes.

    They are written into the file with the project's settings of the checker: pyproject.toml,
    mypy.ini, setup.cfg, pyrightconfig.json or pyrefly.toml. No setting is changed; if one keeps
    dtypes from being reported, a line says so. A second run changes nothing.
    """
    from promo_cli.setup import discovery

    documents = {checker: discovery.found(checker) for checker in named or _CHECKERS}
    if not any(documents.values()) and not named:
        say(
            "note",
            "no settings of mypy, pyright or Pyrefly here, so there is nothing to write; promo "
            "check needs none, and --checker mypy sets up mypy",
        )
        return 0
    incomplete = False
    for checker in named or _CHECKERS:
        # Read the file anew: the previous checker's settings may have been written to it.
        document = discovery.found(checker) or (discovery.new(checker) if named else None)
        if document is not None:
            incomplete |= _complete(checker, document, check)
    return 1 if check and incomplete else 0


def _complete(checker: str, document: Document, check: bool) -> bool:
    """Write the settings that a checker lacks, or report them; return whether any were missing."""
    from promo_cli.setup.checkers import PLANS
    from promo_cli.setup.document import save

    before = document.stated()
    plan = PLANS[checker](before)
    for change in plan.changes:
        document.change(change)
    lines = [f"    {document.shown(change.key)}\n" for change in plan.changes]
    done = ("would write" if check else "wrote") if lines else "nothing to write"
    write(f"{document.label}: {done}{':' if lines else ''}\n{''.join(lines)}")
    for remark in plan.remarks:
        say("note", f"{document.label}: {remark}")
    if lines and not check:
        save(document)
    return bool(lines)
