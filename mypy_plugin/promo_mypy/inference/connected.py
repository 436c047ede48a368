"""The parts of a program: modules that imports connect, directly or indirectly.

Scripts in one folder are checked together, but if no import connects two of them, no object gets
from one to the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import ExpressionStmt, Import, ImportAll, ImportFrom, MypyFile, StrExpr

from promo_mypy.inference.names import absolute
from promo_typing.core.module_names import closed, with_packages
from promo_typing.core.program_files import is_program_file

_Read = TypeVar("_Read")


class Parts:
    """The connected parts of a program, computed once all files are read."""

    def __init__(self) -> None:
        """Start without a program."""
        self._known: dict[str, list[MypyFile]] | None = None

    def of(self, caller: TypeChecker) -> list[MypyFile]:
        """Return the part with the caller's module; for a library's module all modules."""
        return self._of_modules(caller).get(caller.tree.fullname) or [*caller.modules.values()]

    def all(self, caller: TypeChecker) -> Iterator[list[MypyFile]]:
        """Yield the parts, one after the other."""
        yield from {id(part): part for part in self._of_modules(caller).values()}.values()

    def _of_modules(self, caller: TypeChecker) -> dict[str, list[MypyFile]]:
        if self._known is None:
            self._known = connected(caller.modules)
        return self._known


class ByPart(Generic[_Read]):
    """A value that is computed once for each part of a program."""

    def __init__(self, parts: Parts, read: Callable[[Sequence[MypyFile]], _Read]) -> None:
        """Use the parts, and the function that computes the value from the modules of one."""
        self._parts = parts
        self._read = read
        self._of_parts: dict[Sequence[MypyFile], _Read] = {}
        self._of_modules: dict[str, _Read] = {}

    def of(self, caller: TypeChecker) -> _Read:
        """Return the value for the part with the caller's module."""
        name = caller.tree.fullname
        if name not in self._of_modules:
            self._of_modules[name] = self._of(self._parts.of(caller))
        return self._of_modules[name]

    def all(self, caller: TypeChecker) -> Iterator[_Read]:
        """Yield the value for each part."""
        return map(self._of, self._parts.all(caller))

    def _of(self, modules: Sequence[MypyFile]) -> _Read:
        part = tuple(modules)
        if part not in self._of_parts:
            self._of_parts[part] = self._read(part)
        return self._of_parts[part]


def connected(modules: Mapping[str, MypyFile]) -> dict[str, list[MypyFile]]:
    """Return, for each module of the program, the modules that imports connect with it."""
    program = {each: module for each, module in modules.items() if is_program_file(module.path)}
    joining = {each for each, module in program.items() if not _is_empty(module)}
    beside = defaultdict[str, list[str]](list)
    for each, module in program.items():
        for other in {*_used(each, module)} & joining:
            beside[each].append(other)
            beside[other].append(each)
    parts = dict[str, list[MypyFile]]()
    for each in program:
        if each not in parts:
            names = sorted(closed([each], beside.__getitem__))
            part = [program[name] for name in names]
            parts.update((name, part) for name in names)
    return parts


def _is_empty(module: MypyFile) -> bool:
    """Whether a module is empty, as most ``__init__.py`` are.

    An empty module connects nothing.
    """
    return all(
        isinstance(each, ExpressionStmt) and isinstance(each.expr, StrExpr) for each in module.defs
    )


def _used(name: str, module: MypyFile) -> Iterator[str]:
    """The full names that a module imports, and their packages; not all of them are modules."""
    yield from with_packages([name])
    for each in module.imports:
        match each:
            case Import(ids=names):
                yield from with_packages(full for full, _ in names)
            case ImportFrom(id=written, relative=depth, names=names):
                package = absolute(module, depth, written)
                yield from with_packages((package, *(f"{package}.{part}" for part, _ in names)))
            case ImportAll(id=written, relative=depth):
                yield from with_packages([absolute(module, depth, written)])
