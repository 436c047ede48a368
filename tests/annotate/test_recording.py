"""Every process and thread of a run is recorded, and recording does not change the run."""

from __future__ import annotations

import json
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from .conftest import Program

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]

LIBRARY = """\
import jax.numpy as jnp


def half(x):
    return x / 2


def thrown(x):
    raise ValueError(x)
"""


def calls(program: Program, name: str) -> set[tuple[str, str]]:
    """The functions in a file of facts, each with the dtypes of its first argument."""
    lines = map(json.loads, program.read(name).splitlines())
    found = (each for each in lines if each.get("fact") == "call")
    return {(each["name"], each["arguments"][0][1][1]) for each in found}


def recorded(program: Program, *arguments: str) -> set[tuple[str, str]]:
    """The calls that a run records; no annotations of them are checked, which takes longer."""
    result = program.promo(
        "annotate", "library.py", "--facts", "facts.jsonl", "--no-verify", *arguments
    )
    assert result.status == 0, result.err
    return calls(program, "facts.jsonl")


def test_workers_of_xdist(program: Program) -> None:
    program.write("library.py", LIBRARY)
    test = """
    import jax.numpy as jnp
    import pytest
    from library import half

    @pytest.mark.parametrize("dtype", ["bfloat16", "float16", "float32", "float8_e4m3fn"])
    def test_half(dtype):
        assert half(jnp.ones(2, dtype)).dtype == dtype
    """
    program.write("test_it.py", textwrap.dedent(test))
    program.write("conftest.py", "")
    run = f"{sys.executable} -W error -m pytest -q -n 2 test_it.py"
    found = recorded(program, "--run", run)
    assert found == {("half", each) for each in ("bfloat16", "float16", "float32", "float8_e4m3fn")}


PROCESSES = {
    "subprocess": """
        import subprocess, sys
        subprocess.run([sys.executable, "-c", "from library import *; half(jnp.ones(2))"])
        """,
    "spawn": """
        import multiprocessing
        import library

        def work():
            library.half(library.jnp.ones(2))

        if __name__ == "__main__":
            process = multiprocessing.get_context("spawn").Process(target=work)
            process.start()
            process.join()
        """,
    "fork, and an end without ceremony": """
        import os
        import library
        if os.fork() == 0:
            import jax.numpy as jnp
            library.half(jnp.ones(2))
            os._exit(0)
        os.wait()
        """,
    "threads": """
        from concurrent.futures import ThreadPoolExecutor
        from library import *
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(half, [jnp.ones(2)] * 4))
        """,
}


def test_pytest_does_not_warn_about_the_recorder(program: Program) -> None:
    """pytest marks all packages of an installed plugin, and warns about those imported before."""
    program.write("library.py", LIBRARY)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    names = [Path(each).name for each in packages]
    program.write("conftest.py", f"import pytest\npytest.register_assert_rewrite(*{names})\n")
    test = "from library import *\n\n\ndef test():\n    assert half(jnp.ones(2)).shape == (2,)\n"
    program.write("test_it.py", test)
    run = f"{sys.executable} -m pytest -q -W error test_it.py"
    assert recorded(program, "--run", run) == {("half", "float32")}


WAYS_TO_RUN = {
    "a script": "import library\n",
    "a script by its path": "import runpy\nrunpy.run_path('library.py')\n",
    "code": "exec(compile(open('library.py').read(), 'library.py', 'exec'), {})\n",
    "twice the same code": """
        code = compile(open("library.py").read(), "library.py", "exec")
        first, second = {}, {}
        exec(code, first)
        exec(code, second)
        assert first["half"].__code__ == second["half"].__code__
        """,
}


@pytest.mark.parametrize("case", WAYS_TO_RUN)
def test_code_that_runs_otherwise(case: str, program: Program) -> None:
    program.write("library.py", LIBRARY + "\n\nhalf(jnp.ones(2))\n")
    program.write("main.py", textwrap.dedent(WAYS_TO_RUN[case]))
    assert recorded(program, "--run", "python main.py") == {("half", "float32")}


REWRITTEN = """\
import jax.numpy as jnp


def half(x):
    return x / 2


def test_half():
    assert half(jnp.ones(2))[0] == 3
"""


def test_caches_are_those_of_a_run_without_us(program: Program) -> None:
    """The caches are Python's and pytest's, which keeps rewritten assertions."""
    program.write("library.py", LIBRARY)
    program.write("test_it.py", f"import library\n{REWRITTEN}")
    run = f"{sys.executable} -m pytest -q test_it.py"
    result = program.promo("annotate", ".", "--run", run, "--facts", "facts.jsonl")
    assert result.status == 1
    assert "assert Array(0.5, dtype=float32) == 3" in result.err
    assert calls(program, "facts.jsonl") == {("half", "float32")}
    cached = {each: each.read_bytes() for each in program.folder.rglob("*.pyc")}
    for each in cached:
        each.unlink()
    assert program.python("-m", "pytest", "-q", "test_it.py").status == 1
    assert {each: each.read_bytes() for each in program.folder.rglob("*.pyc")} == cached


OWN_LOOK = """
import sys
import jax.numpy as jnp

def shown(x):
    other = x + 1
    here = locals()
    later = 1
    return here, other

def heard(event, arguments):
    if event == "sys._getframe":
        told = event

sys.addaudithook(heard)
here, _ = shown(jnp.ones(2))
assert list(here) == ["x", "other"], here
"""


def test_a_program_that_looks_at_itself(program: Program) -> None:
    written = program.annotated("main.py", OWN_LOOK, "--no-verify")
    assert "def shown(x: Array[jnp.float32]) ->" in written


@pytest.mark.parametrize("case", PROCESSES)
def test_processes_and_threads(case: str, program: Program) -> None:
    program.write("library.py", LIBRARY)
    program.write("main.py", textwrap.dedent(PROCESSES[case]))
    assert recorded(program, "--run", "python main.py") == {("half", "float32")}


def test_status_and_output_are_those_of_the_program(program: Program) -> None:
    program.write("library.py", LIBRARY)
    main = """
    import sys
    from library import *
    half(jnp.ones(2))
    print("out")
    print("err", file=sys.stderr)
    try:
        thrown(half)
    except ValueError as error:
        assert error.args == (half,)
    sys.exit(7)
    """
    program.write("main.py", textwrap.dedent(main))
    result = program.promo("annotate", "library.py", "--run", "python main.py", "--write")
    assert result.status == 7
    assert result.out.splitlines()[0] == "out"
    assert "err" in result.err.splitlines()
    assert "promo: warning: the run ended with status 7" in result.err
    assert "def half(x: Array[jnp.float32]) -> Array[jnp.float32]:" in program.read("library.py")


def test_a_diff_is_all_that_is_on_standard_output(program: Program) -> None:
    program.write("library.py", LIBRARY)
    program.write("main.py", "from library import *\n\nprint('out')\nhalf(jnp.ones(2))\n")
    result = program.promo("annotate", "library.py", "--run", "python main.py", "--no-verify")
    assert result.status == 0
    assert result.out.startswith("--- a/library.py")
    assert "out" in result.err.splitlines()


def test_a_module_is_run(program: Program) -> None:
    program.write("library.py", LIBRARY)
    program.write("pack/__init__.py", "")
    program.write(
        "pack/main.py", "import sys\nfrom library import *\nhalf(jnp.ones(2, sys.argv[1]))\n"
    )
    assert recorded(program, "-m", "pack.main int8") == {("half", "int8")}


def test_a_function_is_traced(program: Program) -> None:
    program.write("library.py", LIBRARY + "\n\ndef outer(x, n):\n    return half(x) * n\n")
    found = recorded(program, "--trace", "library:outer", "--arg", "bf16[8,128]", "--arg", "2")
    assert found == {("half", "bfloat16"), ("outer", "bfloat16")}


def test_facts_of_several_runs_are_joined(program: Program) -> None:
    program.write("library.py", LIBRARY)
    for dtype in ("bf16[2]", "f32[2]"):
        recorded(program, "--trace", "library:half", "--arg", dtype)
    result = program.promo("annotate", "library.py", "--from", "facts.jsonl", "--write")
    assert result.status == 0, result.err
    assert "def half(x: Array[D]) -> Array[D]:" in program.read("library.py")
    assert 'D = TypeVar("D", jnp.bfloat16, jnp.float32)' in program.read("library.py")


def test_another_sitecustomize_still_runs(program: Program) -> None:
    program.write("library.py", LIBRARY)
    program.write("site/sitecustomize.py", "import builtins\nbuiltins.customized = 1\n")
    program.write("main.py", "from library import *\nassert customized\nhalf(jnp.ones(2))\n")
    path = str(program.folder / "site")
    inherited = program.environment.get("PYTHONPATH")
    environment = {
        **program.environment,
        "PYTHONPATH": f"{path}:{inherited}" if inherited else path,
    }
    other = Program(program.folder, environment)
    assert recorded(other, "--run", "python main.py") == {("half", "float32")}


STRANGE = """
class Strange:
    \"\"\"Its values answer every question with an error.\"\"\"

    def __getattr__(self, name):
        raise RuntimeError(name)

    @property
    def __class__(self):
        raise RuntimeError("class")

    @property
    def dtype(self):
        raise RuntimeError("dtype")

    def __eq__(self, other):
        raise RuntimeError("eq")

    def __hash__(self):
        raise RuntimeError("hash")

    def __len__(self):
        raise RuntimeError("len")


def takes(x, strange):
    return x


class Keys(dict):
    def values(self):
        raise RuntimeError("values")


takes(jnp.ones(2), Strange())
takes(jnp.ones(2), Keys())
takes(jnp.ones(2), type)
circle = []
circle.append(circle)
takes(jnp.ones(2), circle)
"""


def test_no_code_of_the_program_is_run(program: Program) -> None:
    written = program.annotated("main.py", "import jax.numpy as jnp\n" + STRANGE, "--no-verify")
    assert "def takes(x: Array[jnp.float32], strange) -> Array[jnp.float32]:" in written


def test_values_live_no_longer(program: Program) -> None:
    main = """
    import sys
    import weakref
    import jax.numpy as jnp

    class Thing:
        pass

    def consume(thing, x):
        found = weakref.ref(thing)
        del thing
        return found() is None, x

    assert consume(Thing(), jnp.ones(2))[0]
    """
    written = program.annotated("main.py", textwrap.dedent(main), "--no-verify")
    assert "def consume(thing: Thing, x: Array[jnp.float32])" in written


def test_a_function_is_not_watched_for_ever(program: Program) -> None:
    main = """
    def count(n):
        return n

    for each in range(1000):
        count(each)
    count("text")
    """
    program.write("library.py", textwrap.dedent(main))
    result = program.promo(
        "annotate", "library.py", "--run", "python library.py", "--facts", "facts.jsonl"
    )
    assert result.status == 0, result.err
    found: list[Any] = [json.loads(each) for each in program.read("facts.jsonl").splitlines()]
    assert [each["result"] for each in found if each.get("fact") == "call"] == [
        ["instance", "builtins", "int", ""]
    ]


def test_a_value_that_cannot_be_recorded(program: Program) -> None:
    """The value is reported, and all others are recorded."""
    main = """
    import jax
    import jax.numpy as jnp

    class Broken(jax.Array):
        @property
        def dtype(self):
            raise RuntimeError("no dtype")

    def takes(x):
        return None

    def half(x):
        return x / 2

    takes(Broken())
    half(jnp.ones(2))
    """
    program.write("main.py", textwrap.dedent(main))
    result = program.promo("annotate", "main.py", "--run", "python main.py", "--write")
    assert result.status == 0, result.err
    assert "not recorded: " in result.err
    assert "takes: RuntimeError: no dtype" in result.err
    assert "def half(x: Array[jnp.float32]) -> Array[jnp.float32]:" in program.read("main.py")


CIRCLES = """
import dataclasses
import jax
import jax.numpy as jnp

@dataclasses.dataclass
class Node:
    w: jax.Array
    parent: object = None
    child: object = None

def circle():
    first = Node(jnp.ones(2, jnp.bfloat16))
    first.child = Node(jnp.ones(2, jnp.bfloat16), first)
    return first

def chain(length):
    node = None
    for _ in range(length):
        node = Node(jnp.ones(2, jnp.bfloat16), node)
    return node

def apply(node, x):
    return node.w * x

apply(circle(), jnp.ones(2))
apply(chain(3000), jnp.ones(2))
"""


def test_instances_that_refer_to_each_other(program: Program) -> None:
    program.write("main.py", CIRCLES)
    result = program.promo("annotate", "main.py", "--run", "python main.py", "--write")
    assert "not recorded" not in result.err
    written = program.read("main.py")
    assert "w: Array[jnp.bfloat16]" in written
    assert "def apply(node: Node, x: Array[jnp.float32]) -> Array[jnp.float32]:" in written


def test_recording_goes_on_after_the_stack_was_full(program: Program) -> None:
    main = """
    import jax.numpy as jnp

    def endless(n):
        return endless(n + 1)

    def half(x):
        return x / 2

    half(jnp.ones(2))
    try:
        endless(0)
    except RecursionError:
        half(jnp.ones(2, jnp.bfloat16))
    """
    written = program.annotated("main.py", textwrap.dedent(main), "--no-verify")
    assert 'TypeVar("D", jnp.bfloat16, jnp.float32)' in written
