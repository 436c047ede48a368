"""Executes the programs under JAX, to prove that their expectations are true."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, is_typeddict

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing.core.dtypes import DEFAULTS, WEAK
from tests.static.expectations import MARK
from tests.traced import NEEDS_A_VALUE, traced

_WEAK_VALUES = {"weak_int": 1, "weak_float": 1.0, "weak_complex": 1j}
_SHAPE = (2, 2)


@dataclass(frozen=True, slots=True)
class Program:
    """The source of a program and the names that its imports bind."""

    lines: list[str]
    tree: ast.Module
    names: dict[str, Any]


def load(path: Path) -> Program:
    """Read a program and execute it, except for the weak dtypes, which only checkers know."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    names: dict[str, Any] = {"__name__": path.stem}
    # A dataclass looks up its module by name.
    sys.modules[path.stem] = ModuleType(path.stem)
    for node in tree.body:
        if "scalar_types" not in ast.unparse(node):
            _run(node, names)
    return Program(text.splitlines(), tree, names)


def _run(statement: ast.stmt, names: dict[str, Any]) -> None:
    """Execute a statement without its annotations, since ``jax.Array`` takes no parameter."""
    flags = annotations.compiler_flag
    exec(compile(ast.unparse(statement), "<program>", "exec", flags, dont_inherit=True), names)


def checks(program: Program) -> list[ast.FunctionDef]:
    """The functions with checks; a function that returns a value is only called by others."""
    functions = [each for each in program.tree.body if isinstance(each, ast.FunctionDef)]
    return [each for each in functions if each.returns and ast.unparse(each.returns) == "None"]


def run(program: Program, *, trace: bool) -> Iterator[str]:
    """Execute the functions with checks, and yield a message for each result that differs.

    With ``trace`` JAX only traces them, which is faster.
    """
    for function in checks(program):
        found = partial(_differences, function, program)
        yield from traced(found) if trace else found()


def _differences(function: ast.FunctionDef, program: Program) -> list[str]:
    names = {**program.names, **_arguments(function, program)}
    return [each for line in function.body for each in _execute(line, names, program)]


def _arguments(function: ast.FunctionDef, program: Program) -> dict[str, Any]:
    arguments = {}
    for each in function.args.args:
        if each.annotation is None:
            raise ValueError(f"{function.name}: {each.arg} has no annotation")
        arguments[each.arg] = _value(each.annotation, program)
    return arguments


def _value(annotation: ast.expr, program: Program) -> Any:
    """An array of ones of the annotated dtype, or the annotated dtype itself."""
    if not isinstance(annotation, ast.Subscript):
        raise ValueError(f"no value for {ast.unparse(annotation)}")
    kind, name = ast.unparse(annotation.value), ast.unparse(annotation.slice)
    if name in WEAK:
        return jnp.full(_SHAPE, _WEAK_VALUES[name])
    dtype = eval(name, program.names)
    if kind == "np.dtype":
        return np.dtype(dtype)
    return np.ones(_SHAPE, dtype) if kind == "npt.NDArray" else jnp.ones(_SHAPE, dtype)


def _execute(statement: ast.stmt, names: dict[str, Any], program: Program) -> Iterator[str]:
    line = program.lines[statement.lineno - 1].strip()
    if isinstance(statement, ast.For):
        names[ast.unparse(statement.target)] = next(iter(eval(ast.unparse(statement.iter), names)))
        for inner in statement.body:
            yield from _execute(inner, names, program)
    elif line.endswith(MARK):
        yield from _refused(statement, names, line)
    elif (pair := _asserted(statement)) is not None:
        value, annotation = eval(ast.unparse(pair[0]), names), pair[1]
        if not _conforms(value, annotation, program):
            yield f"{line}: it is {_describe(value)}"
    else:
        _run(statement, names)


def _refused(statement: ast.stmt, names: dict[str, Any], line: str) -> Iterator[str]:
    try:
        exec(ast.unparse(statement), names)
    except NEEDS_A_VALUE:
        raise
    except (TypeError, ValueError):
        return
    yield f"{line}: JAX accepts it"


def _asserted(statement: ast.stmt) -> tuple[ast.expr, ast.expr] | None:
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    call = statement.value
    if ast.unparse(call.func) != "assert_type":
        return None
    return call.args[0], call.args[1]


def _conforms(value: Any, annotation: ast.expr, program: Program) -> bool:
    if not isinstance(annotation, ast.Subscript):
        return _conforms_to_class(value, eval(ast.unparse(annotation), program.names), program)
    kind, dtype = ast.unparse(annotation.value), ast.unparse(annotation.slice)
    if kind in ("tuple", "list"):
        return type(value).__name__ == kind and _contains(value, annotation.slice, program)
    if kind == "dict" and isinstance(annotation.slice, ast.Tuple):
        item = annotation.slice.elts[1]
        return type(value) is dict and all(_conforms(v, item, program) for v in value.values())
    if kind == "Array" and dtype in WEAK:
        return bool(value.weak_type and value.dtype == DEFAULTS[dtype][0])
    if kind == "Array" and dtype == "Any":
        return isinstance(value, jax.Array)
    expected = np.dtype(eval(dtype, program.names).dtype)
    if kind == "np.dtype":
        return bool(value == expected)
    if kind == "npt.NDArray":
        return isinstance(value, np.ndarray) and value.dtype == expected
    # JAX has no weak bool, though it sets the flag on comparisons of weak values.
    weak = value.weak_type and expected != np.bool_
    return isinstance(value, jax.Array) and value.dtype == expected and not weak


def _conforms_to_class(value: Any, expected: Any, program: Program) -> bool:
    """Whether a value is of a class, and its fields conform to the annotations of the class."""
    if expected is Any:
        return True
    fields = {} if expected is None else getattr(expected, "__annotations__", {})
    items = value if isinstance(value, dict) else {name: getattr(value, name) for name in fields}
    same = is_typeddict(expected) or type(value) is (expected or type(None))
    return same and all(
        _conforms(items[name], _expression(text), program) for name, text in fields.items()
    )


def _expression(annotation: Any) -> ast.expr:
    """An annotation that was not executed."""
    text = getattr(annotation, "__forward_arg__", annotation)
    expression: ast.Expression = ast.parse(text, mode="eval")
    return expression.body


def _contains(values: Any, items: ast.expr, program: Program) -> bool:
    """Whether the items of a tuple or list conform; ``items`` may end in an ellipsis."""
    expected = items.elts if isinstance(items, ast.Tuple) else [items] * len(values)
    if ast.unparse(expected[-1]) == "...":
        expected = expected[:1] * len(values)
    pairs = zip(values, expected, strict=False)
    return len(values) == len(expected) and all(_conforms(*pair, program) for pair in pairs)


def _describe(value: Any) -> str:
    if isinstance(value, jax.Array):
        return f"{'weak ' if value.weak_type else ''}{value.dtype}"
    return f"{value!r} of {type(value)}"
