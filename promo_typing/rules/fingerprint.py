"""Digests of rules, as keys for results that were computed or verified with the rules."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Final

from promo_typing.core.code_lines import code
from promo_typing.core.sources import sources_digest
from promo_typing.rules.model import DtypeMap, DtypeSet, Rule

_FOLDER: Final = Path(__file__).parent


def _digest(*texts: bytes) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text + b"\0")
    return digest.hexdigest()[:16]


@cache
def fingerprint() -> str:
    """Return a hexadecimal digest that differs whenever a rule may answer differently.

    It is a digest of the sources of this package, which is faster than one of all rules.
    """
    return sources_digest(_FOLDER)


@cache
def _meaning() -> bytes:
    """The sources that give the structure of a rule its meaning: the model and the evaluator."""
    paths = [*sorted((_FOLDER / "model").glob("*.py")), *map(_FOLDER.joinpath, _EVALUATION)]
    sources = (code(path.read_text(encoding="utf-8")) for path in paths)
    return "\0".join(sources).encode()


_EVALUATION: Final = ("evaluate.py", "products.py", "bind.py", "select.py")


def rule_fingerprint(rule: Rule) -> str:
    """Return a hexadecimal digest of the meaning of one rule.

    It changes with the structure of the rule, and with the sources that give structures a meaning.
    It does not change with other rules, or with words that describe rules. It is the same in all
    processes and versions of Python.
    """
    return _digest(*(text.encode() for text in _structure(rule)), _meaning())


def _structure(part: object) -> Iterator[str]:
    """The parts of a rule as text, down to the tables of sets and maps."""
    yield type(part).__name__
    if isinstance(part, DtypeSet):
        yield from sorted(f"{node} {mode}" for node, mode in part.members)
    elif isinstance(part, DtypeMap):
        yield from (f"{node} {mode} {to}" for (node, mode), to in part.table.items())
    elif isinstance(part, tuple):
        for each in part:
            yield from _structure(each)
    elif is_dataclass(part):
        for each in fields(part):
            if each.compare:
                yield from _structure(getattr(part, each.name))
    else:
        yield repr(part)
