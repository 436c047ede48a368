"""The tables of rules are sound, and what a rule says of some well-known cases."""

from __future__ import annotations

import importlib
import inspect

import jax
import jax.numpy as jnp
import pytest
from promo_typing.rules.combine import COMBINES
from promo_typing.rules.exceptions import BUT, ONLY
from promo_typing.rules.without_rule import WITHOUT_RULE

from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import names, rule_of
from promo_typing.oracle.coverage import public_functions, uncovered
from promo_typing.rules import (
    ACCEPTS,
    FUNCTIONS,
    METHODS,
    OF,
    OPERATORS,
    RESULT_MAPS,
    NoPath,
    Outcome,
    Rejected,
    Resolved,
    Rule,
    Unknown,
    fingerprint,
    parameter_name,
    resolve,
)

ALL = {name: rule_of(name) for name in names()}
"""All rules, those of variants too."""

_OF_SEVERAL = ("tuple", "histogram")
"""Containers of several results, beside named tuples."""


@pytest.mark.parametrize("name", ALL)
def test_a_rule_speaks_the_vocabulary(name: str) -> None:
    rule = ALL[name]
    assert {rule.combine, rule.dtype_combine} <= set(COMBINES)
    # Words with exceptions are understood when they are looked up.
    assert ACCEPTS[rule.accepts].description
    assert ACCEPTS[rule.unknown_for].description
    assert rule.results
    for result in rule.results:
        word, _, operand = result.partition(OF)
        assert callable(COMBINES.get(word) or RESULT_MAPS[word])
        assert operand in ("", *rule.operands)
    assert len(rule.results) == 1 or rule.container in _OF_SEVERAL or "." in rule.container
    assert (rule.combine == "none") == (rule.operands == ()) == (rule.default is not None)


@pytest.mark.parametrize("table", [ACCEPTS, COMBINES, RESULT_MAPS])
def test_no_word_of_the_vocabulary_is_unused(table: dict[str, object]) -> None:
    used = {
        key.partition(BUT)[0]
        for rule in [each for rule in ALL.values() for each in with_exceptional_rules(rule)]
        for key in (
            rule.combine, rule.dtype_combine, rule.accepts, rule.unknown_for, *rule.results
        )
    }  # fmt: skip
    named_by_combine = {
        "integer_or_bool",
        "contraction",
        "real_inexact",
        "not_bool",
        "product",
        "bits",
        "integer",
    }
    words = {key for key in table if BUT not in key and not key.startswith(ONLY)}
    assert words - used - named_by_combine == set()


def with_exceptional_rules(rule: Rule) -> list[Rule]:
    """A rule, and those that take its place in some cases."""
    before = with_exceptional_rules(rule.before.rule) if rule.before else []
    return [rule, *before, *([rule.with_python_int] if rule.with_python_int else [])]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_parameters_are_those_of_the_function(name: str) -> None:
    module, _, last = name.rpartition(".")
    function, rule = getattr(importlib.import_module(module), last, None), FUNCTIONS[name]
    if function is None:
        assert name in OF_OTHER_VERSIONS
        return
    if isinstance(function, jnp.ufunc):  # Its signature is that of all ufuncs: *args.
        assert len(rule.operands) == function.nin
        return
    parameters = inspect.signature(function).parameters
    named = [parameter_name(operand) for operand in rule.operands]
    optional = [
        *([rule.dtype_parameter] if rule.dtype_parameter else []),
        *rule.unknown_with,
        *(variant.parameter for variant in rule.variants),
    ]
    assert {*named, *optional} <= set(parameters)
    assert named == [parameter for parameter in parameters if parameter in named]


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
    assert METHODS[name].operands[0] == "self"


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_have_a_rule(name: str) -> None:
    operator = OPERATORS[name]
    assert hasattr(jax.Array, name)
    assert len(FUNCTIONS[operator.function].operands) == (1 if operator.unary else 2)
    assert operator.reflected == (f"__{name[3:]}" in OPERATORS and name.startswith("__r"))


def answer(function: str, *operands: str, dtype: str | None = None, **settings: object) -> Outcome:
    semantics = Semantics(**settings)  # type: ignore[arg-type]
    return resolve(FUNCTIONS[f"jax.numpy.{function}"], operands, semantics, dtype)


CASES: list[tuple[Outcome, Outcome]] = [
    (answer("add", "uint8", "int8"), Resolved(("int16",))),
    (answer("add", "bfloat16", "float"), Resolved(("bfloat16",))),
    (answer("add", "bfloat16", "weak_float"), Resolved(("bfloat16",))),
    (answer("add", "uint32", "int32"), Resolved(("int32",))),
    (answer("add", "uint32", "int32", x64=True), Resolved(("int64",))),
    (answer("add", "float8_e4m3fn", "float32"), NoPath("float8_e4m3fn", "float32")),
    (answer("add", "int8", "int16", promotion="strict"), NoPath("int8", "int16")),
    (answer("subtract", "bool", "bool"), Rejected("bool", "not_bool")),
    (answer("bitwise_and", "int32", "float32"), Rejected("float32", "integer_or_bool")),
    (answer("true_divide", "int32", "int"), Resolved(("float32",))),
    (answer("less", "float32", "int8"), Resolved(("bool",))),
    (answer("power", "int8", "int"), Resolved(("int8",))),
    (answer("power", "bool", "int"), Resolved(("int32",))),
    (answer("power", "int8", "int32"), Unknown()),
    (answer("power", "float16", "int32"), Resolved(("float16",))),
    (answer("divmod", "int8", "uint8"), Resolved(("int16", "int16"))),
    (answer("matmul", "uint8", "weak_int"), Rejected("uint8", "contraction")),
    (answer("abs", "complex64"), Resolved(("float32",))),
    (answer("sum", "int8"), Resolved(("int32",))),
    (answer("sum", "uint8", x64=True), Resolved(("uint64",))),
    (answer("sum", "weak_float"), Resolved(("float32",))),
    (answer("sum", "bfloat16", dtype="float32"), Resolved(("float32",))),
    (answer("mean", "int32"), Resolved(("float32",))),
    (answer("mean", "int32", dtype="bool"), Rejected("bool", "not_bool")),
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


@pytest.mark.parametrize("function", ["psum", "stop_gradient", "ppermute"])
@pytest.mark.parametrize("scalar", ["int", "float", "complex"])
def test_nothing_is_said_of_a_python_scalar_where_a_pytree_may_be(
    function: str, scalar: str
) -> None:
    rule = FUNCTIONS[f"jax.lax.{function}"]
    assert resolve(rule, (scalar,), Semantics()) == Unknown()
    assert resolve(rule, ("float16",), Semantics()) == Resolved(("float16",))


def test_operands_are_needed() -> None:
    with pytest.raises(ValueError, match="no operand, but the rule needs x1, x2"):
        resolve(FUNCTIONS["jax.numpy.add"], (), Semantics())


def test_operands_must_be_nodes() -> None:
    with pytest.raises(KeyError, match="float31"):
        resolve(FUNCTIONS["jax.numpy.add"], ("float32", "float31"), Semantics())


def test_every_outcome_is_one_of_nodes() -> None:
    for rule in ALL.values():
        for node in NODES:
            outcome = resolve(rule, (node,) * max(len(rule.operands), 1), Semantics())
            results = outcome.results if isinstance(outcome, Resolved) else ()
            assert set(results) <= {*NODES, PRNG_KEY}


def test_a_repeated_question_is_a_look_up() -> None:
    rule, semantics = Rule(("x",), results=("sum",)), Semantics(x64=True)
    assert resolve(rule, ["int8"], semantics) is resolve(rule, ["int8"], semantics)


def test_the_fingerprint_is_stable() -> None:
    assert fingerprint() == fingerprint()
    assert len(fingerprint()) == 16
