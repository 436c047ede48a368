"""The tables of rules are well formed and complete, and right in well-known cases."""

from __future__ import annotations

import ast
import importlib
import inspect
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args

import jax
import jax.numpy as jnp
import pytest

from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.core.versions import SUPPORTED
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import names, rule_of
from promo_typing.oracle.coverage import public_functions, uncovered
from promo_typing.rules import (
    FUNCTIONS,
    METHODS,
    OPERATORS,
    NoPath,
    Outcome,
    Rejected,
    Resolved,
    Rule,
    TooNarrow,
    Unknown,
    catalogue,
    of_version,
    parameters,
    resolve,
    without_arguments,
)
from promo_typing.rules.catalogue.without_rule import WITHOUT_RULE
from promo_typing.rules.model import (
    Case,
    DtypeMap,
    DtypeSet,
    Expression,
    One,
    PythonInt,
    Requested,
    Test,
    dtype_maps,
    dtype_sets,
    expressions,
    operands_in,
)

ALL = {
    **FUNCTIONS,
    **{f"Array.{name}": rule for name, rule in METHODS.items()},
    **{name: rule_of(name) for name in names()},
}
"""All rules, including those for special arguments."""


def parts(value: Any) -> list[Any]:
    """A part of a rule, with all its own parts."""
    if isinstance(value, tuple):
        return [part for each in value for part in parts(each)]
    if not is_dataclass(value) or isinstance(value, DtypeMap | DtypeSet):
        return [value]
    return [value, *(part for field in fields(value) for part in parts(getattr(value, field.name)))]


def test_only_the_last_case_of_a_rule_holds_always() -> None:
    assert [name for name, rule in ALL.items() if not _ends_with_what_holds_always(rule)] == []


def _ends_with_what_holds_always(rule: Rule) -> bool:
    *guarded, last = rule.cases
    return not last.when and all(case.when for case in guarded)


def test_operands_are_named_once_and_used() -> None:
    assert [name for name, rule in ALL.items() if not _uses_each_operand(rule)] == []


def _uses_each_operand(rule: Rule) -> bool:
    named = [operand.name for operand in rule.operands]
    asked = {each.operand for each in parts(rule.cases) if isinstance(each, PythonInt)}
    used = {*operands_in(rule.cases), *asked}
    return len(named) == len(set(named)) and used == set(named)


def test_what_is_asked_for_is_said_of_every_array_or_of_none() -> None:
    assert [name for name, rule in ALL.items() if not _says_what_is_asked_for(rule)] == []


def _says_what_is_asked_for(rule: Rule) -> bool:
    return (rule.dtype is not None) == any(case.requested for case in rule.cases) and all(
        len(case.requested) in (0, len(expressions(case.result)))
        and not any(isinstance(each, Requested) for each in parts(case.result))
        for case in rule.cases
    )


def test_one_version_returns_one_shape() -> None:
    """The remaining conditions do not change the number of arrays."""
    shapes = {
        (name, version): {shape_of(case) for case in of_version(rule_of(name), version).cases}
        for name in names()
        for version in SUPPORTED
    }
    assert [which for which, found in shapes.items() if len(found) != 1] == []


def shape_of(case: Case) -> tuple[str, int]:
    return type(case.result).__name__, len(expressions(case.result))


def test_dtypes_and_absent_operands_are_nodes() -> None:
    assert [name for name, rule in ALL.items() if not _written_of_nodes(rule)] == []


def _written_of_nodes(rule: Rule) -> bool:
    written = {each.node for each in parts(rule.cases) if hasattr(each, "node")}
    absent = {each.absent for each in rule.operands if isinstance(each, One)}
    return written <= {*NODES, PRNG_KEY} and absent <= {*NODES, None}


def test_every_kind_of_expression_and_test_is_used() -> None:
    used = {type(each) for rule in ALL.values() for each in parts(rule.cases)}
    assert {*get_args(Expression), *get_args(Test)} - used == set()


def test_every_set_and_every_map_is_used() -> None:
    sources = [path.read_text(encoding="utf-8") for path in PACKAGE.parent.rglob("*.py")]
    read = {
        node.id
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    made = {
        name
        for module in (dtype_sets, dtype_maps)
        for name, value in vars(module).items()
        if isinstance(value, DtypeSet | DtypeMap)
    }
    assert made - read == set()


PACKAGE = Path(inspect.getfile(catalogue)).parent


def test_the_name_of_every_function_is_written_out() -> None:
    """So a search for the full name of a function finds its rule."""
    written = {
        node.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
    }
    assert set(FUNCTIONS) - written == set()


def test_parameters_are_those_of_the_function() -> None:
    assert [name for name in FUNCTIONS if not _has_the_parameters(name)] == []


def _has_the_parameters(name: str) -> bool:
    module, _, last = name.rpartition(".")
    function, rule = getattr(importlib.import_module(module), last, None), FUNCTIONS[name]
    if function is None:
        return name in OF_OTHER_VERSIONS
    if isinstance(function, jnp.ufunc):  # Like all ufuncs it has the signature *args.
        return len(rule.operands) == function.nin
    existing = inspect.signature(function).parameters
    named = [operand.name for operand in rule.operands]
    optional = [*([rule.dtype.name] if rule.dtype else []), *parameters(rule)]
    in_order = [parameter for parameter in existing if parameter in named]
    return {*named, *optional} <= set(existing) and named == in_order


OF_OTHER_VERSIONS = {
    "jax.lax.ConvGeneralDilatedDimensionNumbers",
    "jax.lax.PrecisionLike",
    "jax.lax.log2",
    "jax.lax.one_minus_square",
    "jax.lax.polynomial",
    "jax.lax.precv",
    "jax.scipy.special.erfcinv",
    "jax.lax.psend",
    "jax.lax.psum_scatter_start",
    "jax.numpy.minmax",
    "jax.numpy.top_k",
    "jax.random.Key",
}
"""Functions that some supported version of JAX lacks."""


def test_every_public_function_has_a_rule_or_a_reason_to_have_none() -> None:
    assert uncovered() == []
    assert set(FUNCTIONS) & set(WITHOUT_RULE) == set()
    known = {name for name in {*FUNCTIONS, *WITHOUT_RULE} if not name.startswith("Array.")}
    assert known - set(public_functions()) - OF_OTHER_VERSIONS == set()


def test_a_function_of_several_names_has_one_rule() -> None:
    rules: dict[int, dict[str, Rule | str]] = {}
    for name in public_functions():
        module, _, attribute = name.rpartition(".")
        function = getattr(importlib.import_module(module), attribute)
        rules.setdefault(id(function), {})[name] = (FUNCTIONS | WITHOUT_RULE)[name]
    several = [group for group in rules.values() if len(group) > 1]
    assert {"jax.nn.logsumexp", "jax.scipy.special.logsumexp"} in map(set, several)
    for group in several:
        first, *others = group.values()
        assert all(each == first for each in others), group


def test_every_public_member_of_arrays_has_a_rule_or_a_reason_to_have_none() -> None:
    members = {name for name in dir(jax.Array) if not name.startswith("_")}
    updates = {f"at.{n}" for n, _ in inspect.getmembers(jnp.zeros(1).at[0], callable)}
    public = members | {name for name in updates if not name.startswith("at._")} - {"at.array"}
    reasons = {name.removeprefix("Array.") for name in WITHOUT_RULE if name.startswith("Array.")}
    assert public - {*METHODS, *OPERATORS, *reasons} == set()
    assert reasons - public == set()
    assert reasons & {*METHODS} == set()


@pytest.mark.parametrize("name", METHODS)
def test_arrays_have_the_method(name: str) -> None:
    array = jnp.zeros((1, 1))
    *indexed, method = name.split(".")
    assert hasattr(array.at[0] if indexed else array, method)
    assert METHODS[name].operands[0].name == "self"


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_have_a_rule(name: str) -> None:
    operator = OPERATORS[name]
    assert hasattr(jax.Array, name)
    assert len(FUNCTIONS[operator.function].operands) == (1 if operator.unary else 2)
    assert operator.reflected == (f"__{name[3:]}" in OPERATORS and name.startswith("__r"))


def answer(function: str, *operands: str, dtype: str | None = None, **settings: object) -> Outcome:
    semantics = Semantics(**settings)  # type: ignore[arg-type]
    rule = without_arguments(FUNCTIONS[f"jax.numpy.{function}"])
    return resolve(rule, operands, semantics, dtype)


CASES: list[tuple[Outcome, Outcome]] = [
    (answer("add", "uint8", "int8"), Resolved(("int16",))),
    (answer("add", "bfloat16", "float"), Resolved(("bfloat16",))),
    (answer("add", "bfloat16", "weak_float"), Resolved(("bfloat16",))),
    (answer("add", "uint32", "int32"), Resolved(("int32",))),
    (answer("add", "uint32", "int32", x64=True), Resolved(("int64",))),
    (answer("add", "float8_e4m3fn", "float32"), NoPath("float8_e4m3fn", "float32")),
    (answer("add", "int8", "int16", promotion="strict"), NoPath("int8", "int16")),
    (answer("subtract", "bool", "bool"), Rejected("bool", dtype_sets.NUMBERS, ("x1", "x2"))),
    (
        answer("bitwise_and", "int32", "float32"),
        Rejected("float32", dtype_sets.INTEGRAL, ("x1", "x2")),
    ),
    (answer("true_divide", "int32", "int"), Resolved(("float32",))),
    (answer("less", "float32", "int8"), Resolved(("bool",))),
    (answer("power", "int8", "int"), Resolved(("int8",))),
    (answer("power", "bool", "int"), Resolved(("int32",))),
    (answer("power", "int8", "int32"), Unknown()),
    (answer("power", "float16", "int32"), Resolved(("float16",))),
    (answer("divmod", "int8", "uint8"), Resolved(("int16", "int16"))),
    (answer("matmul", "uint8", "weak_int"), TooNarrow("uint8", "int32")),
    (answer("abs", "complex64"), Resolved(("float32",))),
    (answer("sum", "int8"), Resolved(("int32",))),
    (answer("sum", "uint8", x64=True), Resolved(("uint64",))),
    (answer("sum", "weak_float"), Resolved(("float32",))),
    (answer("sum", "bfloat16", dtype="float32"), Resolved(("float32",))),
    (answer("mean", "int32"), Resolved(("float32",))),
    (answer("mean", "int32", dtype="bool"), Rejected("bool", dtype_sets.NUMBERS)),
    (answer("zeros"), Resolved(("float32",))),
    (answer("zeros", x64=True), Resolved(("float64",))),
    (answer("zeros", dtype="float64"), Resolved(("float32",))),
    (answer("zeros", dtype="float64", explicit_x64="allow"), Resolved(("float64",))),
    (answer("zeros", dtype="float"), Resolved(("float32",))),
    (answer("full", "float"), Resolved(("weak_float",))),
    (answer("arange", "int"), Resolved(("int32",))),
    (answer("arange", "int", "float"), Resolved(("float32",))),
    (answer("where", "bfloat16", "float"), Resolved(("bfloat16",))),
    (answer("concatenate", "int8", "float16", "int32"), Resolved(("float16",))),
    (answer("concatenate", "int4", "float16", dtype="int8"), Resolved(("int8",))),
]


@pytest.mark.parametrize(("observed", "expected"), CASES)
def test_case(observed: Outcome, expected: Outcome) -> None:
    assert observed == expected
