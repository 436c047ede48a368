"""Handwritten parts of stubs: ``fragments/<module>.pyi``.

The public names that a fragment defines replace those of the surface. Functions that JAX has in two
modules are written once.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent.parent / "fragments"

_PREFIXED: Final = {"jax.tree_util": ("jax.tree", "tree_")}
"""Modules with the functions of another module under a prefix: ``tree_map`` is ``jax.tree.map``.

Their own fragment is appended to that of the other module, whose imports it can use.
"""


@dataclass(frozen=True, slots=True)
class Fragment:
    """The text of a fragment, the names that it defines or imports, and its classes."""

    text: str = ""
    defined: frozenset[str] = frozenset()
    imported: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()


def modules() -> list[str]:
    """The modules that have a fragment."""
    return sorted(path.stem for path in FOLDER.glob("*.pyi"))


@cache
def fragment(module: str) -> Fragment:
    """The fragment of a module, which may be empty.

    Raises:
        SyntaxError: the fragment is not Python.
    """
    path = FOLDER / f"{module}.pyi"
    if not path.is_file():
        return Fragment()
    text = path.read_text(encoding="utf-8")
    if module in _PREFIXED:
        text = f"{_prefixed(*_PREFIXED[module])}\n{text}"
    statements = ast.parse(text, filename=str(path)).body
    imports = [each for each in statements if isinstance(each, (ast.Import, ast.ImportFrom))]
    imported = {name.asname or name.name for each in imports for name in each.names}
    defined = {name for each in statements for name in _defined(each)}
    reexported = {
        name.asname for each in imports for name in each.names if name.asname == name.name
    }
    classes = {each.name for each in statements if isinstance(each, ast.ClassDef)}
    return Fragment(
        text,
        frozenset(defined | {name for name in reexported if name}),
        frozenset(imported),
        frozenset(classes),
    )


def _prefixed(module: str, prefix: str) -> str:
    return re.sub(r"\bdef (?=\w)", f"def {prefix}", fragment(module).text)


def _defined(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [each.id for each in targets if isinstance(each, ast.Name)]
        case ast.If(body=body, orelse=other):
            return [name for each in (*body, *other) for name in _defined(each)]
        case _:
            return []
