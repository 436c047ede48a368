"""The examples in JAX's docstrings as a package, with a function for each docstring."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import shutil
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Final

import jax

from promo_typing.oracle.coverage import public_functions
from tests.compatibility.package import Package

_MODULES: Final = ("jax", "jax.tree", "jax.tree_util", "jax.Array")
"""JAX's modules with functions that have no rule."""

_PREAMBLE: Final = """\
# mypy: allow-redefinition
from functools import partial

import jax
import jax.numpy as jnp
import jax.scipy
import numpy as np
from jax import grad, jit, lax, random, tree_util, vmap
"""


class Docstrings(Package):
    """JAX's own examples of its functions, without those that end in an exception."""

    def copy(self, folder: Path) -> Path:
        """Write the examples; see :meth:`Package.copy`."""
        home = folder / self.name
        shutil.rmtree(home, ignore_errors=True)
        (home / self.name).mkdir(parents=True)
        functions = (_function(number, *each) for number, each in enumerate(_examples()))
        text = "\n\n".join((_PREAMBLE, *functions))
        (home / self.name / "__init__.py").write_text(text, encoding="utf-8")
        return home


def _function(number: int, name: str, statements: list[str]) -> str:
    return f"def example_{number}() -> None:  # {name}\n{indent(''.join(statements), '    ')}"


def _examples() -> Iterator[tuple[str, list[str]]]:
    """The name of a function and the statements in its docstring, once for each docstring."""
    names = [*public_functions(), *_members()]
    by_docstring = {_docstring(name): name for name in reversed(names)}
    for docstring, name in sorted(by_docstring.items(), key=lambda each: each[1]):
        statements = list(_statements(docstring))
        if statements:
            yield name, statements


def _members() -> Iterator[str]:
    for module in _MODULES:
        owner = jax.Array if module == "jax.Array" else importlib.import_module(module)
        yield from (f"{module}.{each}" for each in dir(owner) if not each.startswith("_"))


def _docstring(name: str) -> str:
    owner: object = jax
    for part in name.split(".")[1:]:
        owner = getattr(owner, part)
    return inspect.getdoc(owner) or ""


def _statements(docstring: str) -> Iterator[str]:
    try:
        examples = doctest.DocTestParser().get_examples(docstring)
    except ValueError:  # The prompts of this docstring have different indentations.
        return
    for example in examples:
        if example.exc_msg is None and _is_python(example.source):
            yield example.source


def _is_python(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True
