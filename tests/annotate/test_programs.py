"""Real programs: their annotations hold when they run again, and a second run changes nothing."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable

import pytest

from .conftest import Program, annotated_modules, module

pytestmark = pytest.mark.slow

HEAD = """\
import jax
import jax.numpy as jnp
import numpy as np
"""

CASES = {
    "one dtype": (
        """
        def scale(x):
            return x * 2

        scale(jnp.ones(3, jnp.bfloat16))
        """,
        "def scale(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:",
    ),
    "a tracer": (
        """
        @jax.jit
        def scale(x):
            return x * 2

        scale(jnp.ones(3, jnp.bfloat16))
        """,
        "def scale(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:",
    ),
    "dtypes that decide which way a function goes": (
        """
        def squared(x):
            if jnp.iscomplexobj(x):
                return jax.lax.real(x) ** 2 + jax.lax.imag(x) ** 2
            return jax.lax.square(x)

        squared(jnp.ones(2))
        squared(jnp.ones(2, jnp.complex64))
        """,
        # The lines of the question are those that the file has with the import of Array.
        "def squared(x: Array[jnp.float32] | Array[jnp.complex64]) -> Array[jnp.float32]:",
    ),
    "a weak result": (
        """
        def one(n):
            return jnp.asarray(1.0)

        one(np.ones(3, np.int32))
        """,
        "def one(n: npt.NDArray[np.int32]) -> Array[weak_float]:",
    ),
    "a weak argument where weakness does not matter": (
        """
        def add(x, y):
            return x + y

        add(jnp.ones(3), jnp.asarray(1.0))
        """,
        "def add(x: Array[jnp.float32], y: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "a weak argument where it does": (
        """
        def add(x, y):
            return x + y

        add(jnp.ones(3, jnp.bfloat16), jnp.asarray(1.0))
        """,
        "def add(x: Array[jnp.bfloat16], y: Array[weak_float]) -> Array[jnp.bfloat16]:",
    ),
    "dtypes that vary together": (
        """
        def add(x, y):
            return x + y

        add(jnp.ones(3), jnp.ones(3))
        add(jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.bfloat16))
        """,
        "def add(x: Array[D], y: Array[D]) -> Array[D]:",
    ),
    "dtypes that vary apart": (
        """
        def add(x, y):
            return (x + y).astype(jnp.float32)

        add(jnp.ones(3), jnp.ones(3, jnp.int32))
        add(jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.int32))
        """,
        "def add(x: Array[jnp.bfloat16] | Array[jnp.float32], y: Array[jnp.int32])"
        " -> Array[jnp.float32]:",
    ),
    "weak and strong together": (
        """
        def double(x):
            return x * 2

        double(jnp.ones(3))
        double(jnp.asarray(1.0))
        """,
        "def double(x: Array[D]) -> Array[D]:",
    ),
    "an array or a number": (
        """
        def half(x, by=2.0):
            return jnp.asarray(x * by, jnp.float32)

        half(jnp.ones(3))
        half(3)
        """,
        "def half(x: Array[jnp.float32] | int, by: float = 2.0) -> Array[jnp.float32]:",
    ),
    "a default of None": (
        """
        def add(x, bias=None):
            return x if bias is None else x + bias

        add(jnp.ones(3), jnp.ones(3))
        """,
        "def add(x: Array[jnp.float32], bias: Array[jnp.float32] | None = None)"
        " -> Array[jnp.float32]:",
    ),
    "a key": (
        """
        def draw(key, n):
            return jax.random.normal(key, (n,))

        draw(jax.random.key(0), 3)
        """,
        "def draw(key: Array[jax.dtypes.prng_key], n: int) -> Array[jnp.float32]:",
    ),
    "containers": (
        """
        def init(shapes):
            return {"w": jnp.ones(shapes[0]), "b": jnp.ones(2)}, [jnp.ones(2)], (1, jnp.ones(2))

        init(jnp.ones((3, 2), jnp.int8))
        """,
        "def init(shapes: Array[jnp.int8]) -> tuple[dict[str, Array[jnp.float32]],"
        " list[Array[jnp.float32]], tuple[int, Array[jnp.float32]]]:",
    ),
    "stars": (
        """
        def total(first, *rest, **named):
            return first

        total(jnp.ones(2), jnp.ones(2, jnp.int8), jnp.ones(2, jnp.int8), a=jnp.ones(2, bool))
        """,
        "def total(first: Array[jnp.float32], *rest: Array[jnp.int8], **named: Array[jnp.bool])"
        " -> Array[jnp.float32]:",
    ),
    "a generator": (
        """
        def batches(x):
            for n in range(2):
                yield x * n

        next(batches(jnp.ones(2)))
        """,
        "def batches(x: Array[jnp.float32]) -> Iterator[Array[jnp.float32]]:",
    ),
    "a generator that returns": (
        """
        def batches(x):
            yield x
            return x.astype(jnp.int8)

        def both(x):
            last = yield from batches(x)
            return last

        list(both(jnp.ones(2)))
        """,
        "def both(x: Array[jnp.float32]) -> Generator[Array[jnp.float32], Any, Array[jnp.int8]]:",
    ),
    "an annotation that is a string": (
        """
        def quoted(x: "jax.Array", y: 'list[jax.Array]', z: "int") -> "jax.Array | None":
            return x * 2

        quoted(jnp.ones(2), [jnp.ones(2)], 1)
        """,
        """def quoted(x: "Array[jnp.float32]", y: 'list[Array[jnp.float32]]', z: "int") -> """,
    ),
    "a coroutine": (
        """
        import asyncio

        async def later(x):
            await asyncio.sleep(0)
            return x + 1

        asyncio.run(later(jnp.ones(2)))
        """,
        "async def later(x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "a thread": (
        """
        import threading

        def work(x):
            x + 1

        thread = threading.Thread(target=work, args=(jnp.ones(2),))
        thread.start()
        thread.join()
        """,
        "def work(x: Array[jnp.float32]) -> None:",
    ),
    "a method": (
        """
        class Layer:
            def __init__(self, w):
                self.w = w

            @staticmethod
            def act(x):
                return x

            def __call__(self, x):
                return self.act(x @ self.w)

        Layer(jnp.ones((2, 2), jnp.bfloat16))(jnp.ones(2, jnp.bfloat16))
        """,
        "def __call__(self, x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:",
    ),
    "a function in a function": (
        """
        def outer(x):
            def inner(y):
                return y + x
            return inner(x)

        outer(jnp.ones(2))
        """,
        "    def inner(y: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "an array without a dtype": (
        """
        from typing import Optional

        def refine(x: jax.Array, y: Optional[jnp.ndarray] = None) -> "jax.Array":
            return x

        refine(jnp.ones(2), jnp.ones(2, jnp.int8))
        """,
        "def refine(x: Array[jnp.float32], y: Optional[Array[jnp.int8]] = None)"
        ' -> "Array[jnp.float32]":',
    ),
    "fields": (
        """
        from typing import NamedTuple

        class Params(NamedTuple):
            w: jax.Array
            b: jax.Array | None

        def apply(params):
            return params.w

        apply(Params(jnp.ones(2, jnp.bfloat16), None))
        """,
        "    w: Array[jnp.bfloat16]\n    b: jax.Array | None\n",
    ),
    "fields of a mask": (
        """
        from typing import NamedTuple

        class Weights(NamedTuple):
            kernel: jax.Array
            bias: jax.Array | None

        class Leaf:
            pass

        def weigh(weights, x):
            return x if weights is None else weights.kernel * x

        weights = Weights(jnp.ones(2, jnp.bfloat16), jnp.ones(2))
        for each in (True, None, object(), Leaf()):
            weigh(None, (each, jax.tree.map(lambda leaf: each, weights)))
        weigh(weights, jnp.ones(2, jnp.bfloat16))
        """,
        "    kernel: Array[jnp.bfloat16]\n    bias: Array[jnp.float32] | None\n",
    ),
    "a class that has no name yet": (
        """
        def is_box(x):
            return isinstance(x, Box)

        class Box:
            pass

        is_box(Box())
        is_box(jnp.ones(2))
        """,
        "def is_box(x):",
    ),
    "unknown items without an array": (
        """
        def first(x, index, pair):
            return x[index[1]]

        first(jnp.ones(2), (..., 0), ("a", None))
        """,
        "def first(x: Array[jnp.float32], index, pair) -> Array[jnp.float32]:",
    ),
    "a tree of any form": (
        """
        def twice(tree):
            return jax.tree.map(lambda leaf: 2 * leaf, tree)

        twice(jnp.ones(2))
        twice((jnp.ones(2), jnp.ones(2)))
        """,
        "def twice(tree):",
    ),
    "two functions of one name": (
        """
        if jnp.ones(1).size > 1:
            def f(x):
                return x
        else:
            def f(x):
                return x + 1

        f(jnp.ones(2))
        """,
        # mypy wants them to have one signature.
        "    def f(x):\n        return x\nelse:\n    def f(x):\n",
    ),
    "an array that may be one of NumPy, a number or nothing": (
        """
        def total(x: jax.Array, y: jnp.ndarray = None) -> jax.Array:
            return jnp.sum(x) if y is None else jnp.sum(x) + jnp.sum(y)

        total(jnp.ones(2), 2.0)
        total(np.ones(2, np.float32), jnp.ones(2))
        """,
        "def total(x: Array[jnp.float32] | npt.NDArray[np.float32],"
        " y: Array[jnp.float32] | float | None = None) -> Array[jnp.float32]:",
    ),
    "a function that hands its arguments on": (
        """
        def logged(function):
            def wrapper(*args, **kwargs):
                return function(*args, **kwargs)
            return wrapper

        @logged
        def half(x):
            return x / 2

        half(jnp.ones(2))
        """,
        "    def wrapper(*args, **kwargs):\n",
    ),
    "a variable with what a library returns": (
        """
        import pickle

        stored = pickle.dumps(np.ones(2, np.float16))

        def restored(scale):
            found = jnp.asarray(pickle.loads(stored))
            twice = found * 2
            return twice * scale

        restored(jnp.ones(2))
        """,
        "    found: Array[jnp.float16] = jnp.asarray(pickle.loads(stored))\n"
        "    twice = found * 2\n",
    ),
    "variables of a tuple": (
        """
        import pickle

        def restored(stored):
            # What was stored.
            (first, number), [*others, last], twice = pickle.loads(stored)
            twice, total = twice + 1, first + last
            return total * number

        values = ((jnp.ones(2), 3), [jnp.ones(2), jnp.ones(2)], jnp.ones(2))
        restored(pickle.dumps(values))
        """,
        "    # What was stored.\n"
        "    first: Array[jnp.float32]\n"
        "    last: Array[jnp.float32]\n"
        "    twice: Array[jnp.float32]\n"
        "    (first, number), [*others, last], twice = pickle.loads(stored)\n"
        "    twice, total = twice + 1, first + last\n",
    ),
    "variables that nobody reads": (
        """
        import pickle

        def restored(stored):
            first, _ = pickle.loads(stored)
            return first * 2

        restored(pickle.dumps((jnp.ones(2), jnp.ones(2))))
        """,
        "    first: Array[jnp.float32]\n    first, _ = pickle.loads(stored)\n",
    ),
    "Any that is called an array": (
        """
        from typing import Any

        Array = Any
        Tree = Any

        def double(x: Array, tree: Tree) -> Array:
            return x * 2

        double(jnp.ones(2), jnp.ones(2))
        """,
        "def double(x: DtypeArray[jnp.float32], tree: Tree) -> DtypeArray[jnp.float32]:",
    ),
    "a variable that holds an array in some calls": (
        """
        import pickle

        def restored(stored):
            found = pickle.loads(stored)
            return len(found)

        restored(pickle.dumps(jnp.ones(2)))
        restored(pickle.dumps([1, 2]))
        """,
        "    found = pickle.loads(stored)\n    return len(found)\n",
    ),
    "a variable that gets several values of one dtype": (
        """
        import pickle

        def restored(stored, times):
            # What was stored.
            found, scale = pickle.loads(stored)
            for number in range(times):
                found = found + pickle.loads(stored)[0]
                other = pickle.loads(stored)[1]
            return found * scale * other

        restored(pickle.dumps((jnp.ones(2, jnp.float16), jnp.float32(2))), 3)
        """,
        "    # What was stored.\n"
        "    found: Array[jnp.float16]\n"
        "    scale: Array[jnp.float32]\n"
        "    found, scale = pickle.loads(stored)\n"
        "    for number in range(times):\n"
        "        found = found + pickle.loads(stored)[0]\n"
        "        other: Array[jnp.float32] = pickle.loads(stored)[1]\n",
    ),
    "variables of loops and of with": (
        """
        import contextlib
        import pickle

        def restored(stored):
            total = jnp.zeros(2)

            for each, (number, _) in pickle.loads(stored):
                total = total + each * number
            with contextlib.nullcontext(pickle.loads(stored)[0][0]) as last:
                total = total + last
            return total

        restored(pickle.dumps([(jnp.ones(2), (1, 2))] * 2))
        """,
        "    total: Array[jnp.float32] = jnp.zeros(2)\n"
        "\n"
        "    each: Array[jnp.float32]\n"
        "    for each, (number, _) in pickle.loads(stored):\n"
        "        total = total + each * number\n"
        "    last: Array[jnp.float32]\n"
        "    with contextlib.nullcontext(pickle.loads(stored)[0][0]) as last:\n",
    ),
    "variables of which some values are not recorded": (
        """
        import pickle

        def restored(stored):
            found = pickle.loads(stored)
            other = pickle.loads(stored)
            third = pickle.loads(stored)
            def change():
                nonlocal found
                found = 1
            change()
            changed = [other := each for each in range(2)]
            if (third := 2) and stored:
                return found, other, third, changed

        restored(pickle.dumps(jnp.ones(2)))
        """,
        "    found = pickle.loads(stored)\n"
        "    other = pickle.loads(stored)\n"
        "    third = pickle.loads(stored)\n",
    ),
    "a variable that gets another dtype after many values": (
        """
        import pickle

        def last(stored, times):
            for number in range(times):
                found = pickle.loads(stored)
            return found * 2

        last(pickle.dumps(jnp.float32(1)), 300)
        last(pickle.dumps(jnp.float16(1)), 2)
        """,
        "        found = pickle.loads(stored)\n",
    ),
    "two values in one line": (
        """
        import pickle

        def restored(stored):
            found = pickle.loads(stored); found = found.astype(jnp.float32)
            return found * 2

        restored(pickle.dumps(jnp.ones(2, jnp.float16)))
        """,
        "    found = pickle.loads(stored); found = found.astype(jnp.float32)\n",
    ),
    "an int where a float is expected": (
        """
        def count(x: jax.Array, by: float, start: float | None = None) -> jax.Array:
            return jnp.sqrt(x + by)

        def scale(x: jax.Array, by: float) -> jax.Array:
            return x * by

        count(jnp.ones(2, jnp.int32), 3, 2)
        scale(jnp.ones(2), 3)
        """,
        "def count(x: Array[jnp.int32], by: int | float, start: int | float | None = None)"
        " -> Array[jnp.float32]:\n"
        "    return jnp.sqrt(x + by)\n"
        "\n"
        "def scale(x: Array[jnp.float32], by: float) -> Array[jnp.float32]:\n",
    ),
    "a variable that gets several values": (
        """
        import pickle

        stored = pickle.dumps(np.ones(2, np.float16))

        def restored():
            found = jnp.asarray(pickle.loads(stored))
            found = found.astype(jnp.float32)
            for number in range(2):
                other = jnp.asarray(pickle.loads(stored), found.dtype)
            return found + other

        restored()
        """,
        "    found = jnp.asarray(pickle.loads(stored))\n"
        "    found = found.astype(jnp.float32)\n"
        "    for number in range(2):\n"
        "        other = jnp.asarray(pickle.loads(stored), found.dtype)\n",
    ),
    "a parameter that gets another dtype": (
        """
        from typing import Any

        class Block:
            def __call__(self, x: jax.Array) -> jax.Array:
                return x * 2

        class Other:
            def __call__(self, x: jax.Array) -> jax.Array:
                return x * 2

        def model(x: jax.Array, layers: Any) -> jax.Array:
            for layer in layers:
                x = layer(x) * 1.0
                x = Other()(Block()(x))
            return x

        model(jnp.ones(2, jnp.int32), [lambda x: x.astype(jnp.float32)])
        """,
        "class Block:\n    def __call__(self, x: Array[jnp.float32]) -> Array[jnp.float32]:\n"
        "        return x * 2\n\n"
        "class Other:\n    def __call__(self, x: Array[jnp.float32]) -> Array[jnp.float32]:\n"
        "        return x * 2\n\n"
        "def model(x: jax.Array, layers: Any)",
    ),
    "a tree that has no type": (
        """
        def apply(params, x):
            return x @ params["w"] + params["more"]["b"]

        apply({"w": jnp.ones((2, 2)), "more": {"b": jnp.ones(2)}}, jnp.ones(2))
        """,
        "def apply(params, x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "a tree that has no type, and whose callers do not know it": (
        """
        import pickle

        def apply(params, x):
            return x @ params["w"] + params["more"]["b"]

        params = {"w": jnp.ones((2, 2)), "more": {"b": jnp.ones(2)}}
        apply(jax.tree.map(jnp.asarray, pickle.loads(pickle.dumps(params))), jnp.ones(2))
        """,
        "def apply(params, x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "calls that raise": (
        """
        def f(x):
            if x.dtype == jnp.int32:
                raise ValueError
            return x

        f(jnp.ones(2))
        try:
            f(jnp.ones(2, jnp.int32))
        except ValueError:
            pass
        """,
        # The second call raises, and would be an error if x had an annotation.
        "def f(x):",
    ),
}


TAKEN = """
import jax.numpy as jnp
{taken}

def double(x, y):
    return x + y

double(jnp.ones(2), jnp.ones(2))
double(jnp.ones(2, jnp.int8), jnp.ones(2, jnp.int8))
"""

OWN_IMPORTS = {
    "a type variable for which there is no place": """
        from typing import Any

        import jax.numpy as jnp

        def double(x: Any, y: Any) -> Any:
            total = jnp.asarray(x + y)
            return total

        double(jnp.ones(2), jnp.ones(2))
        double(jnp.ones(2, jnp.int8), jnp.ones(2, jnp.int8))
        """,
    "a module by its whole name": """
        import jax.numpy

        def half(x):
            return x / 2

        half(jax.numpy.ones(2))
        """,
    "names that are taken": """
        import jax.numpy as jnp
        from jax import Array

        D = 3

        def double(x: Array, y):
            return x + y

        double(jnp.ones(2), jnp.ones(2))
        double(jnp.ones(2, jnp.int8), jnp.ones(2, jnp.int8))
        """,
    "the name for type variables is taken": TAKEN.format(taken="TypeVar = 3"),
    "both names for type variables are taken": TAKEN.format(taken="TypeVar = TypeVariable = 3"),
}
"""Cases for which it matters what a module imports."""


@pytest.fixture(scope="module")
def annotated(programs: Callable[[], Program]) -> Program:
    texts = {case: HEAD + textwrap.dedent(body) for case, (body, _) in CASES.items()}
    return annotated_modules(programs(), "", texts | OWN_IMPORTS)


@pytest.mark.parametrize("case", CASES)
def test_what_is_written(case: str, annotated: Program) -> None:
    assert CASES[case][1] in annotated.read(f"{module(case)}.py")


def test_a_type_variable_for_which_there_is_no_place(annotated: Program) -> None:
    text = annotated.read("a_type_variable_for_which_there_is_no_place.py")
    assert "TypeVar" not in text


def test_a_module_by_its_whole_name(annotated: Program) -> None:
    written = annotated.read("a_module_by_its_whole_name.py")
    assert "def half(x: Array[jax.numpy.float32]) -> Array[jax.numpy.float32]:" in written
    assert written.count("import jax") == 1


def test_names_that_are_taken(annotated: Program) -> None:
    written = annotated.read("names_that_are_taken.py")
    assert "from promo_typing import Array as DtypeArray" in written
    assert 'D2 = TypeVar("D2", jnp.int8, jnp.float32)' in written
    assert "def double(x: DtypeArray[D2], y: DtypeArray[D2]) -> DtypeArray[D2]:" in written


def test_the_name_for_type_variables_is_taken(annotated: Program) -> None:
    """There is a second name; if that is taken as well, nothing is written."""
    second = annotated.read("the_name_for_type_variables_is_taken.py")
    assert "from typing import TypeVar as TypeVariable" in second
    neither = annotated.read("both_names_for_type_variables_are_taken.py")
    assert "def double(x, y):" in neither


def test_it_runs_and_is_checked(annotated: Program) -> None:
    assert annotated.python("main.py").status == 0
    checked = annotated.promo("check", ".")
    assert checked.status == 0, checked.out


def test_a_second_run_changes_nothing(annotated: Program) -> None:
    result = annotated.promo("annotate", ".", "--run", "python main.py", "--check")
    assert (result.status, result.out) == (0, ""), result.err


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of Python 3.12")
def test_type_parameters_where_the_project_has_them(program: Program) -> None:
    program.write("pyproject.toml", '[project]\nname = "p"\nrequires-python = ">=3.12"\n')
    body, _ = CASES["dtypes that vary together"]
    written = program.annotated("main.py", HEAD + textwrap.dedent(body))
    head = "def add[D: (jnp.bfloat16, jnp.float32)](x: Array[D], y: Array[D]) -> Array[D]:"
    assert head in written
    assert "TypeVar" not in written
    assert program.annotated("main.py", written) == written
    assert program.promo("check", "main.py").status == 0


POSTPONED = """\
\"\"\"A module.\"\"\"

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import jax.numpy as jnp

if TYPE_CHECKING:
    from collections.abc import Sequence


def half(x, names: Sequence[str]):
    return x / 2


half(jnp.ones(2), os.sep)
"""


def test_imports_for_checkers_alone(program: Program) -> None:
    written = program.annotated("main.py", POSTPONED)
    block = """\
if TYPE_CHECKING:
    from collections.abc import Sequence

    from promo_typing import Array
"""
    assert block in written
    assert "def half(x: Array[jnp.float32], names: Sequence[str])" in written
    assert program.python("main.py").status == 0
    assert program.annotated("main.py", written) == written


def test_overwriting(program: Program) -> None:
    main = """
    import jax.numpy as jnp

    def double(x: object) -> "object":
        return x + x

    double(jnp.ones(2))
    """
    text = textwrap.dedent(main)
    assert program.annotated("main.py", text) == text
    written = program.annotated("main.py", text, "--overwrite")
    assert "def double(x: Array[jnp.float32]) -> Array[jnp.float32]:" in written


def test_overwriting_leaves_names_of_jaxtyping(program: Program) -> None:
    """Names of jaxtyping state shapes, too."""
    main = """
    import jax.numpy as jnp
    from jaxtyping import Array, Float

    def double(x: Float[Array, "n"], y: object) -> Float[Array, "n"]:
        return x + y

    double(jnp.ones(2), jnp.ones(2))
    """
    written = program.annotated("main.py", textwrap.dedent(main), "--overwrite")
    assert 'def double(x: Float[Array, "n"], y: ' in written
    assert ') -> Float[Array, "n"]:' in written
    assert "y: object" not in written
