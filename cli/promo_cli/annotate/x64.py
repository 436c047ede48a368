"""Finds out whether x64 was on in the run, if neither the settings nor the sources say so.

Tests may turn x64 on for a library that does not do so itself. Then the annotations hold only if
``promo check`` takes x64 for on, too. And a single test may turn x64 on just for itself: its facts
must not be mixed with those of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from promo_cli.program_settings import stated_in
from promo_cli.pytest_environment import setting as setting_of_pytest
from promo_cli.setup.document import Change, Document
from promo_cli.setup.ini_document import IniDocument
from promo_cli.setup.toml_document import TomlDocument
from promo_recorder.facts import Fact, values_of
from promo_recorder.values import ArrayValue, DictValue, ListValue, TupleValue, Value
from promo_typing.core import project_settings
from promo_typing.core.configuration import SETTINGS_TABLE
from promo_typing.core.dtypes import TRUNCATED
from promo_typing.core.program_files import program_files
from promo_typing.core.project_settings import X64, ConfigError
from promo_typing.core.settings_file import settings_file

_PYPROJECT: Final = "pyproject.toml"
_ON: Final = Change(X64, True)


class Settled(NamedTuple):
    """The facts that hold with one setting of x64, and the number of facts that were left out.

    ``is_unsaid``: x64 was on in the run, but ``promo check`` would take it for off.
    """

    facts: Sequence[Fact]
    left_out: int
    is_unsaid: bool


def settled(facts: Sequence[Fact], sources: Sequence[Path]) -> Settled:
    """Return the facts with the more frequent setting of x64.

    All facts are returned if the settings, the sources or pytest's settings say whether x64 is on.
    """
    if _is_stated() or _is_turned_on(sources):
        return Settled(facts, 0, is_unsaid=False)
    found = [(each, _setting(each)) for each in facts]
    counts = Counter(setting for _, setting in found)
    was_on = counts[True] > counts[False]
    kept = [each for each, setting in found if setting in (None, was_on)]
    return Settled(kept, len(facts) - len(kept), was_on)


def document() -> Document:
    """Return the settings file of the project with x64 turned on; it is not written yet.

    Raises:
        CommandError: the file cannot be read.
    """
    path = Path(settings_file() or _PYPROJECT)
    is_toml = path.suffix == ".toml"
    found: Document = (
        TomlDocument(path, "tool", SETTINGS_TABLE) if is_toml else IniDocument(path, SETTINGS_TABLE)
    )
    found.change(_ON)
    return found


def described(found: Document) -> str:
    """Return the setting, its table and the file in words, for a message."""
    return f"{found.shown(X64)} in {found.label.partition(': ')[2]} of {found.path}"


def _setting(fact: Fact) -> bool | None:
    """Whether x64 was on when a fact was recorded; None if the fact does not show it.

    A 64-bit dtype shows that it was on. A weak array of 32 bits shows that it was off.
    """
    arrays = [each for value in values_of(fact) for each in _arrays(value)]
    if any(each.dtype in TRUNCATED for each in arrays):
        return True
    return False if any(each.weak for each in arrays) else None


def _arrays(value: Value) -> Iterator[ArrayValue]:
    match value:
        case ArrayValue():
            yield value
        case TupleValue(items) | ListValue(items) | DictValue(_, items):
            for each in items:
                yield from _arrays(each)


def _is_stated() -> bool:
    try:
        settings = project_settings.of_jax(settings_file())
    except ConfigError:
        return True  # The check reports the error.
    return any(X64 in each for each in (settings.everywhere, *settings.modules.values()))


def _is_turned_on(sources: Sequence[Path]) -> bool:
    of_tests = setting_of_pytest()
    files = [
        str(file) for each in sources for file in (program_files(each) if each.is_dir() else [each])
    ]
    said = (each for each in stated_in(files) if each.flag.setting == X64)
    return of_tests is not None or any(said)
