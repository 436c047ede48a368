"""Functions with inserted hooks behave as before, and call the hooks at their start and end."""

from __future__ import annotations

import asyncio
import contextlib
import dis
import inspect
import pickle
import sys
import traceback
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

if sys.version_info[:2] != (3, 11):
    pytest.skip("later versions record by sys.monitoring", allow_module_level=True)

from promo_recorder.inserting import Hooks, with_hooks

from .conftest import Program

FOLDER = Path(contextlib.__file__).parent
OWN_MODULES = [
    "argparse",
    "contextlib",
    "dataclasses",
    "enum",
    "inspect",
    "pickle",
    "turtle",
    "typing",
]
"""Modules of Python's standard library."""

Log = list[Any]


def hooked(function: Callable[..., Any], log: Log, values: Log | None = None) -> FunctionType:
    """A copy of a function with hooks that write to ``log``, and for variables to ``values``."""
    assert isinstance(function, FunctionType)
    got: Log = [] if values is None else values
    hooks = Hooks(
        started=lambda: log.append("started"),
        yielded=lambda value: log.append(("yielded", value)),
        returned=lambda value: log.append(("returned", value)),
        stored={name: noting(name, got) for name in variables(function.__code__)},
    )
    copy = FunctionType(
        with_hooks(function.__code__, hooks),
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__annotations__ = function.__annotations__
    return copy


def noting(name: str, values: Log) -> Callable[[Any], None]:
    def note(value: Any) -> None:
        values.append((name, value))

    return note


def variables(code: CodeType) -> tuple[str, ...]:
    return (*code.co_varnames, *code.co_cellvars)


def outcome(act: Callable[[], Any]) -> Any:
    """The value that a function returns, or the exception that it raises."""
    try:
        return act()
    except Exception as error:
        return repr(error)


def in_several_ways(n: int) -> str:
    while True:
        n += 1
        if n > 3:
            return "many"
        if n == 2:
            continue


def handles(x: Any) -> Any:
    try:
        with contextlib.suppress(KeyError):
            return {}[x]
        return 1 / x
    except ZeroDivisionError:
        return "zero"
    finally:
        x = None


def counts(n: int) -> Generator[int, Any, Log]:
    got: Log = []
    for each in range(n):
        try:
            got.append((yield each))
        except ValueError as error:
            got.append(repr(error))
    return got


def delegates(n: int) -> Generator[int, Any, Any]:
    try:
        found: Any = yield from counts(n)
    except KeyError:
        found = "a key"
    yield from [found]
    return found


LARGE = [f"value = value + {number}.5 if value else {number}" for number in range(400)]
"""More constants, and longer jumps, than one byte can count."""
_LOOP = "\n        ".join(LARGE)
exec(
    f"def large(value):\n    for _ in range(2):\n        {_LOOP}\n    return value\n",
    namespace := {"__name__": __name__},
)
large: Any = namespace["large"]


@pytest.mark.parametrize("argument", range(5))
@pytest.mark.parametrize("function", [in_several_ways, handles, large])
def test_a_function_does_the_same(function: Any, argument: int) -> None:
    log: Log = []
    result = hooked(function, log)(argument)
    assert result == function(argument)
    assert log == ["started", ("returned", result)]


def sets(n: int) -> Any:
    each: Any
    first, (second, *rest) = n, (n + 1, n + 2, n + 3)
    for each in rest:
        first += each
        each = [n for n in rest if n > each]
    with contextlib.nullcontext(n) as held:
        pass

    def inner() -> int:
        nonlocal second
        second = 7
        return second + held

    n = (found := inner())
    return found


def test_what_variables_get() -> None:
    values: Log = []
    assert hooked(sets, [], values)(1) == sets(1) == 8
    names = [each[0] for each in values]
    assert [each for each in values if each[0] != "inner"] == [
        *[("first", 1), ("second", 2), ("rest", [3, 4])],
        *[("each", 3), ("first", 4), ("each", [4])],
        *[("each", 4), ("first", 8), ("each", [])],
        *[("held", 1), ("found", 8), ("n", 8)],
    ]
    assert names.count("inner") == 1


def driven(generator: Any) -> Iterator[Any]:
    """What a generator yields or returns after ``next``, ``send``, ``throw`` and ``close``."""
    yield outcome(lambda: next(generator))
    yield outcome(lambda: generator.send("sent"))
    yield outcome(lambda: generator.throw(ValueError("thrown")))
    yield outcome(lambda: generator.gi_yieldfrom is None)
    yield outcome(lambda: generator.throw(KeyError("not handled")))
    yield outcome(lambda: next(generator))
    yield outcome(lambda: next(generator))
    yield outcome(generator.close)


@pytest.mark.parametrize("function", [counts, delegates])
def test_a_generator_does_the_same(function: Any) -> None:
    log: Log = []
    assert list(driven(hooked(function, log)(5))) == list(driven(function(5)))
    assert log[:3] == ["started", ("yielded", 0), ("yielded", 1)]
    log.clear()
    assert list(hooked(function, log)(2)) == list(function(2))
    assert log[0] == "started"
    assert [each[0] for each in log[1:]] == [*["yielded"] * len(list(function(2))), "returned"]


def test_a_coroutine_does_the_same() -> None:
    async def waits(n: int) -> int:
        await asyncio.sleep(0)
        return n

    log: Log = []
    assert asyncio.run(hooked(waits, log)(3)) == 3
    assert log == ["started", ("returned", 3)]


def failing(x: int) -> float:
    return (
        1
        +
        1 / x
    )  # fmt: skip


def test_a_traceback_is_the_same() -> None:
    def shown(function: Callable[[int], Any]) -> str:
        with pytest.raises(ZeroDivisionError) as caught:
            function(0)
        return "".join(traceback.format_tb(caught.tb)[-1:])

    log: Log = []
    assert shown(hooked(failing, log)) == shown(failing)
    assert log == ["started"]


def test_what_is_asked_of_a_function_is_the_same() -> None:
    other = hooked(handles, [])
    assert inspect.getsource(other) == inspect.getsource(handles)
    assert inspect.signature(other) == inspect.signature(handles)
    for name in ("co_varnames", "co_names", "co_freevars", "co_flags", "co_firstlineno"):
        assert getattr(other.__code__, name) == getattr(handles.__code__, name)


def functions_in(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from functions_in(each)
            if each.co_flags & inspect.CO_NEWLOCALS:
                yield each


def added(instructions: list[dis.Instruction], hooks: Hooks) -> Iterator[int]:
    """The positions of the instructions that call hooks."""
    called = (hooks.started, hooks.yielded, hooks.returned, *hooks.stored.values())
    for number, each in enumerate(instructions):
        if each.opname == "LOAD_CONST" and each.argval in called:
            first = number - 1
            while instructions[first].opname != "PUSH_NULL":
                first -= 1
            last = number
            while instructions[last].opname != "POP_TOP":
                last += 1
            yield from range(first, last + 1)
            if instructions[last + 1].opname == "NOP" and each.argval is hooks.yielded:
                yield last + 1


def shape(code: CodeType, hooks: Hooks) -> tuple[list[Any], list[Any]]:
    """The instructions without those of hooks, and the exception table of these instructions."""
    instructions = list(dis.get_instructions(code))
    left_out = {*added(instructions, hooks)}
    left_out |= {n for n, each in enumerate(instructions) if each.opname == "EXTENDED_ARG"}
    numbers: dict[int, int] = {}
    kept: list[dis.Instruction] = []
    for number, each in enumerate(instructions):
        numbers[each.offset] = len(kept)
        if number not in left_out:
            kept.append(each)
    numbers[len(code.co_code)] = len(kept)
    handlers = [
        (numbers[each.start], numbers[each.end], numbers[each.target], each.depth, each.lasti)
        for each in dis.Bytecode(code).exception_entries  # type: ignore[attr-defined]
    ]
    return [_told(each, numbers) for each in kept], handlers


def _told(each: dis.Instruction, numbers: dict[int, int]) -> tuple[Any, ...]:
    argument = numbers[each.argval] if each.opcode in dis.hasjrel else each.arg
    return each.opname, argument, each.positions


@pytest.mark.parametrize("name", OWN_MODULES)
def test_nothing_else_is_changed(name: str) -> None:
    path = FOLDER / f"{name}.py"
    functions = list(functions_in(compile(path.read_bytes(), str(path), "exec")))
    for each in functions:
        hooks = Hooks(object, list, tuple, dict.fromkeys(variables(each), set))
        assert shape(with_hooks(each, hooks), hooks) == shape(each, hooks), each
    assert len(functions) > 10


PICKLED = """\
import pickle
import jax.numpy as jnp

def half(x):
    return x / 2

constants = pickle.dumps(half.__code__.co_consts)
half(jnp.ones(2))
print(constants.hex())
"""


def test_code_that_is_pickled_needs_no_recorder(program: Program) -> None:
    program.write("main.py", PICKLED)
    result = program.promo("annotate", "main.py", "--run", "python main.py")
    assert "+def half(x: Array[jnp.float32]) -> Array[jnp.float32]:" in result.out
    started, yielded, returned = pickle.loads(bytes.fromhex(result.err.split()[0]))[-3:]
    assert not started()
    assert not yielded(1)
    assert not returned(None)
