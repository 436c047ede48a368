"""Random programs of functions without annotations, in the style of JAX's users.

Every array has two dimensions and broadcasts with ``(2, 2)``, so that any two can be combined; only
their dtypes matter.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from textwrap import indent
from typing import Final

DTYPES: Final = ("bfloat16", "float16", "float32", "int32", "int8", "uint8")
"""Dtypes of which JAX promotes any two implicitly."""

HEAD: Final = """\
import functools
from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Pair(NamedTuple):
    left: jax.Array
    right: jax.Array


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def halved(function):
    def wrapper(*args):
        return function(*args) * 0.5

    return wrapper


def applied(function, *args, **named):
    return function(*args, **named)
"""

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
DECORATORS: Final = (
    "@jax.jit",
    "@logged",
    "@halved",
    "@jax.checkpoint",
    '@jax.named_scope("scope")',
    "@jax.jit\n@logged",
    "@logged\n@jax.jit",
    "@functools.partial(jax.jit, inline=True)",
)
WHOLE: Final = "jnp.broadcast_to({0}, (2, 2))"


@dataclass(frozen=True)
class Function:
    """A function of the program: its name, and how many arrays it takes and returns."""

    name: str
    takes: int
    returns: str


@dataclass
class Writer:
    """Writes the body of a function, from its variables and the functions that it can call."""

    chooser: random.Random
    functions: Sequence[Function]
    names: list[str]
    lines: list[str] = field(default_factory=list)
    count: int = 0

    def new(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def array(self) -> str:
        return self.chooser.choice(self.names)

    def operand(self) -> str:
        return self.chooser.choice([self.array(), self.array(), self.chooser.choice(SCALARS)])

    def expression(self) -> str:
        form = self.chooser.choice([*UNARY, *BINARY, *BINARY, *ARRAYS])
        return form.format(self.array(), self.operand(), dtype=self.chooser.choice(DTYPES))

    def assign(self, value: str) -> str:
        """Assign a value to a name, perhaps to one that has a value already."""
        name = self.array() if self.chooser.random() < 0.2 else self.new()
        self.lines.append(f"{name} = {value}")
        if name not in self.names:
            self.names.append(name)
        return name

    def write(self, size: int) -> None:
        for _ in range(size):
            self.chooser.choice(STATEMENTS)(self)


def _plain(writer: Writer) -> None:
    writer.assign(writer.expression())


def _branch(writer: Writer) -> None:
    name, dtype = writer.new(), writer.chooser.choice(DTYPES)
    # mypy joins a weak and a strong dtype where branches meet.
    first, second = (f"({writer.expression()}).astype(jnp.{dtype})" for _ in range(2))
    condition = writer.chooser.choice(["flag", "not flag", f"{writer.array()}.ndim == 2"])
    writer.lines += [
        f"if {condition}:",
        f"    {name} = {first}",
        "else:",
        f"    {name} = {second}",
    ]
    writer.names.append(name)


def _loop(writer: Writer) -> None:
    total, each = writer.assign(WHOLE.format(writer.array())), writer.new()
    # mypy joins a weak and a strong dtype in a tuple to the strong one.
    dtype = writer.chooser.choice(DTYPES)
    arrays = ", ".join(f"{writer.array()}.astype(jnp.{dtype})" for _ in range(2))
    writer.lines += [f"for {each} in ({arrays}):", f"    {total} = {total} + {each}"]


def _closure(writer: Writer) -> None:
    name, inner = f"inner{writer.new()}", writer.array()
    body = BINARY[writer.chooser.randrange(3)].format("x", inner)
    if writer.chooser.random() < 0.3:
        writer.lines.append(f"{name} = lambda x: {body}")
    else:
        writer.lines += [f"def {name}(x):", f"    made = {body}", "    return made"]
    called = writer.chooser.choice(["{0}({1})", "applied({0}, {1})", "jax.jit({0})({1})"])
    writer.assign(called.format(name, writer.array()))


def _scan(writer: Writer) -> None:
    body, start, inner = f"body{writer.new()}", writer.array(), writer.array()
    writer.lines += [
        f"def {body}(carry, x):",
        f"    new = carry + {WHOLE.format(f'x * {inner}')}",
        "    return new.astype(carry.dtype), new",
    ]
    pair = f"lax.scan({body}, jnp.zeros((2, 2), {start}.dtype), jnp.stack([{writer.array()}] * 2))"
    first, second = writer.new(), writer.new()
    writer.lines.append(f"{first}, {second} = {pair}")
    writer.names += [first]
    writer.assign(f"{second}[0]")


def _cond(writer: Writer) -> None:
    name, start = f"branch{writer.new()}", writer.array()
    writer.lines += [
        f"def {name}(x):",
        f"    return {WHOLE.format('x * 2')}",
    ]
    called = f"lax.cond({start}.sum() > 0, {name}, lambda x: {WHOLE.format('x + x')}, {start})"
    writer.assign(called)


def _tree(writer: Writer) -> None:
    params, update, array = writer.new(), f"update{writer.new()}", writer.array()
    # mypy joins two dtypes in a dictionary to an abstract one.
    writer.lines += [
        f'{params} = {{"a": {array}, "b": {array}}}',
        f"def {update}(p):",
        f"    return p * {writer.chooser.choice(SCALARS[:4])}",
    ]
    same = f'jax.tree.map({update}, {{"a": {writer.array()}}})["a"]'
    writer.assign(writer.chooser.choice([f'{params}["a"]', same]))


def _call(writer: Writer) -> None:
    if not writer.functions:
        _plain(writer)
        return
    function = writer.chooser.choice(writer.functions)
    arguments = [writer.array() for _ in range(function.takes)]
    if writer.chooser.random() < 0.3:
        arguments[-1] = writer.chooser.choice(["jnp.asarray(2.0)", "jnp.asarray(3)"])
    called = f"{function.name}({', '.join(arguments)})"
    form = writer.chooser.choice([called, called, _by_other_means(function, arguments)])
    writer.assign(form + function.returns)


def _by_other_means(function: Function, arguments: Sequence[str]) -> str:
    return f"functools.partial({function.name}, {arguments[0]})({', '.join(arguments[1:])})"


STATEMENTS: Final[Sequence[Callable[[Writer], None]]] = (
    *(_plain, _plain, _plain, _branch, _loop, _closure),
    *(_scan, _cond, _tree, _call, _call, _call),
)

RETURNS: Final = (
    ("{0}", ""),
    ("{0}", ""),
    ("({0}, {1})", "[1]"),
    ('{{"out": {0}, "other": {0}}}', '["out"]'),
)


def function(chooser: random.Random, name: str, known: Sequence[Function]) -> tuple[str, Function]:
    """Return the text of a function, and its signature for calls."""
    parameters = ["x", "y", "z"][: chooser.randint(1, 3)]
    writer = Writer(chooser, known, list(parameters))
    writer.write(chooser.randint(2, 6))
    form, taken = chooser.choice(RETURNS)
    decorator = chooser.choice(DECORATORS) + "\n" if chooser.random() < 0.3 else ""
    if "halved" in decorator:
        form, taken = RETURNS[0]
    default = "" if "jit" in decorator else ", flag=True"
    lines = [each.replace("flag", "True") if not default else each for each in writer.lines]
    result = form.format(writer.array(), writer.array())
    body = "\n".join([*lines, f"return {result}"])
    head = f"{decorator}def {name}({', '.join(parameters)}{default}):"
    return f"\n\n{head}\n{indent(body, '    ')}\n", Function(name, len(parameters), taken)


def program(seed: str, functions: int, calls: int) -> tuple[str, str]:
    """Return a library of functions without annotations, and a module that uses it."""
    chooser = random.Random(seed)
    known: list[Function] = []
    modules = [HEAD, HEAD.replace("\n\nclass", "\nfrom library import *\n\n\nclass", 1)]
    for number in range(functions):
        text, made = function(chooser, f"f{number}", known)
        modules[number >= functions // 2] += text
        known.append(made)
    arrays = [f"{dtype} = jnp.ones((2, 2), jnp.{dtype})" for dtype in DTYPES]
    writer = Writer(chooser, known, list(DTYPES))
    for _ in range(calls):
        _call(writer)
    modules[1] += "\n\n" + "\n".join([*arrays, *writer.lines]) + "\n"
    return modules[0], modules[1]
