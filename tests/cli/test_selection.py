"""`promo check` shows the errors about dtypes, and only counts mypy's other errors."""

from __future__ import annotations

import json

import pytest

from promo_mypy.errorcodes import DTYPE_CARRY, own_codes

from .conftest import Project

PROGRAM = """\
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, Protocol, TypedDict, TypeVar, assert_type, overload
import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax.typing import ArrayLike
from jaxtyping import Float, Num

F32 = Array[jnp.float32]
B16 = Array[jnp.bfloat16]
D = TypeVar("D", bound=jnp.floating)
C = TypeVar("C", jnp.float32, jnp.bfloat16)
A = TypeVar("A", bound=B16)
S = TypeVar("S", int, str)
class Item(TypedDict):
    a: B16
class Base:
    attribute: B16
    def argument(self, x: B16) -> B16: return x
    def result(self, x: B16) -> B16: return x
    def count(self, x: B16) -> B16: return x
class Layer(Protocol):
    def __call__(self, x: B16) -> B16: ...
class Wide:
    def __call__(self, x: B16) -> F32: return x.astype(jnp.float32)
class Net(Generic[D]):
    w: Array[D]
class Number:
    @overload
    def __add__(self, other: int) -> int: ...
    @overload
    def __add__(self, other: B16) -> B16: ...
    def __add__(self, other: Any) -> Any: return other
def narrow(x: B16, *more: B16, key: B16 | None = None) -> B16: return x
def floating(x: Array[D]) -> Array[D]: return x
def chosen(x: Array[C]) -> Array[C]: return x
def bounded(x: A) -> A: return x
def scalar(x: S) -> S: return x
@overload
def two(x: B16, y: int) -> int: ...
@overload
def two(x: B16, y: str) -> str: ...
def two(x: object, y: object) -> object: return x
def real(x: Float[Array, ""]) -> Float[Array, ""]: return x
Scalar = Float[Array, ""]
class Numbers:
    def result(self, x: Num[Array, ""]) -> Num[Array, ""]: raise
def f(
    x: F32, b: B16, i: Array[jnp.int32], maybe: F32 | None, xs: list[F32], n: Num[Array, "a"],
    some: Float[Array, "a"] | None, like: ArrayLike,
) -> None:
"""

ABOUT_DTYPES = {
    "assignment": "v: B16 = x",
    "optional": "v: B16 = maybe",
    "nested": "v: list[list[B16] | None] = [[x]]",
    "argument": "narrow(x)",
    "keyword": "narrow(b, key=x)",
    "star": "narrow(b, *xs)",
    "method": "list[B16]().append(x)",
    "jitted": "jax.jit(narrow)(x)",
    "list item": "v: list[B16] = [x]",
    "dict entry": "v: dict[str, B16] = {'a': x}",
    "set item": "v: set[B16] = {x}",
    "typed dict": "v: Item = {'a': x}",
    "yield": "def g() -> Iterator[B16]:\n        yield x",
    "return": "def g() -> B16:\n        return x",
    "default": "def g(y: B16 = jnp.ones(3)) -> None: ...",
    "callable": "v: Callable[[B16], B16] = Wide().__call__",
    "lambda": "def g() -> Callable[[B16], B16]:\n        return lambda y: y.astype(jnp.float32)",
    "protocol": "v: Layer = Wide()",
    "generic": "v: Net[jnp.float32] = Net[jnp.float16]()",
    "overload": "two(x, 3)",
    "bound": "floating(i)",
    "constraint": "chosen(i)",
    "bound of arrays": "bounded(x)",
    "attribute": "class Sub(Base):\n        attribute: F32",
    "overridden argument": "class Sub(Base):\n        def argument(self, x: F32) -> B16: raise",
    "overridden result": "class Sub(Base):\n        def result(self, x: B16) -> F32: raise",
    "assert_type": "assert_type(x, B16)",
    "class": "v: type[jnp.float32] = jnp.bfloat16",
    "scalar of NumPy": "v: np.float32 = np.float64(3)",
    "own": "x + jnp.ones(3, jnp.float8_e4m3fn)",
    "name of jaxtyping": "real(i)",
    "tuple with another mistake": "v: tuple[B16, int] = (x, '')",
}

OF_MYPY = {
    "no array": "v: int = ''",
    "array for str": "v: str = x",
    "array for float": "v: float = x",
    "str for array": "narrow('')",
    "NumPy's array": "v: F32 = np.zeros(3, np.float64)",
    "list for array": "v: B16 = [x]",
    "right array beside a mistake": "v: tuple[F32, int] = (x, '')",
    "wider class beside a mistake": "v: tuple[Array[jnp.floating], int] = (x, '')",
    "unknown dtype beside a mistake": "v: tuple[Array, int] = (x, '')",
    "alternative": "v: F32 | B16 = maybe",
    "missing argument": "narrow()",
    "attribute": "x.nothing",
    "of none": "maybe.sum()",
    "name": "nothing",
    "overload": "two(b, b'')",
    "overloaded operator": "Number() + ''",
    "type variable": "scalar(x)",
    "bound of arrays": "bounded('')",
    "overridden": "class Sub(Base):\n        def count(self, x: B16, y: int) -> B16: raise",
    "name of jaxtyping that may be the other": "real(n)",
    "name of jaxtyping that may be a dtype": "narrow(n)",
    "optional name of jaxtyping": "real(some)",
    "narrower name of jaxtyping": (
        "class Sub(Numbers):\n        def result(self, x: Scalar) -> Scalar: raise"
    ),
    "anything like an array": "like % 2",
    "anything like an array for scalars": "v: np.int16 | np.int32 | Array = like",
    "override by str": "class Sub(Base):\n        def argument(self, x: str) -> B16: raise",
}


def checked(project: Project, lines: dict[str, str]) -> tuple[dict[str, int], dict[str, object]]:
    """The lines of the findings for each case, and the summary; mypy runs once for all cases."""
    text, first = PROGRAM, {}
    for name, line in lines.items():
        first[name] = text.count("\n") + 1
        text += f"    {line.replace('v:', f'v{len(first)}:')}\n"
    project.write("a.py", text)
    done = project.promo("check", "a.py", "--format", "json")
    data = json.loads(done.out)
    found = [each["line"] for each in data["findings"] if each["severity"] == "error"]
    starts = sorted(first.values())
    after = dict(zip(starts, [*starts[1:], 10**6], strict=True))
    counts = {
        name: sum(start <= line < after[start] for line in found) for name, start in first.items()
    }
    assert sum(counts.values()) == len(found)
    assert done.status == bool(found)
    return counts, data["summary"]


def test_errors_about_dtypes_are_shown(project: Project) -> None:
    counts, summary = checked(project, ABOUT_DTYPES)
    assert [name for name, number in counts.items() if not number] == []
    assert summary["errors"] == sum(counts.values())


def test_all_else_is_counted(project: Project) -> None:
    counts, summary = checked(project, OF_MYPY)
    assert [name for name, number in counts.items() if number] == []
    assert isinstance(summary["other_errors"], int)
    assert summary["other_errors"] >= len(OF_MYPY)


def test_other_errors_are_one_line(project: Project) -> None:
    project.write("a.py", "x: int = ''\n")
    done = project.promo("check", "a.py")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "No dtype errors (1 file checked)\n1 other error of mypy; --all shows it\n"
        "No array expressions\n"
    )
    done = project.promo("check", "a.py", "--all")
    assert done.status == 1
    assert "[assignment]" in done.out
    assert "other error" not in done.out


HELD = """\
import jax.numpy as jnp

wide = jnp.ones(3)
table = jnp.ones(3, jnp.bfloat16)

def widen() -> None:
    global table
    table = wide

class Base:
    kind = jnp.ones(3, jnp.bfloat16)

class Model(Base):
    kind = jnp.ones(3)

    def __init__(self) -> None:
        self.x = jnp.ones(3, jnp.bfloat16)
        self.y = self.x
        self.each = [self.x]
        self.named = {"w": (self.x, self.x)}

    def update(self) -> None:
        self.x = wide
        self.x, self.y = self.x, wide
        self.y += wide
        self.each = [wide]
        self.each = [each * wide for each in self.each]
        self.named = {"w": (self.x, wide)}

model = Model()
model.x = wide
Model.kind = jnp.ones(3, jnp.float16)
"""


def test_variables_without_an_annotation_may_get_any_dtype(project: Project) -> None:
    project.write("a.py", HELD)
    assert "error:" in project.promo("check", "a.py", "--all").out
    done = project.promo("check", "a.py")
    assert (done.status, "error:" in done.out) == (0, False), done.out


@pytest.mark.parametrize("named", [".", "./held.py", "{folder}", "{folder}/held.py"])
def test_however_the_files_are_named(project: Project, named: str) -> None:
    project.write("held.py", HELD)
    run = project.promo("check", named.format(folder=project.folder))
    assert run.status == 0, run.out


def test_variables_with_an_annotation_may_not(project: Project) -> None:
    declared = HELD.replace("self.x = jnp", "self.x: Array[jnp.bfloat16] = jnp")
    project.write("a.py", f"from jax import Array\n{declared}")
    done = project.promo("check", "a.py", "--format", "json")
    lines = declared.splitlines()
    errors = [e for e in json.loads(done.out)["findings"] if e["severity"] == "error"]
    found = [lines[each["line"] - 2].strip() for each in errors]
    assert found == ["self.x = wide", "model.x = wide"]


def test_notes_go_with_their_error(project: Project) -> None:
    project.write(
        "a.py",
        "import jax.numpy as jnp\nfrom jax import Array\n"
        "class A:\n    def f(self, x: Array[jnp.int8]) -> int: return 1\n"
        "    def g(self, x: int) -> int: return 1\n"
        "class B(A):\n    def f(self, x: Array[jnp.int32]) -> int: return 1\n"
        "    def g(self, x: str) -> int: return 1\n",
    )
    done = project.promo("check", "a.py", "--format", "json")
    data = json.loads(done.out)
    assert {(each["line"], each["severity"]) for each in data["findings"]} == {
        (7, "error"),
        (7, "note"),
    }
    assert data["summary"]["other_errors"] == 1


@pytest.mark.parametrize("options", [(), ("--all",)])
def test_a_syntax_error_is_shown(project: Project, options: tuple[str, ...]) -> None:
    project.write("a.py", "def f(:\n")
    done = project.promo("check", "a.py", *options)
    assert done.status == 2
    assert "[syntax]" in done.out


def test_own_codes_are_those_of_the_module() -> None:
    assert DTYPE_CARRY.code in own_codes()
    assert {code.partition("-")[0] for code in own_codes()} == {"dtype"}
