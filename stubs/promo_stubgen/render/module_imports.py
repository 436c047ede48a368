"""Adds the imports to the text of a stub."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Final

from promo_stubgen.render import callables, scalar_types
from promo_stubgen.render.known_names import IMPORTS, WHOLE_MODULES
from promo_stubgen.surface.declared import declared_classes, named_tuples
from promo_typing.core.stub_names import CALLABLES_MODULE, SCALAR_TYPES_MODULE
from promo_typing.lattice.semantics import Semantics

_FULL_NAME: Final = re.compile(r"(?<![\w.])(jax(?:\.\w+)+)(?!\.?\w)")
_DEFINITION: Final = re.compile(r"^(?:\s*class (\w+)|(\w+)(?:: TypeAlias)? = )", re.MULTILINE)
_TOP_LEVEL: Final = re.compile(r"^(?:class (\w+)|(\w+)(?::| =) )", re.MULTILINE)
_IMPORT: Final = re.compile(r"^(?:from [\w.]+ import \([^)]*\)|(?:from|import) .*)$", re.MULTILINE)
_IMPORT_LINE: Final = re.compile(r"^(?:from|import) .*$", re.MULTILINE)


def complete(module: str, text: str, imported: Collection[str], semantics: Semantics) -> str:
    """The text of a stub with all its imports.

    Full names of classes in the text are shortened, and the classes imported.

    Args:
        module: the full name of the module.
        text: the declarations.
        imported: the names that the text itself imports.
        semantics: the settings.
    """
    defined = _defined(text) | set(imported)
    text, classes = _short_names(module, text, defined)
    used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    missing = used - defined
    classes = [line for line in classes if line.split()[-1] in missing]
    modules = [
        f"import {full}" if full == name else f"import {full} as {name}"
        for name, full in WHOLE_MODULES.items()
        if name in missing
    ]
    known = _known(missing - {line.split()[-1] for line in classes}, module, semantics)
    return "\n".join((*modules, *classes, *known, text))


def _defined(text: str) -> set[str]:
    """The names of classes, variables and imports at the top level."""
    found = {name for names in _TOP_LEVEL.findall(text) for name in names if name}
    for statement in ast.parse("\n".join(_IMPORT.findall(text))).body:
        assert isinstance(statement, (ast.Import, ast.ImportFrom))
        found |= {each.asname or each.name for each in statement.names}
    return found


def _short_names(module: str, text: str, defined: Collection[str]) -> tuple[str, list[str]]:
    """The text with shortened class names, and the imports for those of other modules."""
    lines: dict[str, None] = {}

    def shorten(match: re.Match[str]) -> str:
        home, _, name = match[1].rpartition(".")
        if match[1] not in declared_classes():
            return match[0]
        if home != module and name not in defined:
            lines[f"from {home} import {name}"] = None
        return name

    parts = []
    for line in text.splitlines():
        parts.append(line if _IMPORT_LINE.match(line) else _FULL_NAME.sub(shorten, line))
    return "\n".join(parts) + "\n", sorted(lines)


def _known(names: Iterable[str], module: str, semantics: Semantics) -> Iterator[str]:
    """The imports of names that have the same meaning in all stubs."""
    wanted = set(names)
    for name in sorted(wanted & set(IMPORTS)):
        origin, _, other = IMPORTS[name].partition(":")
        if origin != module:
            yield (
                f"from {origin} import {other} as {name}"
                if other
                else f"from {origin} import {name}"
            )
    for name in sorted(wanted & set(named_tuples()) - set(IMPORTS)):
        yield f"from {named_tuples()[name]} import {name}"
    for origin, text in _private_stubs(semantics):
        names_there = sorted((wanted & _definitions(text)) - set(IMPORTS))
        if names_there and origin != module:
            yield f"from {origin} import {', '.join(names_there)}"


@cache
def _private_stubs(semantics: Semantics) -> tuple[tuple[str, str], ...]:
    (dtypes,) = scalar_types.render(semantics).values()
    (classes,) = callables.render(semantics).values()
    return (SCALAR_TYPES_MODULE, dtypes), (CALLABLES_MODULE, classes)


@cache
def _definitions(text: str) -> frozenset[str]:
    return frozenset(a or b for a, b in _DEFINITION.findall(text))
