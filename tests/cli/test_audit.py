"""``promo audit`` reports conversions and enforces budgets; so does the fixture ``promo_audit``."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from promo_cli.audit_arguments import argument
from promo_cli.command_error import CommandError
from tests.folders import TIMEOUT
from tests.processes import Result

from .conftest import Project

MODEL = """\
import jax
import jax.numpy as jnp
import numpy as np

print("a message of the program")
SCALE = np.float32(0.5)
NUMBER = 3


def layer(x, w):
    h = x.astype(jnp.float32).astype(jnp.bfloat16) @ w
    return h * SCALE


def clean(x, w):
    return jnp.maximum(x @ w, 0) * 0.5


def many(x):
    return jax.lax.scan(lambda h, _: ((h * SCALE).astype(h.dtype), None), x, None, length=10)


def arguments():
    return jnp.ones((4, 8), jnp.bfloat16), jnp.ones((8, 16), jnp.bfloat16)


def one():
    return jax.ShapeDtypeStruct((4, 8), jnp.bfloat16)


def reshape(x, shape):
    return x.reshape(shape)


def ends():
    raise SystemExit(0)


def fails(x):
    raise ValueError("the first line\\nthe second")
"""

X, W = "bfloat16[4,8]", "bfloat16[8,16]"
FINDING = (
    "model.py:12: mul: bfloat16 -> float32 (widening), 64 elements, 384 bytes"
    "  [dtype-numpy-widening]\n"
)
FORBIDDEN = (
    "model.py:12: mul: bfloat16 -> float32 (widening), 64 elements, 384 bytes "
    "[dtype-numpy-widening]: widening is forbidden"
)
CLEAN = "0 implicit conversions, 0 bytes a call\n"


@pytest.fixture
def model(project: Project) -> Project:
    project.write("model.py", MODEL)
    return project


def audited(model: Project, function: str, *more: str) -> Result:
    return model.promo("audit", f"model:{function}", *more, JAX_PLATFORMS="cpu")


def test_text(model: Project) -> None:
    done = audited(model, "layer", "--arg", X, "--arg", W)
    assert (done.status, done.out) == (0, FINDING + "1 implicit conversion, 384 bytes a call\n")
    assert done.err == "a message of the program\n"


def test_short_names(model: Project) -> None:
    done = audited(model, "layer", "--arg", "bf16[4,8]", "--arg", "bf16[8,16]")
    assert done.out == FINDING + "1 implicit conversion, 384 bytes a call\n"


def test_a_clean_function(model: Project) -> None:
    done = audited(model, "clean", "--arg", X, "--arg", W, "--max-bytes", "0")
    assert (done.status, done.out) == (0, CLEAN)


@pytest.mark.parametrize(("function", "provider"), [("clean", "arguments"), ("many", "one")])
def test_arguments_of_a_function(model: Project, function: str, provider: str) -> None:
    done = audited(model, function, "--args", f"model:{provider}", "--lints", "strict")
    assert done.status == 0
    if function == "many":
        expected = (
            "model.py:20: mul: bfloat16 -> float32 (widening), 32 elements x 10, 1920 bytes"
            "  [dtype-widening]"
        )
        assert done.out.splitlines()[0] == expected
    else:
        assert done.out == CLEAN


def test_static_arguments(model: Project) -> None:
    arguments = ["--arg", X, "--arg", "(2, 16)"]
    assert audited(model, "reshape", *arguments, "--static", "1").out == CLEAN
    assert audited(model, "reshape", *arguments).status == 2


def test_json(model: Project) -> None:
    done = audited(model, "layer", "--arg", X, "--arg", W, "--format", "json")
    assert done.status == 0
    report = json.loads(done.out)
    assert (report["schema"], report["bytes"]) == (1, 384)
    implicit = [found for found in report["conversions"] if found["origin"] == "implicit"]
    explicit = [found for found in report["conversions"] if found["origin"] == "explicit"]
    assert implicit == [
        {
            "place": {
                "file": "model.py",
                "line": 12,
                "column": 12,
                "end_line": 12,
                "end_column": 20,
            },
            "operation": "mul",
            "source": "bfloat16",
            "target": "float32",
            "weak": False,
            "constant": False,
            "elements": 64,
            "trips": 1,
            "is_bounded": True,
            "origin": "implicit",
            "code": "dtype-numpy-widening",
            "bytes": 384,
            "flags": ["widening"],
            "is_finding": True,
            "count": 1,
        }
    ]
    assert [(found["source"], found["target"]) for found in explicit] == [
        ("bfloat16", "float32"),
        ("float32", "bfloat16"),
    ]


def test_github(model: Project) -> None:
    done = audited(model, "layer", "--arg", X, "--arg", W, "--format", "github")
    assert done.status == 0
    assert done.out == (
        "::warning file=model.py,line=12,title=dtype-numpy-widening::"
        "mul: bfloat16 -> float32, 384 bytes\n"
    )


@pytest.mark.parametrize("style", ["text", "json", "github"])
@pytest.mark.parametrize(
    ("budget", "status", "messages"),
    [
        (["--max-bytes", "384"], 0, []),
        (["--max-bytes", "383"], 1, ["implicit conversions move 384 bytes, allowed are 383"]),
        (["--forbid", "lossy", "--forbid", "64-bit"], 0, []),
        (["--forbid", "lossy", "--forbid", "widening"], 1, [FORBIDDEN]),
        (
            ["--forbid", "widening", "--max-bytes", "0"],
            1,
            [FORBIDDEN, "implicit conversions move 384 bytes, allowed are 0"],
        ),
    ],
)
def test_budget(
    model: Project, style: str, budget: list[str], status: int, messages: list[str]
) -> None:
    done = audited(model, "layer", "--arg", X, "--arg", W, *budget, "--format", style)
    assert done.status == status
    assert "384" in done.out
    printed, *errors = done.err.splitlines()
    assert printed == "a message of the program"
    assert errors == [f"promo: error: {message}" for message in messages]


def test_x64(model: Project) -> None:
    arguments = ["--arg", "float32[8]", "--arg", "float64[8]", "--forbid", "64-bit"]
    expected = "float32 -> float64 (64-bit, widening), 8 elements, 96 bytes  [dtype-widening]"
    done = model.promo("audit", "jax.numpy:add", *arguments, "--x64", "--lints", "strict")
    assert done.status == 1
    assert done.out.splitlines()[0].endswith(expected)
    done = model.promo("audit", "jax.numpy:add", *arguments, "--no-x64")
    assert (done.status, done.out) == (0, CLEAN)


LINTS = """\
import jax.numpy as jnp
import numpy as np

SCALE = np.float32(0.5)


def rounded(x, i):
    return x * SCALE + (x * i).astype(jnp.float32)


def halved(i):
    return i / 2


def thrice(x):
    for _ in range(3):
        x = jnp.where(x > 0, x, x * SCALE).astype(jnp.bfloat16)
    return x


def ignored(x, i):
    y = x * SCALE  # type: ignore[dtype-numpy-widening]
    rounded = (
        x
        * i  # type: ignore[dtype-lint]
    )
    y = y * i  # type: ignore
    return y + rounded  # type: ignore[dtype-widening]
"""
NUMPY = (
    "lints.py:8: mul: bfloat16 -> float32 (widening), 4 elements, 24 bytes  [dtype-numpy-widening]"
)
ROUNDED = (
    "lints.py:8: mul: int32 -> bfloat16 (lossy), 4 elements, 24 bytes  [dtype-integer-rounding]"
)
HALVED = "lints.py:12: truediv: int32 -> float32 (lossy), 4 elements, 32 bytes  [dtype-kind-change]"
OVERRIDE = "[[tool.promo-typing.overrides]]\nmodule = '{}'\nlints = '{}'\n"
ROUNDED_ARGUMENTS = ("lints:rounded", "--arg", "bf16[4]", "--arg", "i32[4]")


@pytest.fixture
def lints(project: Project) -> Project:
    project.write("lints.py", LINTS)
    return project


@pytest.mark.parametrize(
    ("settings", "options", "lines"),
    [
        ({}, [], [NUMPY]),
        ({}, ["--lints", "strict"], [NUMPY, ROUNDED]),
        ({"pyproject.toml": "[tool.promo-typing]\nlints = 'strict'\n"}, [], [NUMPY, ROUNDED]),
        ({"setup.cfg": "[promo-typing]\nlints = strict\n"}, [], [NUMPY, ROUNDED]),
        ({"mypy.ini": "[mypy]\n[promo-typing]\nlints = all\n"}, [], [NUMPY, ROUNDED]),
        ({"mypy.ini": "[mypy]\n[promo-typing-lints]\nlints = strict\n"}, [], [NUMPY, ROUNDED]),
        ({"setup.cfg": "[promo-typing-lints]\nlints = strict\nx64 = yes\n"}, [], [NUMPY, ROUNDED]),
        ({"setup.cfg": "[promo-typing-lints]\npromotion = strict\n"}, [], [NUMPY]),
        ({"pyproject.toml": OVERRIDE.format("li*", "strict")}, [], None),
        ({"pyproject.toml": OVERRIDE.format("other.*", "strict")}, [], [NUMPY]),
        ({"pyproject.toml": OVERRIDE.format("lints", "strict")}, [], [NUMPY, ROUNDED]),
        (
            {"pyproject.toml": OVERRIDE.format("lints", "recommended")},
            ["--lints", "all"],
            [NUMPY],
        ),
    ],
)
def test_sets(
    lints: Project, settings: dict[str, str], options: list[str], lines: list[str] | None
) -> None:
    for name, text in settings.items():
        lints.write(name, text)
    done = lints.promo("audit", *ROUNDED_ARGUMENTS, *options)
    if lines is None:
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith("promo: error: pyproject.toml: [tool.promo-typing] overrides: ")
        assert done.err.count("\n") == 1
    else:
        more = "" if len(lines) == 2 else " (1 more with the lints 'strict')"
        noun = "conversion" if len(lines) == 1 else "conversions"
        total = f"{len(lines)} implicit {noun}, {24 * len(lines)} bytes a call{more}"
        assert (done.status, done.out.splitlines()) == (0, [*lines, total])


def test_the_environment_goes_before_the_file(lints: Project) -> None:
    lints.write("setup.cfg", "[promo-typing]\nlints = strict\n")
    done = lints.promo(
        "audit", *ROUNDED_ARGUMENTS, PROMO_TYPING_SETTINGS='{"lints": "recommended"}'
    )
    assert done.out.splitlines()[:-1] == [NUMPY]


def test_what_is_forbidden_is_so_in_every_set(lints: Project) -> None:
    done = lints.promo("audit", *ROUNDED_ARGUMENTS, "--forbid", "lossy")
    assert done.status == 1
    assert done.out.splitlines()[:-1] == [NUMPY]
    assert done.err == f"promo: error: {' '.join(ROUNDED.split())}: lossy is forbidden\n"
    done = lints.promo("audit", *ROUNDED_ARGUMENTS, "--max-bytes", "24")
    assert (done.status, done.err) == (0, "")


def test_only_in_all(lints: Project) -> None:
    arguments = ("audit", "lints:halved", "--arg", "i32[4]")
    assert lints.promo(*arguments, "--lints", "strict").out == (
        "0 implicit conversions, 0 bytes a call (1 more with the lints 'all')\n"
    )
    assert lints.promo(*arguments, "--lints", "all").out.splitlines()[0] == HALVED


def test_comments(lints: Project) -> None:
    arguments = ("lints:ignored", "--arg", "bf16[4]", "--arg", "i32[4]", "--lints", "all")
    done = lints.promo("audit", *arguments, "--forbid", "lossy")
    assert done.status == 0
    assert [line.split("[")[-1] for line in done.out.splitlines()[:-1]] == ["dtype-numpy-widening]"]


def test_equal_lines_are_one_with_a_count(lints: Project) -> None:
    arguments = ("audit", "lints:thrice", "--arg", "bf16[4]", "--lints", "strict")
    text = lints.promo(*arguments).out.splitlines()
    assert text == [
        "lints.py:17: mul: bfloat16 -> float32 (widening), 4 elements, 24 bytes, 3 times"
        "  [dtype-widening]",
        "lints.py:17: where: bfloat16 -> float32 (widening), 4 elements, 24 bytes, 3 times"
        "  [dtype-widening]",
        "6 implicit conversions, 144 bytes a call",
    ]
    data = json.loads(lints.promo(*arguments, "--format", "json").out)
    counts = [(each["operation"], each["count"]) for each in data["conversions"]]
    assert (data["bytes"], {("mul", 3), ("where", 3), ("astype", 3)}) == (144, set(counts))
    assert lints.promo(*arguments, "--format", "github").out.splitlines() == [
        f"::warning file=lints.py,line=17,title=dtype-widening::{operation}: "
        "bfloat16 -> float32, 24 bytes, 3 times"
        for operation in ("mul", "where")
    ]
    forbidden = lints.promo(*arguments, "--forbid", "widening").err
    assert [line.count("3 times") for line in forbidden.splitlines()] == [1, 1]


REFUSED = {
    "no form": (["model"], "'model' is not of the form MODULE:FUNCTION"),
    "no module": (["gone:f"], "cannot import 'gone': ModuleNotFoundError: No module named 'gone'"),
    "relative module": ([".gone:f"], "cannot import '.gone': TypeError"),
    "syntax error": (["broken:f"], "cannot import 'broken': SyntaxError: "),
    "module that ends": (["ending:f"], "cannot import 'ending': SystemExit: 0"),
    "no function": (["model:gone"], "'model' has no 'gone'"),
    "no callable": (["model:NUMBER"], "'model:NUMBER' is not a function but of the type int"),
    "no dtype": (["model:clean", "--arg", "flaot32[3]"], "JAX; did you mean float32?"),
    "wrong shape": (["model:clean", "--arg", "float32[3,,4]"], "is neither an array such as"),
    "no shape": (["model:clean", "--arg", "f32"], "no shape; write f32[] for a scalar, or f32[8,"),
    "long name": (["model:clean", "--arg", "bfloat16"], "has no shape; write bfloat16[] for a"),
    "nearly": (["model:clean", "--arg", "flaot32"], "a Python literal; did you mean float32[]?"),
    "no literal": (["model:clean", "--arg", "x + 1"], "nor a Python literal"),
    "too few": (["model:clean", "--arg", X], "TypeError: clean() missing 1 required positional"),
    "none": (["model:clean"], "TypeError: clean() missing 2 required positional arguments"),
    "shapes": (["model:clean", "--arg", X, "--arg", X], "raised TypeError: dot_general"),
    "raises": (["model:fails", "--arg", "1"], "model:fails raised ValueError: the first line"),
    "ends": (["model:ends"], "model:ends raised SystemExit: 0"),
    "provider": (["model:clean", "--args", "model:gone"], "'model' has no 'gone'"),
    "provider raises": (["model:clean", "--args", "model:ends"], "model:ends raised SystemExit"),
    "both": (["model:clean", "--arg", X, "--args", "model:one"], "by --arg or by --args"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_refused_in_one_line(model: Project, kind: str) -> None:
    model.write("broken.py", "def f(:\n")
    model.write("ending.py", "raise SystemExit(0)\n")
    arguments, message = REFUSED[kind]
    done = model.promo("audit", *arguments, JAX_PLATFORMS="cpu")
    assert (done.status, done.out) == (2, "")
    (line,) = [line for line in done.err.splitlines() if line != "a message of the program"]
    assert line.startswith("promo: error: ")
    assert message in line


@pytest.mark.parametrize("option", [("--max-bytes", "-1"), ("--forbid", "slow"), ("--static", "x")])
def test_refused_options(model: Project, option: tuple[str, str]) -> None:
    done = audited(model, "clean", *option)
    assert (done.status, done.out) == (2, "")
    assert f"Invalid value for '{option[0]}'" in done.err


def test_without_jax(model: Project) -> None:
    model.write("gone/jax.py", "raise ImportError('there is no JAX')\n")
    done = model.promo("audit", "model:clean", PYTHONPATH=str(model.folder / "gone"))
    assert (done.status, done.out) == (2, "")
    assert done.err == "promo: error: functions are traced with JAX, but there is no JAX\n"


@pytest.mark.parametrize(
    ("text", "shape"),
    [("int4[]", ()), ("bool[3]", (3,)), ("float8_e4m3fn[ 2 , 3 ]", (2, 3)), ("uint8[0,]", (0,))],
)
def test_array_argument(text: str, shape: tuple[int, ...]) -> None:
    array = argument(text)
    assert (array.dtype.name, array.shape) == (text.partition("[")[0], shape)


@pytest.mark.parametrize("value", [1, -2.5, True, None, "same", [1.0, 2], {"x": (1, 2)}])
def test_literal_argument(value: object) -> None:
    assert argument(repr(value)) == value


@pytest.mark.parametrize("text", ["", "[", "same", "float32[-1]", "float32[x]", "float32[1 2]"])
def test_bad_argument(text: str) -> None:
    with pytest.raises(CommandError, match="is neither an array"):
        argument(text)


TEST = """\
import jax
import jax.numpy as jnp
import pytest
from model import clean, fails, layer, many, reshape

X, W = (jax.ShapeDtypeStruct(shape, jnp.bfloat16) for shape in ((4, 8), (8, 16)))


def test_passes(promo_audit):
    report = promo_audit(clean, forbid={"widening", "lossy", "64-bit"}, max_bytes=0)(X, W)
    assert report.findings == ()


def test_report(promo_audit):
    (found,) = promo_audit(layer)(X, W).findings
    assert found.bytes == 384


def test_static(promo_audit):
    promo_audit(reshape, static_argnums=1, max_bytes=0)(X, (32,))


def test_forbids(promo_audit):
    promo_audit(layer, forbid={"widening"})(X, w=W)


def test_budget(promo_audit):
    promo_audit(layer, max_bytes=383)(X, W)


def test_raises(promo_audit):
    with pytest.raises(ValueError, match="the first line"):
        promo_audit(fails)(1)


def test_lints(promo_audit):
    assert len(promo_audit(many)(X).findings) == 0
    assert len(promo_audit(many, lints="strict")(X).findings) == 1
    with pytest.raises(ValueError, match="'slow' is no set of lints; use recommended or strict"):
        promo_audit(many, lints="slow")


def test_unknown_flag(promo_audit):
    with pytest.raises(ValueError, match="'slow' is not a valid Flag"):
        promo_audit(layer, forbid={"slow"})
"""


def test_fixture(model: Project) -> None:
    model.write("test_model.py", TEST)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=model.folder,
        env=model.environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert "2 failed, 6 passed" in done.stdout, done.stdout + done.stderr
    assert "FAILED test_model.py::test_forbids" in done.stdout
    assert "model.py:12: mul: bfloat16 -> float32 (widening), 64 elements, 384" in done.stdout
    assert "FAILED test_model.py::test_budget" in done.stdout
    assert "implicit conversions move 384 bytes, allowed are 383" in done.stdout
