"""Whether x64 was on in the run, though neither the settings nor the sources say so.

Tests may turn it on for a library that does not. The annotations say what the run had, and hold
only where ``promo check`` takes x64 for on as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

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


def is_unsaid(facts: Iterable[Fact], sources: Sequence[Path]) -> bool:
    """Return whether the run had x64 on, and ``promo check`` would take it for off."""
    return _was_on(facts) and not _is_stated() and not _is_turned_on(sources)


def document() -> Document:
    """Return the settings of the project with x64 turned on, to be written.

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
    """Return what is written into the settings, in words."""
    return f"{found.shown(X64)} in {found.label.partition(': ')[2]} of {found.path}"


def _was_on(facts: Iterable[Fact]) -> bool:
    """Whether there was an array that JAX makes only with x64 on."""
    return any(_has_64_bits(value) for fact in facts for value in values_of(fact))


def _has_64_bits(value: Value) -> bool:
    match value:
        case ArrayValue(dtype):
            return dtype in TRUNCATED
        case TupleValue(items) | ListValue(items) | DictValue(_, items):
            return any(map(_has_64_bits, items))
    return False


def _is_stated() -> bool:
    try:
        settings = project_settings.of_jax(settings_file())
    except ConfigError:
        return True  # The check reports what is wrong.
    return any(X64 in each for each in (settings.everywhere, *settings.modules.values()))


def _is_turned_on(sources: Sequence[Path]) -> bool:
    of_tests = setting_of_pytest()
    files = [
        str(file) for each in sources for file in (program_files(each) if each.is_dir() else [each])
    ]
    said = (each for each in stated_in(files) if each.flag.setting == X64)
    return of_tests is not None or any(said)
