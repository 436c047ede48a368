"""Writes the body of a function of a random program, line by line.

Every array has at most two dimensions and broadcasts with ``(2, 2)``, so that any two can be
combined; only their dtypes matter.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Template
from typing import Final

from .function_values import FUNCTIONS_OF_TWO, MADE_FUNCTIONS, PLAIN_FUNCTIONS

DTYPES: Final = ("bfloat16", "float16", "float32", "int32", "int8", "uint8")
"""Dtypes of which JAX promotes any two implicitly."""

SCALARS: Final = ("2", "0.5", "3", "1.5", "True")
UNARY: Final = ("-{0}", "jnp.exp({0})", "jnp.abs({0})", "jnp.sum({0}, keepdims=True)", "{0}.T")
BINARY: Final = ("{0} + {1}", "{0} * {1}", "{0} - {1}", "jnp.maximum({0}, {1})", "{0} / {1}")
ARRAYS: Final = (
    "{0}.astype(jnp.{dtype})",
    "jnp.where({0} > 0, {0}, {1})",
    "jnp.zeros_like({0}) + {1}",
    "jnp.ones((2, 2), jnp.{dtype}) * {0}",
    "jnp.stack([{0}, {0}])[0]",
    "({0} + jnp.zeros((2, 2), {0}.dtype)).at[0].add(1)",
    "sum([{0}, {0}])",
)
WHOLE: Final = "jnp.broadcast_to({0}, (2, 2))"
DEPTH: Final = 2
"""How deep the functions of which others are made may be nested."""


@dataclass(frozen=True)
class Function:
    """A function of the program: its name, and what it takes and returns.

    ``returns`` is what follows a call to get an array of the result, as a template.
    """

    name: str
    takes: int
    takes_function: bool
    returns: str


@dataclass
class Known:
    """The functions and classes that a module can use."""

    functions: list[Function] = field(default_factory=list)
    classes: list[str] = field(default_factory=list)


@dataclass
class Writer:
    """Writes statements, from the variables and from the functions that they can call.

    ``names`` are the variables that hold arrays, and ``callables`` those that hold functions.
    ``constants`` hold arrays of known dtype and are not assigned again.
    """

    chooser: random.Random
    known: Known
    names: list[str]
    constants: Sequence[str] = ()
    callables: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    count: int = 0
    depth: int = 0

    def new(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def array(self) -> str:
        is_constant = self.constants and self.chooser.random() < 0.7
        return self.chooser.choice(self.constants if is_constant else self.names or self.constants)

    def operand(self) -> str:
        return self.chooser.choice([self.array(), self.array(), self.chooser.choice(SCALARS)])

    def expression(self) -> str:
        form = self.chooser.choice([*UNARY, *BINARY, *BINARY, *ARRAYS])
        return form.format(self.array(), self.operand(), dtype=self.chooser.choice(DTYPES))

    def condition(self) -> str:
        return self.chooser.choice(["flag", "not flag", f"{self.array()}.ndim == 2"])

    def assign(self, value: str) -> str:
        """Assign an array to a name, perhaps to one that has a value already."""
        name = self._target(self.names)
        self.lines.append(f"{name} = {value}")
        if name not in self.names:
            self.names.append(name)
        return name

    def assign_function(self) -> None:
        """Assign a function to a name, perhaps to one that has a value already.

        The second value of a name calls no other variable: that one might call this name.
        """
        name = self._target(self.callables)
        if name in self.callables:
            value = self.filled(self.chooser.choice(PLAIN_FUNCTIONS))
        else:
            value = self.function()
            self.callables.append(name)
        self.lines.append(f"{name} = {value}")

    def _target(self, names: Sequence[str]) -> str:
        is_known = names and self.chooser.random() < 0.2
        return self.chooser.choice(names) if is_known else self.new()

    def function(self) -> str:
        """Return an expression that is a function of one array."""
        if self.callables and self.chooser.random() < 0.3:
            return self.chooser.choice(self.callables)
        alone = [each.name for each in self.known.functions if _is_of_one_array(each)]
        if alone and self.chooser.random() < 0.2:
            return self.chooser.choice(alone)
        is_made = self.depth < DEPTH and self.chooser.random() < 0.25
        return self.filled(self.chooser.choice(MADE_FUNCTIONS if is_made else PLAIN_FUNCTIONS))

    def filled(self, template: str) -> str:
        """Write the lines of a template, and return its value, which is in its last line."""
        self.depth += 1
        parts = self._parts()
        found = {each: parts[each]() for each in Template(template).get_identifiers()}
        self.depth -= 1
        *lines, value = Template(template).substitute(found).split("\n")
        self.lines += lines
        return value

    def _parts(self) -> Mapping[str, Callable[[], str]]:
        def one_of(options: Sequence[str]) -> Callable[[], str]:
            return lambda: self.chooser.choice(options)

        return {
            **dict.fromkeys(("x", "y"), self.array),
            **dict.fromkeys(("f", "g"), self.function),
            **dict.fromkeys(("new", "other"), self.new),
            "both": lambda: self.filled(self.chooser.choice(FUNCTIONS_OF_TWO)),
            "whole": lambda: WHOLE.format(self.array()),
            "scalar": one_of(SCALARS),
            "dtype": one_of(DTYPES),
            "class": one_of(self.known.classes or ["Scaled"]),
            "condition": self.condition,
        }


def _is_of_one_array(function: Function) -> bool:
    return (function.takes, function.takes_function, function.returns) == (1, False, "")
