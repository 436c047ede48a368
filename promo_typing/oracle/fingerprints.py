"""Digests of comparisons: of a rule, and of the calls by which JAX is asked about the rule.

They are made from the text of the sources, not from compiled code, so that they are the same on all
versions of Python.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from types import FunctionType, ModuleType
from typing import Final

from promo_typing.core.code_lines import code, code_lines
from promo_typing.oracle.cells import Cell, calls
from promo_typing.oracle.subjects import subject
from promo_typing.rules import rule_fingerprint


def fingerprint(name: str) -> str:
    """Return a digest that changes whenever the rule of this name must be compared again."""
    about = subject(name)
    asked = (about.function, sorted(about.arguments.items()), calls(name))
    return digest((rule_fingerprint(about.rule), _questions(), *structure(asked)))


@cache
def _questions() -> str:
    """The code that asks JAX; it is the same for all rules."""
    return code(_source(sys.modules[Cell.__module__]))


def structure(value: object, seen: frozenset[int] = frozenset()) -> Iterator[str]:
    """Yield the parts of a value as text: the items of containers, and the source of functions.

    Args:
        value: an object made of numbers, strings, containers, dataclasses and Python functions.
        seen: the functions around it, which are not entered again.

    Raises:
        TypeError: the value has a part of another class, whose changes cannot be detected.
    """
    yield type(value).__name__
    if isinstance(value, FunctionType):
        if id(value) not in seen:
            yield from _of_function(value, seen | {id(value)})
        return
    for part in _parts(value):
        yield from structure(part, seen)
    if isinstance(value, _PLAIN):
        yield repr(value)
    elif isinstance(value, type):
        yield value.__qualname__


_PLAIN: Final = (bool, int, float, complex, str, type(None), type(...))


def _parts(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, (tuple, list)):
        yield from value
    elif isinstance(value, partial):
        yield from (value.func, value.args, value.keywords)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from (getattr(value, field.name) for field in fields(value))
    elif type(value).__module__.startswith("promo_typing."):
        yield repr(value)
    elif not isinstance(value, (*_PLAIN, type)):
        raise TypeError(f"how is a change of {value!r} told?")


def _of_function(function: Callable[..., object], seen: frozenset[int]) -> Iterator[str]:
    """The source of a function, its defaults and closure, and the names of our modules it uses."""
    code, names = function.__code__, vars(sys.modules[function.__module__])
    yield from _sources_at(sys.modules[function.__module__], code.co_firstlineno)
    yield from structure(function.__defaults__, seen)
    yield from structure([cell.cell_contents for cell in function.__closure__ or ()], seen)
    for name in sorted({*code.co_names} & names.keys()):
        if getattr(names[name], "__module__", "").startswith("promo_typing."):
            yield from structure(names[name], seen)


def _sources_at(module: ModuleType, line: int) -> list[str]:
    return _functions(module).get(line, [])


@cache
def _functions(module: ModuleType) -> dict[int, list[str]]:
    """The text of the functions and lambdas of a module, by their first line."""
    source = _source(module)
    lines = code_lines(source)
    found: dict[int, list[str]] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(ast.get_source_segment(source, node) or "")
        elif isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            numbers = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            text = "\n".join(lines[number] for number in numbers if number in lines)
            found.setdefault(first, []).append(text)
    return found


@cache
def _source(module: ModuleType) -> str:
    return inspect.getsource(module)


def digest(parts: Iterator[str] | tuple[str, ...]) -> str:
    """Return a short digest of several texts."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:16]
