"""``promo explain`` agrees with the libraries, and its advice is executed."""

from __future__ import annotations

import itertools
import json
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import array_api_strict
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from click.testing import CliRunner

from promo_cli.app import promo
from promo_runtime import DtypeError, Engine
from promo_typing.lattice import jax_lattice
from promo_typing.systems import SYSTEMS, Promoted, system
from tests.unit.systems.libraries import library

from .conftest import Project

SETTINGS = {
    "jax": (False, "standard"),
    "jax-x64": (True, "standard"),
    "jax-strict": (False, "strict"),
    "jax-strict-x64": (True, "strict"),
    "jax-lax": (False, "standard"),
    "jax-lax-x64": (True, "standard"),
}
PYTHON: dict[str, Any] = {"int": 2, "float": 2.0, "complex": 2j, "1000": 1000, "2.5": 2.5}
NUMPY = ("bool", "uint8", "uint16", "uint64", "int8", "int32", "int64", "float16", "float32",
         "float64", "complex64", *PYTHON)  # fmt: skip
JAX = (*NUMPY, "bfloat16", "float8_e4m3fn", "float8_e5m2", "int4", "weak_float32", "weak_int32")
ROW = re.compile(r"  (\w+) +(\S.*?)(?:  .*)?")


def explained(*arguments: str) -> str:
    done = CliRunner().invoke(promo, ["explain", *arguments], standalone_mode=False)
    assert done.exception is None
    return done.output


def advised(text: str) -> Iterator[tuple[str, str]]:
    """The advised dtypes, with their expressions."""
    _, found, rest = text.partition("\nTo get another dtype, with ")
    lines = rest.partition("\n\n")[0].splitlines()[1:]
    for line in lines:
        match = ROW.fullmatch(line)
        assert match, line
        if not match[2].startswith("needs "):
            yield match[1], match[2]
    assert bool(found) == bool(lines)


def jax_value(name: str) -> Any:
    if name in PYTHON:
        return PYTHON[name]
    if name.startswith("weak_"):
        return jnp.asarray(2) if "int" in name else jnp.asarray(2.0)
    return jnp.ones(2, name)


def jax_result(expression: str, operands: tuple[str, ...]) -> tuple[str, bool]:
    scope = {"jnp": jnp, "jax": jax}
    variables = ("x", "y", "z") if len(operands) <= 3 else [f"x{n + 1}" for n in range(9)]
    values = dict(zip(variables, map(jax_value, operands), strict=False))
    arrays = {name: value for name, value in values.items() if isinstance(value, jax.Array)}
    with warnings.catch_warnings():
        # A cast from one float8 to another may overflow.
        warnings.simplefilter("ignore")
        result = jax.eval_shape(
            lambda arrays: eval(expression, scope, {**values, **arrays}), arrays
        )
    return str(result.dtype), result.weak_type


@pytest.mark.parametrize("name", SETTINGS)
def test_jax_makes_of_the_advice_what_it_promises(name: str) -> None:
    x64, promotion = SETTINGS[name]
    seen = 0
    with jax.enable_x64(x64), jax.numpy_dtype_promotion(promotion):
        for pair in itertools.combinations_with_replacement(JAX, 2):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # With x64 off, 64-bit dtypes are truncated.
                for dtype, expression in advised(explained(*pair, "--system", name)):
                    assert jax_result(expression, pair) == (dtype, False), (pair, expression)
                    seen += 1
    assert seen > 200


@pytest.mark.parametrize("operands", [("int8", "uint8", "float16"), ("int8", "int", "int8", "f16")])
def test_advice_for_more_than_two_operands(operands: tuple[str, ...]) -> None:
    names = tuple("float16" if each == "f16" else each for each in operands)
    advice = dict(advised(explained(*operands)))
    assert len(advice) >= 2
    for dtype, expression in advice.items():
        assert jax_result(expression, names) == (dtype, False)


def array_of(library: Any) -> Callable[[str], Any]:
    def array(name: str) -> Any:
        return PYTHON[name] if name in PYTHON else library.ones(2, dtype=getattr(library, name))

    return array


def check_advice(name: str, module: Any, short: str, names: tuple[str, ...]) -> None:
    array = array_of(module)
    seen = 0
    for pair in itertools.combinations_with_replacement(names, 2):
        for dtype, expression in advised(explained(*pair, "--system", name)):
            scope = {short: module, **dict(zip("xy", map(array, pair), strict=True))}
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # A conversion may overflow.
                result = eval(expression, scope)
            assert result.dtype == getattr(module, dtype), (pair, expression)
            seen += 1
    assert seen > 50


def test_numpy_makes_of_the_advice_what_it_promises() -> None:
    check_advice("numpy", np, "np", NUMPY)


def test_the_array_api_makes_of_the_advice_what_it_promises() -> None:
    names = tuple(name for name in NUMPY if name != "float16")
    check_advice("array-api", array_api_strict, "xp", names)


def test_tensorflow_makes_of_the_advice_what_it_promises() -> None:
    names = tuple(name for name in NUMPY if name != "bool")
    check_advice("tensorflow", library("tensorflow"), "tf", names)


def test_torch_makes_of_the_advice_what_it_promises() -> None:
    check_advice("torch", library("torch"), "torch", NUMPY)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_first_line_is_the_answer_of_the_system(name: str) -> None:
    for pair in itertools.product(("uint8", "int64", "float32", "float", "weak_float32"), repeat=2):
        result = system(name).result_type(*pair)
        said = (
            f"is {result.dtype}{', weakly typed' if result.weak else ''}"
            if isinstance(result, Promoted)
            else f"is undefined: {result.reason}"
        )
        first = explained(*pair, "--system", name).splitlines()[0]
        assert first == f"{name}: {' + '.join(pair)} {said}"


def test_all_systems_are_told_and_each_once() -> None:
    text = explained("int8", "uint8", "float16", "--system", "all")
    assert text.startswith("jax: int8 + uint8 + float16 is float16\n")
    _, _, elsewhere = text.partition("Elsewhere:\n")
    rows = {line.split()[0]: line.split(maxsplit=1)[1] for line in elsewhere.splitlines()}
    assert list(rows) == [name for name in SYSTEMS if name != "jax"]
    for name, said in rows.items():
        result = system(name).result_type("int8", "uint8", "float16")
        assert said == (
            result.dtype if isinstance(result, Promoted) else f"undefined: {result.reason}"
        )


PATHS: dict[tuple[str, ...], list[list[str]]] = {
    ("int8", "uint8"): [["int8", "int16"], ["uint8", "int16"]],
    ("int16", "float16"): [["int16", "int32", "int64", "f*", "float16"], ["float16"]],
    ("int", "bool"): [["i*"], ["bool", "i*"]],
    ("weak_float32", "int64"): [["f*"], ["int64", "f*"]],
}


@pytest.mark.parametrize("operands", PATHS)
def test_paths(operands: tuple[str, ...]) -> None:
    text = explained(*operands, "--system", "jax-x64")
    found = [line.split()[1::2] for line in text.splitlines() if line.startswith("  path")]
    assert found == PATHS[operands]
    symbols = {"i*": "weak_int", "f*": "weak_float"}
    lattice = jax_lattice(x64=True)
    for path in found:
        for lower, upper in itertools.pairwise(symbols.get(node, node) for node in path):
            assert upper in lattice.edges[lower]


@pytest.mark.parametrize("name", ["numpy", "torch", "jax-lax", "tensorflow"])
def test_what_is_no_lattice_has_no_paths(name: str) -> None:
    assert "  path" not in explained("float32", "float", "--system", name)


def test_a_64_bit_dtype_with_x64_off() -> None:
    text = explained("int64", "float16")
    assert "  x64 off  int64 is int32; --system jax-x64 keeps it\n" in text
    assert "  path     int32 -> f* -> float16\n" in text
    assert "  float64  needs jax_enable_x64; see --system jax-x64\n" in text
    text = explained("int64", "float16", "--system", "jax-x64")
    assert "x64 off" not in text
    assert "  float64  x + y.astype(jnp.float64)  int64 loses precision\n" in text


REMARKS: dict[tuple[str, ...], str] = {
    ("int32", "float16"): "lossy int32 to float16 loses precision and overflows",
    ("int32", "float"): "lossy int32 to float32 loses precision",
    ("uint64", "int8", "--system", "jax-x64"): "lossy uint64 to float64 loses precision",
    ("uint8", "int8"): "widening int16 is wider than both operands",
    ("bfloat16", "float16"): "widening float32 is wider than both operands",
}


@pytest.mark.parametrize("arguments", REMARKS)
def test_what_is_lost_or_wider(arguments: tuple[str, ...]) -> None:
    lines = [" ".join(line.split()) for line in explained(*arguments).splitlines()]
    assert [line for line in lines if line.startswith(("lossy", "widening"))] == [
        REMARKS[arguments]
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("int32", "float", "--system", "jax-x64"),
        ("int8", "float32"),
        # float64 is as wide as each part of complex128.
        ("complex64", "float64", "--system", "torch"),
    ],
)
def test_nothing_is_lost_or_wider_where_nothing_is(arguments: tuple[str, ...]) -> None:
    above = explained(*arguments).partition("\n\n")[0]
    assert "lossy" not in above
    assert "widening" not in above


def test_short_names_are_those_of_the_tables() -> None:
    assert explained("bf16", "u8", "e5m2") == explained("bfloat16", "uint8", "float8_e5m2")


NUMBERS: dict[tuple[str, ...], str] = {
    ("int8", "1000"): "jax: int8 + 1000 is int8",
    ("int8", "1000", "--system", "numpy"): (
        "numpy: int8 + 1000 is undefined: the Python integer 1000 is out of bounds for int8"
    ),
    ("int8", "1000", "--system", "numpy-1"): "numpy-1: int8 + 1000 is int16",
    ("int8", "99999999999"): (
        "jax: int8 + 99999999999 is undefined: "
        "the Python integer 99999999999 is out of bounds for int32"
    ),
    ("int8", "2.5"): "jax: int8 + 2.5 is float32, weakly typed",
    ("2", "1e3", "3j"): "jax: 2 + 1e3 + 3j is complex64, weakly typed",
    ("uint8", "--", "-1"): "jax: uint8 + -1 is uint8",
}


@pytest.mark.parametrize("arguments", NUMBERS)
def test_numbers(arguments: tuple[str, ...]) -> None:
    assert explained(*arguments).splitlines()[0] == NUMBERS[arguments]


def test_a_number_that_wraps_around_is_lossy() -> None:
    assert "  lossy  1000 to uint8 overflows\n" in explained("uint8", "1000")
    assert int(jnp.uint8(1) + 1000) == 1001 % 256
    assert "lossy" not in explained("uint8", "200")


def test_a_lattice_of_ones_own(project: Project) -> None:
    project.write("mine.json", json.dumps({"int8": ["cup"], "float16": ["cup"], "cup": []}))
    done = project.promo("explain", "int8", "float16", "--system", "mine.json")
    assert (done.status, done.err) == (0, "")
    head = ["mine: int8 + float16 is cup", "  path  int8 -> cup", "  path  float16 -> cup"]
    assert done.out.splitlines()[:3] == head
    done = project.promo_here("explain", "int8", "cup", "--system", "mine.json")
    assert (done.status, done.err) == (0, "")
    assert "Elsewhere" not in done.out
    done = project.promo_here("explain", "int8", "cap", "--system", "mine.json")
    assert done.status == 2
    assert done.err.endswith("; the nodes are int8, float16, cup\n")


def test_an_undefined_result_is_a_finding(project: Project) -> None:
    done = project.promo_here("explain", "float8_e4m3fn", "float32")
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith(
        "jax: float8_e4m3fn + float32 is undefined: "
        "JAX has no implicit promotion between float8_e4m3fn and float32"
        " (float8 types promote with no other float and no complex)\n"
    )


REASONS: dict[tuple[str, ...], str] = {
    ("float32", "int32", "--system", "jax-strict"): (
        'jax_numpy_dtype_promotion = "strict" allows no implicit promotion between '
        "float32 and int32"
    ),
    ("float8_e4m3fn", "float32", "--system", "jax-strict"): (
        "JAX has no implicit promotion between float8_e4m3fn and float32 (float8 types promote "
        "with no other float and no complex)"
    ),
    ("int4", "int8"): (
        "JAX has no implicit promotion between int4 and int8 (int4 promotes with bool and Python "
        "integers only)"
    ),
    ("float32", "int32", "--system", "jax-lax"): (
        "jax.lax.add promotes nothing and takes operands of one dtype, here float32 and int32"
    ),
    ("bool", "bool", "--system", "tensorflow"): "add takes no bool",
}


@pytest.mark.parametrize("arguments", REASONS)
def test_reasons(arguments: tuple[str, ...]) -> None:
    first = explained(*arguments).splitlines()[0]
    assert first.partition(" is undefined: ")[2] == REASONS[arguments]


ENGINES = {
    **{name: Engine(name) for name in SETTINGS if "lax" not in name},
    **{name: Engine(name, x64=True) for name in ("numpy", "tensorflow", "array-api", "torch")},
    "jax-lax": Engine("jax-lax", x64=False),
    "jax-lax-x64": Engine("jax-lax-x64", x64=True),
}
ADVISED = re.compile(r"x\.astype\(jnp\.(\w+)\)|jnp\.(\w+)\(x\)")


@pytest.mark.parametrize("name", ENGINES)
def test_the_engine_says_the_same(name: str) -> None:
    seen = 0
    wide = bool(ENGINES[name].x64)
    spelling = system(name).spelling
    assert spelling is not None
    there_are = [each for each in JAX if not each[0].isdigit()]
    absent = ("weak_float32", "weak_int32") if wide else ("int64", "uint64", "float64")
    operands = [each for each in there_are if each not in absent]
    for pair in itertools.product(operands, repeat=2):
        dtypes = [dtype for dtype, _ in advised(explained(*pair, "--system", name))]
        if isinstance(system(name).result_type(*pair), Promoted) or not dtypes:
            continue
        with jax.enable_x64(wide), pytest.raises(DtypeError) as caught:
            ENGINES[name].add(*map(jax_value, pair))
        found = ADVISED.search(str(caught.value))
        dtype = None if found is None else found[1] or found[2]
        # PyTorch cannot add some dtypes to themselves, which JAX can.
        if dtype is not None and dtype not in spelling.without_addition:
            assert dtypes[0] == dtype, (pair, str(caught.value))
            seen += 1
    assert seen > 20


REFUSED: dict[tuple[str, ...], str] = {
    ("flot32", "int8"): "'flot32' is no dtype of any promotion system; did you mean float32?",
    ("", "int8"): "'' is no dtype of any promotion system; expected a name such as float32 or i*",
    ("int8", "--system", "torhc"): "no promotion system 'torhc'; did you mean torch?",
    ("int8", "--system", "gone.toml"): "cannot read gone.toml: No such file or directory",
}


@pytest.mark.parametrize("arguments", REFUSED)
def test_bad_input_is_one_line(project: Project, arguments: tuple[str, ...]) -> None:
    done = project.promo("explain", *arguments)
    assert (done.status, done.out, done.err) == (2, "", f"promo: error: {REFUSED[arguments]}\n")


def test_colours_are_for_terminals(project: Project) -> None:
    arguments = ("explain", "int32", "float16")
    assert "\x1b[" not in project.promo_here(*arguments).out
    assert "\x1b[" in project.promo(*arguments, FORCE_COLOR="1").out
    assert "\x1b[" not in project.promo(*arguments, FORCE_COLOR="1", NO_COLOR="1").out
