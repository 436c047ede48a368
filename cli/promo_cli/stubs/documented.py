"""Stubs for editors: with JAX's own docstrings, and with overloads of its own for each function.

For a call, editors show the docstring of the chosen overload; pyright shows no other. So the
docstring is put into all overloads of a function. In the installed stubs some functions share
overloads (see ``docs/stubs.md``). Here each gets its own, so messages also name the right function.

The docstrings come from the installed JAX. After an upgrade of JAX the same stubs cannot be
generated again, to see whether a user has edited them. So a digest of the stubs is stored in the
marked file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import indent, wrap
from typing import Final

from promo_typing.core.stub_names import OVERLOADED_AS
from promo_typing.core.stub_variants import MARKED_FILE, STANDARD, variant_in

_MARK: Final = "# With the words of jax "
_WIDTH: Final = 88
_SHARED: Final = re.compile(r"@overload\ndef (_\w+)\(")
_SHARING: Final = re.compile(rf"@{OVERLOADED_AS}\(\s*(\w+)\s*\)\ndef (\w+)\(")
_DOCSTRING: Final = re.compile(r'"""(?:.|\n)*?"""')
_TITLE: Final = re.compile(r'^( *)"""(?=(jax(?:\.\w+)+))', re.M)


def documented(
    files: Mapping[str, str], words: Callable[[str], str | None], version: str
) -> dict[str, str]:
    """Return stubs with JAX's docstring in each function.

    Args:
        files: the texts of the stubs by their paths.
        words: returns JAX's text about the function of a full name; None if there is none.
        version: the version of JAX that the texts come from.
    """
    found = {
        path: _with_words(_with_own_overloads(text), words) if path.endswith(".pyi") else text
        for path, text in files.items()
    }
    found[MARKED_FILE] += f"\n{_MARK}{version}: {_digest(found)}\n"
    return found


def is_documented(text: str) -> bool:
    """Return whether the text of a marked file says that the stubs are documented ones."""
    return f"\n{_MARK}" in text


def is_as_written(files: Mapping[str, str]) -> bool:
    """Return whether documented stubs are unchanged since they were written, by their digest."""
    text, _, mark = files.get(MARKED_FILE, "").rpartition(f"\n{_MARK}")
    return mark.rstrip("\n").endswith(f": {_digest({**files, MARKED_FILE: text})}")


def is_standard(package: Path) -> bool:
    """Return whether a folder has the standard stubs, neither a variant nor documented ones.

    Raises:
        OSError: the folder cannot be read.
    """
    return variant_in(package) == STANDARD and not is_documented(
        (package / MARKED_FILE).read_text(encoding="utf-8")
    )


def _digest(files: Mapping[str, str]) -> str:
    found = hashlib.sha256()
    for path, text in sorted(files.items()):
        found.update(f"{path}\0{text}\0".encode())
    return found.hexdigest()


def _with_words(text: str, words: Callable[[str], str | None]) -> str:
    """A stub with JAX's text at the start of the docstring of each function."""

    def told(title: re.Match[str]) -> str:
        margin, function = title.groups()
        said = words(function)
        if not said:
            return title[0]
        lines = "\n".join(wrap(_escaped(said), _WIDTH, break_long_words=False))
        return f'{margin}"""{indent(lines, margin).lstrip()}\n\n{margin}'

    return _TITLE.sub(told, text)


def _escaped(words: str) -> str:
    """A text with the escapes that it needs inside a docstring, also at its start."""
    return words.replace("\\", "\\\\").replace('"', '\\"')


def _with_own_overloads(text: str) -> str:
    """A stub in which no functions share their overloads."""
    if f"@{OVERLOADED_AS}(" not in text:
        return text
    shared: dict[str, list[str]] = {}
    statements = list(_statements(text))
    names = {sharing[1] for each in statements if (sharing := _SHARING.match(each))}
    written: list[str] = []
    for each in statements:
        if (overload := _SHARED.match(each)) and overload[1] in names:
            shared.setdefault(overload[1], []).append(each)
        elif sharing := _SHARING.match(each):
            written += _own(sharing[1], sharing[2], shared[sharing[1]], _docstring(each))
        else:
            written.append(each)
    return "".join(written)


def _docstring(declaration: str) -> str:
    found = _DOCSTRING.search(declaration)
    assert found is not None, "each public function has one"
    return found[0]


def _own(shared: str, function: str, overloads: Iterable[str], docstring: str) -> Iterator[str]:
    """Copies of the shared overloads, for one function; the first has the whole docstring."""
    title = docstring.partition("\n")[0]
    for number, each in enumerate(overloads):
        own = each.replace(f"def {shared}(", f"def {function}(", 1)
        if number == 0:
            yield _DOCSTRING.sub(lambda _: docstring, own, count=1)
        else:
            yield own.replace('"""', f"{title}\n\n    ", 1)


def _statements(text: str) -> Iterator[str]:
    """The texts of a module's statements; decorators and docstring belong to their function."""
    begun: list[str] = []
    decorated = False
    for line in text.splitlines(keepends=True):
        begins = line[0] not in " )\n"
        if begins and begun and not decorated:
            yield "".join(begun)
            begun = []
        begun.append(line)
        decorated = line.startswith("@") if begins else decorated
    yield "".join(begun)
