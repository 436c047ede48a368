"""Moves overloads to a module beside the stub, which mypy with the plugin does not read."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import PurePosixPath
from textwrap import dedent
from typing import Final

from promo_stubgen.render.switch import CONDITION, is_switch, switch

PREFIX: Final = "_promoting"
_INIT: Final = "__init__"
_ROOT: Final = "jax"
_ASKED_BY_SWITCH: Final = frozenset({CONDITION.partition(".")[0]})


@dataclass(frozen=True)
class _Code:
    """A text with its parsed statements, kept because parsing takes most of the time."""

    text: str
    statements: Sequence[ast.stmt]

    def defined(self) -> list[str]:
        """The names defined at the top level."""
        return list(dict.fromkeys(chain.from_iterable(map(_targets, self.statements))))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names used, without those of parameters."""
        nodes = chain.from_iterable(map(ast.walk, self.statements))
        return frozenset(node.id for node in nodes if isinstance(node, ast.Name))


@dataclass(frozen=True, slots=True)
class _Part:
    """A top-level statement of a stub, with the comments before it."""

    statement: ast.stmt
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def is_import(self) -> bool:
        return isinstance(self.statement, (ast.Import, ast.ImportFrom))

    @property
    def is_switch(self) -> bool:
        return is_switch(self.statement)

    def alternatives(self) -> tuple[_Code, _Code]:
        """The code under the condition of a switch, and the code under its ``else``."""
        assert isinstance(self.statement, ast.If)
        start = next(i for i, line in enumerate(self.lines) if line.startswith("if ")) + 1
        end = self.lines.index("else:")
        return (
            _Code(dedent("\n".join(self.lines[start:end])), self.statement.body),
            _Code(dedent("\n".join(self.lines[end + 1 :])), self.statement.orelse),
        )


def split(path: str, text: str) -> dict[str, str]:
    """Merge all switches of a stub into one, whose ``else`` imports from a module beside the stub.

    Args:
        path: the path of the stub below ``jax-stubs``.
        text: the text of the stub.

    Returns:
        The texts of both modules by their paths; only the given text if it has no switch.
    """
    parts = list(_parts(text))
    switches = [part.alternatives() for part in parts if part.is_switch]
    if not switches:
        return {path: text}
    plain, promoting = map(_together, zip(*switches, strict=True))
    imports = [part for part in parts if part.is_import]
    others = [part for part in parts if not part.is_import and not part.is_switch]
    beside = _beside(path)
    own = _with_one_switch(parts, plain, beside)
    used = plain.names.union(*(_Code("", [part.statement]).names for part in others))
    defined = {name for part in others for name in _targets(part.statement)}
    borrowed = (promoting.names & defined) - set(promoting.defined())
    return {
        path: "\n".join((*_pruned(imports, used | _ASKED_BY_SWITCH, exports=True), own, "")),
        beside: "\n".join(
            (
                *_pruned(imports, promoting.names, exports=False),
                *_import(_module(path), borrowed),
                promoting.text,
                "",
            )
        ),
    }


def _together(codes: Iterable[_Code]) -> _Code:
    each = list(codes)
    return _Code(
        "\n".join(code.text for code in each),
        [statement for code in each for statement in code.statements],
    )


def _parts(text: str) -> Iterator[_Part]:
    lines, end = text.splitlines(), 0
    for statement in ast.parse(text).body:
        last = statement.end_lineno or statement.lineno
        yield _Part(statement, tuple(lines[end:last]))
        end = last


def _with_one_switch(parts: Iterable[_Part], plain: _Code, beside: str) -> str:
    """The stub without imports, and with one switch in place of the first one."""
    provided = [f"{name} as {name}" for name in plain.defined()]
    merged = [*switch([plain.text], _import(_module(beside), provided))]
    texts: list[str] = []
    for part in parts:
        if part.is_switch:
            texts, merged = [*texts, *merged], []
        elif not part.is_import:
            texts.append(part.text)
    return "\n".join(texts)


def _beside(path: str) -> str:
    """The path of the module for the overloads of a stub."""
    own = PurePosixPath(path)
    stem = PREFIX if own.stem == _INIT else f"{PREFIX}_{own.stem.lstrip('_')}"
    return str(own.with_stem(stem))


def _module(path: str) -> str:
    """The full name of the module with a path below ``jax-stubs``."""
    names = PurePosixPath(path).with_suffix("").parts
    return ".".join((_ROOT, *(name for name in names if name != _INIT)))


def _import(module: str, names: Iterable[str]) -> list[str]:
    return [f"from {module} import {', '.join(sorted(names))}"] if names else []


def _pruned(imports: Iterable[_Part], used: Collection[str], *, exports: bool) -> Iterator[str]:
    """The imports of used names and, with ``exports``, of exported ones."""
    for part in imports:
        statement = copy.deepcopy(part.statement)
        assert isinstance(statement, (ast.Import, ast.ImportFrom))
        statement.names = [
            each
            for each in statement.names
            if (each.asname or each.name).partition(".")[0] in used
            or (exports and each.asname == each.name)
        ]
        yield from (line for line in part.lines if line.startswith("#"))
        if statement.names:
            yield ast.unparse(statement)


def _targets(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [each.id for each in targets if isinstance(each, ast.Name)]
        case _:
            return []
