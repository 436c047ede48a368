"""Programs that turn x64 or strict promotion on by themselves are checked with that setting."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Project

pytestmark = pytest.mark.slow

WIDE = """\
import os
import jax
import jax.numpy as jnp
from jax import Array, config

{update}

def f(x: Array[jnp.float64]) -> Array[jnp.float64]:
    return x + jnp.zeros(3, jnp.float64)
"""

ON = (
    'jax.config.update("jax_enable_x64", True)',
    'config.update("jax_enable_x64", True)',
    'if __name__ == "__main__":\n    jax.config.update("jax_enable_x64", True)',
    'if not jax.config.read("jax_enable_x64"):\n    jax.config.update("jax_enable_x64", True)',
    'if not config.jax_enable_x64:\n    config.update("jax_enable_x64", True)',
    'jax.config.update(name="jax_enable_x64", val=True)',
    'try:\n    jax.config.update("jax_enable_x64", True)\nexcept AttributeError:\n    pass',
    'def main() -> None:\n    jax.config.update("jax_enable_x64", True)\n\nmain()',
    'def main(_: list[str]) -> None:\n    jax.config.update("jax_enable_x64", True)\n\n'
    'if __name__ == "__main__":\n    app.run(main)',
    'def wide() -> None:\n    jax.config.update("jax_enable_x64", True)\n\n'
    "def main() -> None:\n    wide()\n\nmain()",
    'def main() -> int:\n    jax.config.update("jax_enable_x64", True)\n    return 0\n\n'
    'if __name__ == "__main__":\n    raise SystemExit(main())',
)
VARIABLE = """\
import os
{update}
import jax.numpy as jnp
from jax import Array

def f(x: Array[jnp.float64]) -> Array[jnp.float64]:
    return x + jnp.zeros(3, jnp.float64)
"""
NOT_SAID = (
    'jax.config.update("jax_enable_x64", False)',
    '"jax_enable_x64"',
    'if not jax.config.read("jax_enable_x64"):\n    jax.config.update("jax_enable_x64", False)',
    'def for_a_while() -> None:\n    jax.config.update("jax_enable_x64", True)\n'
    '    jax.config.update("jax_enable_x64", False)',
    'other.update("jax_enable_x64")',
)
IN_DOUBT = (
    'jax.config.update("jax_enable_x64", bool(os.environ))',
    'def late() -> None:\n    jax.config.update("jax_enable_x64", True)',
    'if os.environ:\n    jax.config.update("jax_enable_x64", True)',
    'if not os.environ and not config.x64_enabled:\n    config.update("jax_enable_x64", True)',
    "class Trainer:\n    def __init__(self) -> None:\n"
    '        jax.config.update("jax_enable_x64", True)',
    'jax.config.update("jax_enable_x64", True)\njax.config.update("jax_enable_x64", False)',
)


@pytest.mark.parametrize("update", ON)
def test_it_is_followed_and_said(project: Project, update: str) -> None:
    project.write("a.py", WIDE.format(update=update))
    done = project.promo("check", "a.py")
    before, _, _ = update.partition("update(")
    line = 6 + before.count("\n")
    assert (done.status, done.err) == (0, f"promo: note: a.py:{line} turns x64 on\n")


def test_functions_that_call_one_another_are_read_once(project: Project) -> None:
    calls = "\n".join(
        f"def f{n}() -> None:\n    f{n + 1}()\n    f{n + 1}()\n    f0()" for n in range(40)
    )
    project.write("a.py", f"{calls}\ndef f40() -> None:\n    import jax\n    {ON[0]}\nf0()\n")
    assert "turns x64 on" in project.promo("check", "a.py").err


@pytest.mark.parametrize("update", IN_DOUBT)
def test_where_it_may_be_on_nothing_about_it_is_an_error(project: Project, update: str) -> None:
    project.write("a.py", WIDE.format(update=update))
    done = project.promo("check", "a.py")
    before, _, _ = update.partition("update(")
    line = 6 + before.count("\n")
    assert (done.status, "dtype-x64" in done.out) == (0, False)
    assert done.err == (
        f"promo: note: a.py:{line} may turn x64 on: 1 error about 64-bit dtypes left out; say "
        "which holds with --x64 or --no-x64\n"
    )
    assert "dtype-x64" in project.promo("check", "a.py", "--no-x64").out


def test_what_may_run_after_such_a_statement_is_in_doubt(project: Project) -> None:
    project.write("a.py", WIDE.format(update=IN_DOUBT[1]))
    project.write("main.py", "import a\nimport part\n" + LIBRARY)
    project.write("part.py", LIBRARY)
    project.write("other.py", LIBRARY)
    project.write("test_it.py", WIDE.format(update=IN_DOUBT[1]))
    done = project.promo("check", ".")
    assert {line.partition(":")[0] for line in done.out.splitlines() if "dtype-x64" in line} == {
        "other.py",
        "test_it.py",
    }


@pytest.mark.parametrize(
    ("beginning", "call"),
    [
        ("from package.switches import use_float64", "use_float64()"),
        ("import package.switches", "package.switches.use_float64()"),
        ("from package import switches as s", "s.use_float64()"),
        ("from package import switches", "def main() -> None:\n    switches.use_float64()\nmain()"),
    ],
)
def test_a_function_of_another_file_turns_it_on(
    project: Project, beginning: str, call: str
) -> None:
    project.write("package/__init__.py", "")
    project.write("package/switches.py", f"import jax\ndef use_float64() -> None:\n    {ON[0]}\n")
    project.write("a.py", f"{beginning}\n{call}\n{LIBRARY}")
    done = project.promo("check", ".")
    assert (done.status, "turns x64 on" in done.err) == (0, True)


@pytest.mark.parametrize(
    "update",
    [
        *(f'os.environ["JAX_ENABLE_X64"] = "{word}"' for word in ("1", "True", "on")),
        'os.environ.setdefault("JAX_ENABLE_X64", "1")',
        'os.environ.update(JAX_ENABLE_X64="1")',
        'os.environ.update({"OTHER": "2", "JAX_ENABLE_X64": "1"})',
    ],
)
def test_the_environment_is_followed_and_said(project: Project, update: str) -> None:
    project.write("a.py", VARIABLE.format(update=update))
    done = project.promo("check", "a.py")
    assert (done.status, done.err) == (0, "promo: note: a.py:2 turns x64 on\n")


@pytest.mark.parametrize(
    "update",
    [
        'os.environ["JAX_ENABLE_X64"] = "0"',
        'os.putenv("JAX_ENABLE_X64", "1")',
        'os.environ["JAX_ENABLE_X64"] = "perhaps"',
        'import jax\nos.environ["JAX_ENABLE_X64"] = "1"',
        'from jax import lax\nos.environ["JAX_ENABLE_X64"] = "1"',
        'environment = {}\nenvironment["JAX_ENABLE_X64"] = "1"',
    ],
)
def test_an_environment_that_jax_does_not_read_leaves_it_off(project: Project, update: str) -> None:
    project.write("a.py", VARIABLE.format(update=update))
    done = project.promo("check", "a.py")
    assert done.status == 1
    assert "turns x64 on" not in done.err


STRICT = """\
import jax
import jax.numpy as jnp
from jax import Array

jax.config.update("jax_numpy_dtype_promotion", "{value}")

def f(x: Array[jnp.float32], n: Array[jnp.int32]) -> Array[jnp.float32]:
    return x * n
"""


def test_strict_promotion_is_followed_and_said(project: Project) -> None:
    project.write("a.py", STRICT.format(value="strict"))
    done = project.promo("check", "a.py")
    assert done.status == 1
    assert "a.py:8:12: error: float32 * int32" in done.out
    assert done.err == "promo: note: a.py:5 turns strict promotion on\n"


def test_standard_promotion_needs_no_word(project: Project) -> None:
    project.write("a.py", STRICT.format(value="standard"))
    done = project.promo("check", "a.py")
    assert (done.status, done.err) == (0, "")


def test_what_is_said_of_strict_promotion_comes_first(project: Project) -> None:
    project.write("a.py", STRICT.format(value="strict"))
    done = project.promo("check", "a.py", "--promotion", "standard")
    assert (done.status, done.err) == (0, "")


def test_both_are_followed_each_in_its_files(project: Project) -> None:
    project.write("a.py", STRICT.format(value="strict"))
    project.write("b.py", WIDE.format(update=ON[0]))
    project.write("c.py", STRICT.format(value="standard"))
    done = project.promo("check", ".")
    assert {line.partition(":")[0] for line in done.out.splitlines() if ": error:" in line} == {
        "a.py"
    }
    assert "a.py:5 turns strict promotion on, in 1 of 3 files" in done.err
    assert "b.py:6 turns x64 on, in 1 of 3 files" in done.err


def test_what_turns_strict_promotion_off_is_not_checked_with_what_turns_it_on(
    project: Project,
) -> None:
    project.write("a.py", "import b\n" + STRICT.format(value="strict"))
    project.write("b.py", STRICT.format(value="standard"))
    done = project.promo("check", ".")
    assert done.status == 2
    assert "say which holds with --promotion" in done.err


@pytest.mark.parametrize("update", NOT_SAID)
def test_all_else_leaves_it_off(project: Project, update: str) -> None:
    project.write("a.py", WIDE.format(update=update))
    done = project.promo("check", "a.py")
    assert done.status == 1
    assert "dtype-x64" in done.out
    assert "turns x64 on" not in done.err


def test_what_turns_it_off_is_not_checked_with_what_turns_it_on(project: Project) -> None:
    project.write("a.py", f"import b\n{WIDE.format(update=ON[0])}")
    project.write("b.py", WIDE.format(update=NOT_SAID[0]))
    done = project.promo("check", "a.py", "b.py")
    assert done.status == 2
    assert "a.py:7 turns x64 on, and b.py:6 turns x64 off" in done.err


def test_files_that_have_nothing_to_do_with_one_another_may_disagree(project: Project) -> None:
    project.write("a.py", WIDE.format(update=ON[0]))
    project.write("b.py", WIDE.format(update=NOT_SAID[0]))
    done = project.promo("check", "a.py", "b.py")
    assert done.status == 1
    assert {line.partition(":")[0] for line in done.out.splitlines() if "dtype-x64" in line} == {
        "b.py"
    }
    assert "a.py:6 turns x64 on, in 1 of 2 files" in done.err


LIBRARY = """\
import jax.numpy as jnp

def f(x):
    return x + jnp.zeros(3, jnp.float64)

y = jnp.zeros(3, jnp.float64)
"""
PARTS = {
    # Only a test runs these.
    "a-test.py": f"import jax\n{ON[0]}\nimport lib\n\n{LIBRARY}",
    "lib.py": "from package import inner\n" + LIBRARY,
    "package/__init__.py": "",
    "package/inner.py": "import package.inner\nfrom . import loop\n" + LIBRARY,
    "package/loop.py": "from .inner import y as z\n" + LIBRARY,
    # These run with x64 off, too.
    "main.py": "def g():\n    from package import shared\n\n" + LIBRARY,
    "package/shared.py": LIBRARY,
    "package/both.py": "import lib\nimport package.shared\n" + LIBRARY,
}
OFF = {"main.py", "package/shared.py"}


def test_it_is_followed_where_nothing_else_runs(project: Project) -> None:
    """A module has x64 on only if all programs that import it turn x64 on."""
    for path, text in PARTS.items():
        project.write(path, text)
    project.write("package/both.py", f"import jax\n{ON[0]}\n{PARTS['package/both.py']}")
    done = project.promo("check", ".")
    assert {line.partition(":")[0] for line in done.out.splitlines() if "dtype-x64" in line} == OFF
    assert "package/both.py:2 turns x64 on, in 5 of 8 files (modules that others" in done.err


def test_a_module_that_a_program_without_it_imports_is_checked_without_it(
    project: Project,
) -> None:
    for path, text in PARTS.items():
        project.write(path, text)
    done = project.promo("check", ".")
    assert {line.partition(":")[0] for line in done.out.splitlines() if "dtype-x64" in line} == {
        *OFF,
        "package/both.py",
        "lib.py",
        "package/inner.py",
        "package/loop.py",
    }
    assert "a-test.py:2 turns x64 on, in 1 of 8 files" in done.err


@pytest.mark.parametrize(("update", "wide"), [(ON[0], {"a.py", "b.py"}), (ON[2], {"b.py"})])
def test_who_imports_it_has_it_on_but_for_that_of_a_program(
    project: Project, update: str, wide: set[str]
) -> None:
    project.write("a.py", "import b\n" + LIBRARY)
    project.write("b.py", f"import jax\n{update}\n{LIBRARY}")
    project.write("c.py", LIBRARY)
    done = project.promo("check", "a.py", "b.py", "c.py")
    narrow = {line.partition(":")[0] for line in done.out.splitlines() if "dtype-x64" in line}
    assert narrow == {"a.py", "b.py", "c.py"} - wide


def test_what_conftest_turns_on_is_on_in_its_folder(project: Project) -> None:
    project.write("tests/conftest.py", f"import jax\n{ON[0]}\n")
    project.write("tests/test_it.py", LIBRARY)
    project.write("program.py", LIBRARY)
    done = project.promo("check", ".")
    assert {line.partition(":")[0] for line in done.out.splitlines() if "dtype-x64" in line} == {
        "program.py"
    }


@pytest.mark.parametrize("said", ["option", "file", "environment"])
def test_what_is_said_elsewhere_comes_first(project: Project, said: str) -> None:
    project.write("a.py", WIDE.format(update=ON[0]))
    if said == "file":
        project.write("pyproject.toml", "[tool.promo-typing]\nx64 = false\n")
    options = ["--no-x64"] if said == "option" else []
    environment = {"PROMO_TYPING_SETTINGS": '{"x64": false}'} if said == "environment" else {}
    done = project.promo("check", "a.py", *options, **environment)
    assert done.status == 1
    assert "dtype-x64" in done.out


PYTEST_ON = {
    "pytest.ini": "[pytest]\nenv =\n    OTHER=1\n    JAX_ENABLE_X64=1\n",
    "setup.cfg": "[tool:pytest]\nenv =\n    D:JAX_ENABLE_X64=True\n",
    "pyproject.toml": '[tool.pytest.ini_options]\nenv = ["R:D:JAX_ENABLE_X64=true"]\n',
}
TABLES = ("JAX_ENABLE_X64 = 1", 'JAX_ENABLE_X64 = {value = "on", skip_if_set = true}')


@pytest.mark.parametrize(
    ("name", "text"),
    [*PYTEST_ON.items(), *(("pyproject.toml", f"[tool.pytest_env]\n{each}\n") for each in TABLES)],
)
def test_settings_of_pytest_are_followed_and_said(project: Project, name: str, text: str) -> None:
    project.write("a.py", WIDE.format(update=""))
    project.write(name, text)
    done = project.promo("check", "a.py")
    assert (done.status, done.err) == (0, f"promo: note: JAX_ENABLE_X64 in {name} turns x64 on\n")


@pytest.mark.parametrize(
    ("text", "update"),
    [
        ("[pytest]\nenv =\n    JAX_ENABLE_X64=0\n", ""),
        ("[pytest]\nenv =\n    MY_JAX_ENABLE_X64=1\n", ""),
        (PYTEST_ON["pytest.ini"], NOT_SAID[0]),
    ],
)
def test_other_settings_of_pytest_leave_it_off(project: Project, text: str, update: str) -> None:
    project.write("a.py", WIDE.format(update=update))
    project.write("pytest.ini", text)
    done = project.promo("check", "a.py")
    assert done.status == 1
    assert "dtype-x64" in done.out


def test_modules_with_a_setting_of_their_own_turn_it_on_for_themselves(project: Project) -> None:
    project.write("tests/__init__.py", "")
    project.write("tests/wide.py", WIDE.format(update=ON[0]))
    project.write("narrow.py", WIDE.format(update=""))
    project.write(
        "setup.cfg", "[promo-typing-tests.*]\nx64 = true\n[tool:pytest]\nenv = JAX_ENABLE_X64=1\n"
    )
    done = project.promo("check", "tests", "narrow.py")
    assert (done.status, done.err) == (1, "")
    assert "narrow.py:9:" in done.out
    assert "wide.py" not in done.out
