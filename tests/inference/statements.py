"""The statements of random programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from .function_values import USES
from .writer import BINARY, DTYPES, SCALARS, WHOLE, Function, Writer


def plain(writer: Writer) -> None:
    writer.assign(writer.expression())


def branch(writer: Writer) -> None:
    name, dtype = writer.new(), writer.chooser.choice(DTYPES)
    # mypy joins a weak and a strong dtype where branches meet.
    first, second = (f"({writer.expression()}).astype(jnp.{dtype})" for _ in range(2))
    writer.lines += [
        f"if {writer.condition()}:",
        f"    {name} = {first}",
        "else:",
        f"    {name} = {second}",
    ]
    writer.names.append(name)


def loop(writer: Writer) -> None:
    total, each = writer.assign(WHOLE.format(writer.array())), writer.new()
    # mypy joins a weak and a strong dtype in a tuple to the strong one.
    dtype = writer.chooser.choice(DTYPES)
    arrays = ", ".join(f"{writer.array()}.astype(jnp.{dtype})" for _ in range(2))
    writer.lines += [f"for {each} in ({arrays}):", f"    {total} = {total} + {each}"]


def closure(writer: Writer) -> None:
    name, inner = f"inner{writer.new()}", writer.array()
    body = BINARY[writer.chooser.randrange(3)].format("x", inner)
    if writer.chooser.random() < 0.3:
        writer.lines.append(f"{name} = lambda x: {body}")
    else:
        writer.lines += [f"def {name}(x):", f"    made = {body}", "    return made"]
    called = writer.chooser.choice(["{0}({1})", "applied({0}, {1})", "jax.jit({0})({1})"])
    writer.assign(called.format(name, writer.array()))


def scan(writer: Writer) -> None:
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


def cond(writer: Writer) -> None:
    name, start = f"branch{writer.new()}", writer.array()
    writer.lines += [
        f"def {name}(x):",
        f"    return {WHOLE.format('x * 2')}",
    ]
    called = f"lax.cond({start}.sum() > 0, {name}, lambda x: {WHOLE.format('x + x')}, {start})"
    writer.assign(called)


def tree(writer: Writer) -> None:
    params, update, array = writer.new(), f"update{writer.new()}", writer.array()
    # mypy joins two dtypes in a dictionary to an abstract one.
    writer.lines += [
        f'{params} = {{"a": {array}, "b": {array}}}',
        f"def {update}(p):",
        f"    return p * {writer.chooser.choice(SCALARS[:4])}",
    ]
    same = f'jax.tree.map({update}, {{"a": {writer.array()}}})["a"]'
    writer.assign(writer.chooser.choice([f'{params}["a"]', same]))


def function_value(writer: Writer) -> None:
    """Give a function to a variable, or use one."""
    if writer.chooser.random() < 0.2:
        writer.assign_function()
    else:
        writer.assign(writer.filled(writer.chooser.choice(USES)))


def call(writer: Writer) -> None:
    """Call a function of the program, also as a partial."""
    if not writer.known.functions:
        plain(writer)
        return
    function = writer.chooser.choice(writer.known.functions)
    arguments = [writer.array() for _ in range(function.takes)]
    if writer.chooser.random() < 0.3:
        arguments[-1] = writer.chooser.choice(["jnp.asarray(2.0)", "jnp.asarray(3)"])
    if function.takes_function:
        arguments.append(f"function={writer.function()}")
    called = f"{function.name}({', '.join(arguments)})"
    form = writer.chooser.choice([called, called, _by_other_means(function, arguments)])
    writer.assign(form + writer.filled(function.returns))


def _by_other_means(function: Function, arguments: Sequence[str]) -> str:
    return f"functools.partial({function.name}, {arguments[0]})({', '.join(arguments[1:])})"


STATEMENTS: Final[Sequence[Callable[[Writer], None]]] = (
    *(plain, plain, plain, branch, loop, closure, scan, cond, tree),
    *(call, call, call, function_value),
)
