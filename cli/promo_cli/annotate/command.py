"""``promo annotate``: run a program once, and write the recorded dtypes into its source."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from promo_cli.command_error import CommandError
from promo_cli.console import say
from promo_cli.exit_status import INTERRUPTED
from promo_cli.options import require_readable
from promo_cli.replace_file import make_folder

if TYPE_CHECKING:
    from promo_cli.annotate.launch import Ran
    from promo_recorder.facts import Fact


@click.command()
@click.argument("sources", nargs=-1, required=True, metavar="SRC...")
@click.option("--run", "command", metavar="COMMAND", help='The command to run: "pytest -q".')
@click.option("-m", "module", metavar="MODULE", help="Run a module, as python -m does.")
@click.option("--trace", "function", metavar="MODULE:FUNCTION", help="Trace a function.")
@click.option(
    "--arg", "texts", multiple=True, help="An argument for --trace: bf16[8,128], or a literal."
)
@click.option("--from", "given", multiple=True, metavar="FILE", help="Use the facts in a file.")
@click.option("--facts", "kept", metavar="FILE", help="Add the facts of the run to a file.")
@click.option("--write", "writes", is_flag=True, help="Write the annotations into the files.")
@click.option(
    "--check", "checks", is_flag=True, help="The exit status is 1 if a file would change."
)
@click.option("--stubs", metavar="DIR", help="Write .pyi files instead.")
@click.option("--overwrite", is_flag=True, help="Replace existing annotations.")
@click.option("--verify/--no-verify", default=True, help="Check the result with promo check.")
def annotate(
    sources: tuple[str, ...],
    command: str | None,
    module: str | None,
    function: str | None,
    texts: tuple[str, ...],
    given: tuple[str, ...],
    kept: str | None,
    writes: bool,
    checks: bool,
    stubs: str | None,
    overwrite: bool,
    verify: bool,
) -> int:
    """Run a program once, and annotate the functions in SRC with the dtypes that they had.

    A unified diff is shown; --write changes the files. An annotation that promo check refutes is
    taken back. If the program ends with an exit status other than 0, so does the command.
    """
    if find_spec("libcst") is None:
        raise CommandError('libcst is not installed: pip install "promo-typing[annotate]"')
    ways = [each for each in (command, module, function, given or None) if each is not None]
    if len(ways) != 1:
        raise click.UsageError("give one of --run, -m, --trace and --from")
    if sum([writes, checks, stubs is not None]) > 1:
        raise click.UsageError("give one of --write, --check and --stubs")
    for each in sources:
        require_readable(each)
    # What cannot be written has to be known before the run, which may take hours.
    if kept is not None:
        _require_facts(Path(kept))
    if stubs is not None:
        make_folder(Path(stubs))
    folders = [Path(each).resolve() for each in sources]
    shows = not writes and stubs is None
    status, facts = _recorded(folders, command, module, function, texts, given, shows=shows)
    if kept is not None:
        _keep(Path(kept), facts)
    if status in _INTERRUPTED:
        say("error", "the run was interrupted; nothing was annotated")
        return status
    from promo_cli.annotate.report import Wishes, carry_out, decided

    wishes = Wishes(writes, checks, None if stubs is None else Path(stubs), overwrite, verify)
    try:
        found = decided(facts, folders, wishes)
    except KeyboardInterrupt:
        say("error", "the check was interrupted; nothing was annotated")
        return INTERRUPTED
    own = carry_out(found, wishes)
    return status or own


_STANDARD_ERROR = 2
"""The number of the stream."""

_INTERRUPTED = (INTERRUPTED, 143)
"""The exit statuses of programs that were ended by Ctrl-C or by SIGTERM."""


def _recorded(
    folders: Sequence[Path],
    command: str | None,
    module: str | None,
    function: str | None,
    texts: Sequence[str],
    given: Sequence[str],
    *,
    shows: bool,
) -> Ran:
    """The facts, and the exit status of the run; the status is 0 if they were read from files.

    ``shows`` is whether a diff will be written to standard output.
    """
    from promo_cli.annotate import facts_file, launch

    if texts and function is None:
        raise click.UsageError("--arg belongs to --trace")
    if given:
        parts = (facts_file.read(Path(each)) for each in given)
        return launch.Ran(0, facts_file.absolute(facts_file.joined(parts), Path.cwd()))
    # Standard output is for the diff, so the program prints on standard error.
    output = _STANDARD_ERROR if shows else None
    ran = launch.run(_command_line(command, module, function, texts), folders, output=output)
    if ran.status:
        say("warning", f"the run ended with status {ran.status}; what it did until then counts")
    return ran


def _command_line(
    command: str | None, module: str | None, function: str | None, texts: Sequence[str]
) -> list[str]:
    from promo_cli.annotate import launch

    if command is not None:
        return launch.command_line(command)
    if module is not None:
        return [sys.executable, "-m", *shlex.split(module)]
    return [sys.executable, "-P", "-m", "promo_cli.annotate.tracing", function or "", *texts]


def _require_facts(path: Path) -> None:
    """Require that facts can be added to a file.

    Raises:
        CommandError: they cannot.
    """
    if not os.access(path.resolve().parent, os.W_OK):
        raise CommandError(f"cannot write {path}: its folder is read-only, or there is none")
    _kept(path)


def _keep(path: Path, facts: Sequence[Fact]) -> None:
    from promo_cli.annotate import facts_file

    # Another run may have added facts meanwhile.
    new = facts_file.portable(facts, Path.cwd())
    facts_file.write(path, facts_file.joined([_kept(path), new]))


def _kept(path: Path) -> list[Fact]:
    """The facts in a file; none if there is no such file."""
    from promo_cli.annotate import facts_file

    return facts_file.read(path) if os.path.lexists(path) else []
