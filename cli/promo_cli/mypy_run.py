"""Runs mypy with the plugin and the stubs, and with the project's own settings.

mypy runs in this process, so that its own code reads the configuration and finds the files, and the
types of the expressions can be read afterwards.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

from mypy import build
from mypy.errorcodes import IMPORT_UNTYPED
from mypy.errors import CompileError
from mypy.fscache import FileSystemCache
from mypy.main import process_options
from mypy.modulefinder import BuildSource, get_search_dirs, mypy_path
from mypy.options import Options

from promo_cli import finding, unparsable, untyped_libraries
from promo_cli.cache_folder import cache_folder
from promo_cli.command_error import CommandError
from promo_cli.declared import Declared
from promo_cli.expressions import ArrayExpression, Collector
from promo_cli.finding import Finding
from promo_cli.followed_settings import followed
from promo_cli.foreign_stubs import check_stubs
from promo_cli.found_elsewhere import at_their_places
from promo_cli.inferred_types import (
    found_elsewhere,
    given_up,
    in_part,
    inferred,
    take_assigned,
    take_inferred,
)
from promo_cli.library_imports import is_needed_comment
from promo_cli.looser_options import loosen, looser_options
from promo_cli.losses.program import Losses
from promo_cli.origin_notes import OriginNotes
from promo_cli.package_bases import as_packages_lie
from promo_cli.paths import path_from_here
from promo_cli.same_names import tell_apart
from promo_cli.selection import select
from promo_cli.source import source
from promo_cli.unchecked import Unchecked
from promo_cli.unreached import LookedAt
from promo_typing.core import settings_file
from promo_typing.core.configuration import SETTINGS_VARIABLE
from promo_typing.core.program_files import is_program_file
from promo_typing.core.project_settings import INFER, ConfigError
from promo_typing.core.project_settings import stated as stated_in

_PLUGIN: Final = "promo_mypy.plugin"
_RECURSION_LIMIT: Final = 2**14  # the limit that the command mypy sets

_NAMED_TWICE: Final = re.compile("Source file found twice under different|Duplicate module named")
"""mypy's errors about two files with the same module name, or one file with two names."""
_BY_PATH: Final = ("--explicit-package-bases",)
"""mypy's flag to name each module by its path from the current folder."""

_INTERNAL_ERROR: Final = "INTERNAL ERROR"

_OUR_OPTIONS: Final[dict[str, object]] = {
    # The form of output that finding.py reads.
    "output": None,
    "pretty": False,
    "show_column_numbers": True,
    "show_error_end": True,
    "show_error_context": False,
    "hide_error_codes": False,
    "color_output": False,
    # These keep the types of the expressions in this process.
    "export_types": True,
    "num_workers": 0,
    # mypy's native parser counts columns wrongly in lines with non-ASCII characters.
    "native_parser": False,
    # Only the command mypy can do these.
    "install_types": False,
    "non_interactive": False,
    "junit_xml": None,
    "report_dirs": {},
}
"""Values of mypy's options that the command needs; those unknown to a mypy version are left out."""


@dataclass(slots=True)
class Run:
    """The results of a run of mypy.

    Attributes:
        files: the files to check.
        findings: errors and notes.
        unparsable: the findings about files that were left out because Python cannot parse them.
        complaints: messages of mypy that belong to no file of the program.
        notes: the settings that follow from the program, in words.
        expressions: the array expressions of each file.
        may_be_arrays: the number of expressions of type Any that may be arrays.
        unchecked: functions that mypy did not check.
        given_up: messages about calls that inference left out.
        declared: looks up declared types.
        losses: traces an expression to the places where its dtype was lost.
        others: the number of mypy's errors that are left out because they are not about dtypes.
        blocked: mypy gave up, for example at a syntax error; then only findings are known.
    """

    files: list[str]
    findings: list[Finding] = field(default_factory=list)
    unparsable: list[Finding] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    expressions: dict[str, list[ArrayExpression]] = field(default_factory=dict)
    may_be_arrays: int = 0
    unchecked: list[Unchecked] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    declared: Declared | None = None
    losses: Losses | None = None
    others: int = 0
    blocked: bool = False

    def only_dtypes(self) -> None:
        """Keep the findings about dtypes and unparsable files, and count mypy's other errors."""
        if self.declared is not None:
            others = [each for each in self.findings if each not in self.unparsable]
            kept, self.others = select(others, self.declared)
            self.findings = [*self.unparsable, *kept]


def run_mypy(
    paths: Sequence[str],
    settings: dict[str, object],
    step: Callable[[str], None],
    *,
    instead: Mapping[str, str] | None = None,
    as_mypy: bool = False,
) -> Run:
    """Check files and folders.

    Args:
        paths: files and folders that exist.
        settings: settings of the plugin that take precedence over the configuration file.
        step: called with a text for each step, to show progress.
        instead: for some files, another file whose text is checked instead; lines in findings are
            those of that text.
        as_mypy: whether the files are checked under the project's options alone, as by the command
            mypy: it may be stricter with variables, and skip functions.

    Raises:
        CommandError: the configuration, the environment or the paths cannot be used.
    """
    sys.setrecursionlimit(_RECURSION_LIMIT)
    configure = partial(_configured, paths, instead, as_mypy)
    return _as_far_as_possible(configure, settings, step)


class _Configured(NamedTuple):
    """mypy's configuration: the files to check, the options, and messages about the options.

    ``own_options`` are options that hold only for the files to check, not for libraries.
    """

    sources: list[BuildSource]
    options: Options
    complaints: list[str]
    own_options: dict[str, object]

    @property
    def files(self) -> list[str]:
        """The paths of the files to check."""
        return [src.path for src in self.sources if src.path]

    def without(self, files: Collection[str]) -> _Configured:
        """Return the configuration without some files, which mypy then treats as missing."""
        unparsable.leave_out(self.sources, self.options, files)
        return self._replace(sources=[src for src in self.sources if src.path not in files])


def _as_far_as_possible(
    configure: Callable[..., _Configured],
    settings: dict[str, object],
    step: Callable[[str], None],
) -> Run:
    """Run mypy, and run it again without the files at which it gives up.

    ``configure`` takes flags of mypy.
    """
    with contextlib.ExitStack() as bases:
        return _at_bases(configure, settings, step, bases)


def _at_bases(
    configure: Callable[..., _Configured],
    settings: dict[str, object],
    step: Callable[[str], None],
    bases: contextlib.ExitStack,
) -> Run:
    left_out: list[Finding] = []
    flags: Sequence[str] = ()
    configured = configure()
    run = _run(configured, settings, step)
    while run.blocked:
        if broken := unparsable.found(run.findings, configured.sources):
            left_out += broken
        elif configured.options.namespace_packages and not flags and _names_twice(run):
            flags = _BY_PATH
            bases.enter_context(as_packages_lie(configured.files))
        else:
            break
        configured = configure(*flags).without({each.file for each in left_out})
        if flags:
            tell_apart(configured.sources)
        if not configured.sources:
            run.findings.clear()  # ``left_out`` has these findings.
            break
        run = _run(configured, settings, step)
    run.unparsable = left_out
    run.findings = [*left_out, *run.findings]
    return run


def _names_twice(run: Run) -> bool:
    return any(_NAMED_TWICE.search(each.message) for each in run.findings)


def _run(configured: _Configured, settings: dict[str, object], step: Callable[[str], None]) -> Run:
    options = configured.options
    stated = _stated(options, settings)
    of_program = followed(configured.sources, options.config_file, stated)
    settings = {**of_program.settings, **settings}
    loosen(options)
    _set_own_options(configured)
    _adapt(options, settings)
    _check_environment(options)
    inferring = {} if INFER in stated or configured.own_options else {INFER: True}
    with _for_plugin({**inferring, **settings}):
        run = _built_anyway(configured, step)
    run.findings, notes = of_program.in_doubt.without(run.findings)
    run.notes = [*of_program.notes, *notes]
    return run


def _built_anyway(configured: _Configured, step: Callable[[str], None]) -> Run:
    """Build, and if mypy crashes, build once more without a cache.

    Another process may lock the cache for longer than mypy waits. And mypy 2.4 crashes if the cache
    has modules that were checked under other options, and an import is not found.
    """
    try:
        return _built(configured, step)
    except _MypyFailedError:
        configured.options.cache_dir = os.devnull
    try:
        return _built(configured, step)
    except _MypyFailedError as failed:
        raise CommandError(f"mypy ended with an internal error: {_innermost(failed)}") from None


def _innermost(failed: _MypyFailedError) -> str:
    """The traceback in the output of a crashed mypy, without the findings before it."""
    lines = str(failed).splitlines()
    starts = [place for place, line in enumerate(lines) if _INTERNAL_ERROR in line]
    return " ".join(lines[starts[-1] :] if starts else lines[-1:])


class _MypyFailedError(Exception):
    """mypy ended with an internal error; the message is what it printed."""


class _HeldBack(io.StringIO):
    """A stream that keeps what mypy prints, so that a crash can be reported."""

    def __init__(self, stream: TextIO) -> None:
        """Take the stream, and keep it in the attribute where ``rich`` looks for it."""
        super().__init__()
        self.rich_proxied_file = getattr(stream, "rich_proxied_file", stream)


def _is_of_cache(failure: Exception) -> bool:
    """Whether an error comes from SQLite, which keeps mypy's cache: the cache is locked, say."""
    return type(failure).__module__ == "sqlite3"


def _built(configured: _Configured, step: Callable[[str], None]) -> Run:
    run = Run(configured.files, complaints=configured.complaints)
    libraries = untyped_libraries.added(configured.sources, configured.options)
    _build(run, [*configured.sources, *libraries], configured.options, step)
    return run


class _Readable(FileSystemCache):
    """mypy's view of the file system, without files that it cannot read.

    Left out are links to a folder above themselves, which mypy would follow again and again;
    folders without permission to list them; pipes and sockets, which never end; and an
    ``__init__.py`` in a folder such as ``jax-md``, whose name mypy refuses for a package. The other
    files there are checked as scripts.
    """

    def isdir(self, path: str) -> bool:
        return super().isdir(path) and not _leads_up(path)

    def isfile(self, path: str) -> bool:
        return super().isfile(path) and not _names_no_package(path)

    def listdir(self, path: str) -> list[str]:
        try:
            names = super().listdir(path)
        except PermissionError:
            return []
        files = ((name, os.path.join(path, name)) for name in names)
        return [name for name, file in files if not (_is_stream(file) or _names_no_package(file))]


def _names_no_package(path: str) -> bool:
    if os.path.basename(path) != "__init__.py":
        return False
    folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
    return not folder.removesuffix("-stubs").isidentifier()


def _is_stream(path: str) -> bool:
    if not path.endswith((".py", ".pyi")):
        return False
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # mypy reports the error.
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _leads_up(path: str) -> bool:
    if not os.path.islink(path):
        return False
    folder = Path(os.path.realpath(os.path.dirname(path) or os.curdir))
    return folder.is_relative_to(os.path.realpath(path))


def _configured(
    paths: Sequence[str], instead: Mapping[str, str] | None, as_mypy: bool, *flags: str
) -> _Configured:
    """Let mypy read its configuration and find the files below the paths."""
    said = io.StringIO()
    try:
        # mypy prints some warnings to standard output, not to the stream that it is given.
        with contextlib.redirect_stdout(said):
            sources, options = process_options(
                [*flags, "--", *paths], said, said, fscache=_Readable()
            )
    except SystemExit:
        raise CommandError(_without_prefix(said.getvalue().strip().splitlines()[-1])) from None
    for each in sources:
        # mypy keeps `./a.py` for a file that it finds in a folder, but reports it as `a.py`.
        each.path = each.path and path_from_here(each.path)
    complaints = said.getvalue().strip().splitlines()
    stated = looser_options(options) if as_mypy else {}
    if options.config_file is None:
        if complaints:
            raise CommandError(f"cannot read the configuration: {' '.join(complaints)}")
        # mypy loads plugins only if there is a configuration file, even an empty one.
        options.config_file = settings_file.of_ours() or os.devnull
        # That a library has no types is no mistake of the program; its results are unknown.
        options.disabled_error_codes.add(IMPORT_UNTYPED)
    options.shadow_file = [list(each) for each in (instead or {}).items()] or None
    return _Configured(sources, options, complaints, stated)


def _set_own_options(configured: _Configured) -> None:
    """Give the files to check their own options; libraries are cached under the other options."""
    options = configured.options
    if configured.own_options:
        for each in configured.sources:
            own = options.per_module_options.get(each.module, {})
            options.per_module_options[each.module] = {**configured.own_options, **own}
        options.build_per_module_cache()


def _stated(options: Options, settings: dict[str, object]) -> set[str]:
    """The settings of the plugin that an option, the environment or a file states."""
    try:
        return {*settings, *stated_in(options.config_file)}
    except ConfigError:
        return {*settings}  # The plugin reports the error.


def _adapt(options: Options, settings: dict[str, object]) -> None:
    for name, value in _OUR_OPTIONS.items():
        if hasattr(options, name):
            setattr(options, name, value)
    if not {_PLUGIN, _PLUGIN.partition(".")[0]}.intersection(options.plugins):
        options.plugins = [*options.plugins, _PLUGIN]
    if options.cache_dir != os.devnull:
        options.cache_dir = cache_folder(options.cache_dir, settings)


@contextlib.contextmanager
def _for_plugin(settings: dict[str, object]) -> Iterator[None]:
    """Pass settings to the plugin; they take precedence over those in the user's environment."""
    before = os.environ.get(SETTINGS_VARIABLE)
    try:
        present: Any = json.loads(before or "{}")
    except ValueError:
        present = None  # The plugin reports the error.
    if settings and isinstance(present, dict):
        os.environ[SETTINGS_VARIABLE] = json.dumps({**present, **settings})
    try:
        yield
    finally:
        os.environ.pop(SETTINGS_VARIABLE, None)
        if before is not None:
            os.environ[SETTINGS_VARIABLE] = before


def _check_environment(options: Options) -> None:
    try:
        found = get_search_dirs(options.python_executable)
    except (CompileError, OSError, ValueError) as error:
        raise CommandError(f"cannot use {options.python_executable}: {error}") from None
    environment = [folder for folders in found for folder in folders]
    configured = [*mypy_path(), *options.mypy_path]
    check_stubs(
        configured, environment, path_from_here(options.python_executable or sys.executable)
    )


def _build(
    run: Run,
    sources: list[BuildSource],
    options: Options,
    step: Callable[[str], None],
) -> None:
    said, held, result = io.StringIO(), _HeldBack(sys.stderr), None
    lines: list[str] = []

    def flush(filename: str | None, messages: list[str], serious: bool) -> None:
        lines.extend(messages)

    collector = Collector(options, run.files, step, anew=is_program_file)
    origins = OriginNotes(options, run.files)
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(held):
            result = build.build(
                sources, options, None, flush, None, said, said, extra_plugins=[collector, origins]
            )
        step("collecting the expressions")
        take_inferred(result)
        take_assigned(result, collector.statements())
        looked_at = LookedAt(inferred(result), in_part(result))
        found = collector.expressions(result, looked_at)
        run.expressions = {path: each.arrays for path, each in found.items()}
        run.may_be_arrays = sum(each.may_be_arrays for each in found.values())
        run.unchecked = collector.unchecked(result)
        run.given_up = given_up(result)
        run.losses = collector.losses(result, found, looked_at.expressions)
        run.declared = Declared(result, collector.functions())
    except CompileError:
        run.blocked = True
    except SystemExit:
        raise _MypyFailedError(f"{said.getvalue()}{held.getvalue()}".strip()) from None
    except Exception as failure:
        if not _is_of_cache(failure):
            raise
        raise _MypyFailedError(f"its cache: {failure}") from None
    sys.stderr.write(held.getvalue())
    _read(run, lines)
    if result is not None:
        run.findings = [each for each in run.findings if not is_needed_comment(each)]
        found_at = at_their_places(run.findings, found_elsewhere(result))
        run.findings = origins.explained(found_at, result)


def _read(run: Run, lines: Sequence[str]) -> None:
    for line in lines:
        found = finding.parse(line)
        if found is None:
            run.complaints.append(_without_prefix(line))
        elif found.span is None:
            run.findings.append(found)
        else:
            place = source(found.file).from_bytes(found.span)
            run.findings.append(
                Finding(found.file, place, found.severity, found.message, found.code)
            )


def _without_prefix(message: str) -> str:
    for prefix in ("mypy: ", "promo-typing: ", "error: "):
        message = message.removeprefix(prefix)
    return message
