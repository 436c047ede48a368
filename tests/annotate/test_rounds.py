"""The number of rounds of checking, and the files that are rewritten for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from promo_cli.annotate import facts_file, verification
from promo_cli.annotate.checking import Checked, check_texts
from promo_cli.annotate.file_facts import by_file
from promo_cli.annotate.project import Rewriter, read_files
from promo_cli.annotate.rewriting import Choice, Slot, Style
from promo_cli.annotate.verification import Verified, verified
from promo_cli.finding import Finding, Span

from .conftest import Program

pytestmark = pytest.mark.slow

HEAD = """\
import pickle

import jax.numpy as jnp


"""
SCALE = '''\
def scale(x):
    return x * 2


def other():
    """Never called, and called with another dtype."""
    return scale(jnp.ones(2, jnp.int32))


scale(jnp.ones(2))
'''
LOADED = '''\
from collections.abc import Callable

from jax.typing import ArrayLike


def loaded(data):
    first = pickle.loads(data)
    second = first.copy()
    third = pickle.loads(data)
    return first + second + third


def stepped(schedule: "Callable[[int], ArrayLike]"):
    """What is declared may be a number as well: mypy would refuse it for an array."""
    rate = schedule(3)
    print(rate)


loaded(pickle.dumps(jnp.ones(2)))
stepped(jnp.ones)
'''
BROUGHT = """\
def innocent(x):
    return x / 2


def imaginary(x):
    return lax.imag(x)


def brings(x):
    return imaginary(x) if x.size > 2 else x


innocent(jnp.ones(2))
brings(pickle.loads(pickle.dumps(jnp.ones(2))))
"""
VARIES = """\
def varies(x, y, z):
    return x * y - z


def other(dtype):
    return varies(jnp.ones(2, jnp.int8), jnp.ones(2, jnp.int32), jnp.ones(2, jnp.int32))


for dtype in (jnp.float32, jnp.bfloat16):
    varies(*[jnp.ones(2, dtype)] * 3)
"""
FILES = {
    "brought.py": "from jax import lax\n" + HEAD + BROUGHT,
    "varies.py": HEAD + VARIES,
    "scale.py": HEAD + SCALE,
    "loaded.py": HEAD + LOADED,
    "fine.py": HEAD + "def half(x):\n    return x / 2\n\n\nhalf(jnp.ones(2))\n",
    "main.py": "import brought, fine, loaded, scale, varies\n",
}


@pytest.fixture(scope="module")
def recorded(programs: Callable[[], Program]) -> Program:
    """A recorded program of several files."""
    program = programs()
    for name, text in FILES.items():
        program.write(name, text)
    ran = program.promo(
        "annotate", ".", "--run", "python main.py", "--facts", "facts.jsonl", "--no-verify"
    )
    assert ran.status == 0, ran.err
    return program


@pytest.fixture
def rewriter(recorded: Program, monkeypatch: pytest.MonkeyPatch) -> Rewriter:
    """The rewriter for the recorded program; the test runs in its folder."""
    monkeypatch.chdir(recorded.folder)
    monkeypatch.setenv("MYPY_CACHE_DIR", recorded.environment["MYPY_CACHE_DIR"])
    facts = by_file(facts_file.absolute(facts_file.read(Path("facts.jsonl")), Path.cwd()))
    return Rewriter(read_files(facts, [Path.cwd()]), facts, Style())


def counted(
    rewriter: Rewriter, monkeypatch: pytest.MonkeyPatch, check: object = check_texts
) -> tuple[Verified, int]:
    """The verified annotations, and the number of rounds with annotations."""
    checks: list[Mapping[str, bytes]] = []

    def checked(
        sources: Sequence[Path],
        texts: Mapping[str, bytes],
        settings: Mapping[str, object],
        *,
        as_mypy: bool = False,
    ) -> Checked | None:
        if not as_mypy:
            checks.append(texts)
        assert callable(check)
        found: Checked | None = check(sources, texts, settings, as_mypy=as_mypy)
        return found

    monkeypatch.setattr(verification, "check_texts", checked)
    found = verified(rewriter, [Path.cwd()])
    assert checks[0] == rewriter.files.texts
    return found, len(checks) - 1


def test_three_rounds_take_back_and_add(
    rewriter: Rewriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An annotation is wrong, and some variables depend on others that only the run knows."""
    found, rounds = counted(rewriter, monkeypatch)
    assert rounds <= 3
    assert {str(each.slot) for each in found.taken_back} == {
        "scale(x)",
        # A finding in a function without annotations is caused by the annotations of its caller.
        "brings(x)",
        "brings(return)",
        # Annotations that share a type variable are taken back together.
        "varies(x)",
        "varies(y)",
        "varies(z)",
        "varies(return)",
    }
    written = {
        path.rpartition("/")[2]: each.text.decode() for path, each in found.rewritten.items()
    }
    assert "    first: Array[jnp.float32] = pickle" in written["loaded.py"]
    assert "    second = first.copy()" in written["loaded.py"]
    assert "    third: Array[jnp.float32] = pickle" in written["loaded.py"]
    assert "    rate = schedule(3)" in written["loaded.py"]
    assert "def scale(x):" in written["scale.py"]
    assert "def half(x: Array[jnp.float32]) -> Array[jnp.float32]:" in written["fine.py"]


def test_only_what_changes_is_written_anew(rewriter: Rewriter) -> None:
    first = rewriter.rewritten(Choice())
    path = next(each for each in first if each.endswith("scale.py"))
    left_out = frozenset(first[path].written)
    second = rewriter.rewritten(Choice(left_out))
    assert not second[path].written
    assert {each for each in first if first[each] is not second[each]} == {path}
    assert rewriter.rewritten(Choice(left_out))[path] is second[path]
    assert rewriter.rewritten(Choice())[path].text == first[path].text


def test_what_nothing_explains_ends_without_annotations(
    rewriter: Rewriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If errors stay, more annotations are taken back in each round, and all in the end."""

    def refuted(
        sources: Sequence[Path],
        texts: Mapping[str, bytes],
        settings: Mapping[str, object],
        *,
        as_mypy: bool,
    ) -> Checked:
        changed = any(texts[each] != old for each, old in rewriter.files.texts.items())
        error = Finding("fine.py", Span(6, 1, 6, 1), "error", "no reason", "misc")
        return Checked([error] if changed else [], {}, {}, texts)

    found, rounds = counted(rewriter, monkeypatch, refuted)
    assert not any(each.written for each in found.rewritten.values())
    assert {path: each.text for path, each in found.rewritten.items()} == rewriter.files.texts
    taken_back: set[Slot] = {each.slot for each in found.taken_back}
    assert {each.owner for each in taken_back} >= {"half", "scale", "loaded"}
    assert rounds <= 8


REFUTED = """\
from typing import NamedTuple

import jax
import jax.numpy as jnp


class State(NamedTuple):
    best: float
    mean: jax.Array


def better(first, second):
    return jnp.minimum(first, second)


def step(state):
    return better(state.best, state.mean)


step(State(jnp.ones(2), jnp.zeros(2)))
"""


def test_an_annotation_that_another_error_names_is_taken_back(program: Program) -> None:
    """The program declares the field as a float, but it holds an array."""
    program.write("main.py", REFUTED)
    done = program.promo("annotate", "main.py", "--run", "python main.py", "--write")
    assert 'better(first): Array[jnp.float32] is taken back: Argument 1 to "better"' in done.err
    assert "def better(first, second: Array[jnp.float32])" in program.read("main.py")
    assert program.promo("check", "main.py", "--all").out.count(" error: ") == 1


OPTIMIZERS = """\
from typing import Any, NamedTuple, Protocol

import jax
import jax.numpy as jnp

Tree = jax.Array | dict[str, Any]


class State(NamedTuple):
    count: Any


class Update(Protocol):
    def __call__(self, updates: Tree, state: Any) -> Any: ...


class Transformation(NamedTuple):
    update: Update


def innocent():
    def update_fn(updates, state):
        return updates * 2, state

    return update_fn


def narrow() -> Transformation:
    def update_fn(updates, state):
        return updates * 2, State(state.count + 1)

    return Transformation(update_fn)


for make in (innocent, lambda: narrow().update):
    make()(jnp.ones(2), State(jnp.zeros((), jnp.int32)))
"""


def test_only_the_function_that_is_passed_on_is_blamed(program: Program) -> None:
    """Not those of the same name in other functions; and all its parameters, not the first."""
    program.write("optimizers.py", OPTIMIZERS)
    result = program.promo("annotate", "optimizers.py", "--run", "python optimizers.py", "--write")
    assert result.status == 0, result.err
    text = program.read("optimizers.py")
    assert "def update_fn(updates: Array[jnp.float32], state: State)" in text
    assert "def update_fn(updates, state" in text
    assert "innocent.<locals>" not in result.err


HELD = """\
import pickle
from collections.abc import Callable
from typing import TypeVar

import jax
import jax.numpy as jnp

T = TypeVar("T")
STORED = pickle.dumps(jnp.ones(2))


def made(make: Callable[[], T]) -> T:
    return make()


def promoted(*arrays: jax.Array | None) -> list[jax.Array | None]:
    return [*arrays]


def dense(x, features: int):
    def kernel():
        return pickle.loads(STORED)

    weight = made(kernel)
    y, weight = promoted(x, weight)
    assert y is not None
    out = pickle.loads(STORED)
    return out * features


dense(jnp.ones(2), 2)
"""


def test_the_function_whose_result_holds_a_variable_is_blamed(program: Program) -> None:
    """mypy holds a variable to its first value, which is known by an annotated result."""
    program.write("main.py", HELD)
    result = program.promo("annotate", "main.py", "--run", "python main.py", "--write")
    assert result.status == 0, result.err
    text = program.read("main.py")
    assert "def dense(x: Array[jnp.float32], features: int) -> Array[jnp.float32]:" in text
    assert "def kernel():" in text
    assert "dense.<locals>.kernel(return)" in result.err
