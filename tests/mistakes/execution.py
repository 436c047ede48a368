"""Runs a program under the installed JAX, and compares the outcome with the catalogue."""

from __future__ import annotations

import runpy
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax

from tests.mistakes.mistake import Dtypes, Mistake, Observable, Raises, Values, Warns


@dataclass(frozen=True, slots=True)
class Run:
    """The result or the exception of a program, and its warnings."""

    result: Any
    error: Exception | None
    warned: tuple[warnings.WarningMessage, ...]


def run(program: Path, seen: Observable) -> Run:
    """Run ``main`` of a program; if its values do not matter, JAX only traces it."""
    traced = not isinstance(seen, Values)
    with warnings.catch_warnings(record=True) as warned, x64_as_before():
        warnings.simplefilter("always")
        try:
            main = load(program)
            result, error = (jax.eval_shape(main) if traced else main()), None
        except Exception as raised:
            result, error = None, raised
    return Run(result, error, tuple(warned))


def load(program: Path) -> Callable[[], Any]:
    """The function ``main`` of a program; x64 may be on afterwards."""
    main: Callable[[], Any] = runpy.run_path(str(program))["main"]
    return main


@contextmanager
def x64_as_before() -> Iterator[None]:
    """Restore the setting of x64 after the block."""
    before = jax.config.jax_enable_x64
    try:
        yield
    finally:
        jax.config.update("jax_enable_x64", before)


def mistake_is_seen(mistake: Mistake, done: Run) -> bool:
    """Whether the program with the mistake did what the catalogue says."""
    match mistake.seen:
        case Raises(kind, text):
            return isinstance(done.error, kind) and text in str(done.error)
        case Warns(category, text):
            return done.error is None and any(
                issubclass(each.category, category) and text in str(each.message)
                for each in done.warned
            )
        case Dtypes(wrong, _):
            return _is_silent(done) and str(done.result.dtype) == wrong
        case Values(wrong, _):
            return _is_silent(done) and str(done.result) == wrong


def fix_is_right(mistake: Mistake, done: Run) -> bool:
    """Whether the fix ran without warnings, with the dtype or value in the catalogue."""
    match mistake.seen:
        case Dtypes(_, right):
            return _is_silent(done) and str(done.result.dtype) == right
        case Values(_, right):
            return _is_silent(done) and str(done.result) == right
        case _:
            return _is_silent(done)


def _is_silent(done: Run) -> bool:
    return done.error is None and not done.warned
