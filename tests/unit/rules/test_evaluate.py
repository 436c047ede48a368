"""Each kind of expression and test is evaluated in small rules whose outcomes in JAX are known.

The comments name JAX functions with such rules.
"""

from __future__ import annotations

from typing import Any, get_args

import pytest

from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.core.versions import JAX_0_10, JAX_0_11, JAX_0_12
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import names, rule_of
from promo_typing.rules import FUNCTIONS, resolve
from promo_typing.rules.catalogue.notation import case, promoting, rule, several
from promo_typing.rules.model import (
    X64,
    Accumulates,
    After,
    Alike,
    AnyOf,
    Before,
    Both,
    Check,
    Counts,
    Dtype,
    DtypeParameter,
    Either,
    Expression,
    First,
    HoldsProducts,
    If,
    IfTaken,
    In,
    Is,
    Join,
    Known,
    Map,
    Mismatch,
    NoPath,
    Of,
    Open,
    Outcome,
    Product,
    PythonInt,
    Ranked,
    Reinterprets,
    Rejected,
    Requested,
    Resolved,
    Rest,
    Rule,
    Same,
    Test,
    TooNarrow,
    TreeOf,
    Truncation,
    Unknown,
    Wider,
)
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_NUMERIC, TO_SUM
from promo_typing.rules.model.dtype_sets import BOOL, FLOATS, INTEGERS, NUMBERS

X, Y, BOTH = Of("x"), Of("y"), Of("x", "y")
REQUESTED = Requested()


def of(expression: Expression, *nodes: str, dtype: str | None = None, **settings: Any) -> Outcome:
    """The outcome of an expression with operands x and y, and perhaps with a requested dtype."""
    made = case(X, requested=expression) if dtype else case(expression)
    return resolve(rule(("x", "y"), made, dtype="dtype"), nodes, Semantics(**settings), dtype)


def node(name: str) -> Resolved:
    return Resolved((name,))


EXPRESSIONS: list[tuple[Expression, Outcome, Outcome]] = [
    # jax.lax.stop_gradient: what comes in comes out, weak or not.
    (X, of(X, "weak_int", "int8"), node("weak_int")),
    # A Python scalar is a weak node.
    (X, of(X, "float", "int8"), node("weak_float")),
    # jax.numpy.isnan
    (Dtype("bool"), of(Dtype("bool"), "int8", "int8"), node("bool")),
    # jax.numpy.zeros_like(x, dtype)
    (REQUESTED, of(REQUESTED, "int8", "int8", dtype="float16"), node("float16")),
    (REQUESTED, of(REQUESTED, "int8", "int8", dtype="float"), node("float32")),
    # jax.numpy.add
    (Join(BOTH), of(Join(BOTH), "uint8", "int8"), node("int16")),
    (Join(X, Y), of(Join(X, Y), "uint8", "int8"), node("int16")),
    (Join(X, Y), of(Join(X, Y), "float8_e5m2", "int64"), node("float8_e5m2")),
    (Join(X, Y), of(Join(X, Y), "int2", "int8"), NoPath("int2", "int8")),
    (
        Join(X, Y),
        of(Join(X, Y), "int8", "int16", promotion="strict"),
        NoPath("int8", "int16"),
    ),
    # jax.numpy.sin
    (Map(TO_INEXACT, X), of(Map(TO_INEXACT, X), "int64", "int8"), node("float64")),
    (Map(TO_INEXACT, X), of(Map(TO_INEXACT, X), "int8", "int8"), node("float32")),
    # jax.numpy.sum: the settings count.
    (Map(TO_SUM, X), of(Map(TO_SUM, X), "uint8", "int8"), node("uint32")),
    (Map(TO_SUM, X), of(Map(TO_SUM, X), "uint8", "int8", x64=True), node("uint64")),
    # jax.numpy.subtract, jax.numpy.bitwise_and
    (Check(X, NUMBERS), of(Check(X, NUMBERS), "int8", "bool"), node("int8")),
    (
        Check(X, NUMBERS),
        of(Check(X, NUMBERS), "bool", "int8"),
        Rejected("bool", NUMBERS, ("x",)),
    ),
    (
        Check(REQUESTED, NUMBERS),
        of(Check(REQUESTED, NUMBERS), "int8", "int8", dtype="bool"),
        Rejected("bool", NUMBERS),
    ),
    (Known(X, NUMBERS), of(Known(X, NUMBERS), "int8", "int8"), node("int8")),
    (Known(X, NUMBERS), of(Known(X, NUMBERS), "bool", "int8"), Unknown()),
    # jax.numpy.ldexp: the exponent must be an integer, and has no part in the dtype.
    (
        After(Check(Y, INTEGERS), X),
        of(After(Check(Y, INTEGERS), X), "float16", "int8"),
        node("float16"),
    ),
    (
        After(Check(Y, INTEGERS), X),
        of(After(Check(Y, INTEGERS), X), "float16", "float32"),
        Rejected("float32", INTEGERS, ("y",)),
    ),
    (First(BOTH), of(First(BOTH), "int8", "float32"), node("int8")),
    # jax.lax.add: weak dtypes count as their dtypes at run time.
    (Same(X, Y), of(Same(X, Y), "int32", "weak_int"), node("int32")),
    (Same(X, Y), of(Same(X, Y), "weak_int", "weak_int"), node("weak_int")),
    (Same(X, Y), of(Same(X, Y), "int8", "weak_int"), Mismatch("int8", "weak_int")),
    # jax.lax.dot
    (Product(BOTH), of(Product(BOTH), "float32", "bfloat16"), node("float32")),
    (Product(BOTH), of(Product(BOTH), "int32", "bfloat16"), node("bfloat16")),
    (
        Product(BOTH),
        of(Product(BOTH), "float8_e4m3b11fnuz", "float8_e4m3b11fnuz"),
        node("float8_e4m3b11fnuz"),
    ),
    # jax.numpy.matmul(x, y, preferred_element_type=...)
    (
        HoldsProducts(REQUESTED, Join(BOTH)),
        of(HoldsProducts(REQUESTED, Join(BOTH)), "int8", "int8", dtype="int32"),
        node("int32"),
    ),
    (
        HoldsProducts(REQUESTED, Join(BOTH)),
        of(HoldsProducts(REQUESTED, Join(BOTH)), "int8", "int16", dtype="int8"),
        TooNarrow("int8", "int16", requested=True),
    ),
    (
        HoldsProducts(REQUESTED, Join(BOTH)),
        of(HoldsProducts(REQUESTED, Join(BOTH)), "float32", "float32", dtype="float16"),
        node("float16"),
    ),
    # jax.lax.conv(x, y, preferred_element_type=...)
    (
        Accumulates(REQUESTED, Join(BOTH)),
        of(Accumulates(REQUESTED, Join(BOTH)), "int8", "int8", dtype="float32"),
        node("float32"),
    ),
    (
        Accumulates(REQUESTED, Join(BOTH)),
        of(Accumulates(REQUESTED, Join(BOTH)), "float32", "float32", dtype="float16"),
        TooNarrow("float16", "float32", requested=True),
    ),
    (
        Accumulates(REQUESTED, Join(BOTH)),
        of(Accumulates(REQUESTED, Join(BOTH)), "float32", "float32", dtype="int32"),
        TooNarrow("int32", "float32", requested=True),
    ),
    # Array.view
    (
        Reinterprets(REQUESTED, X),
        of(Reinterprets(REQUESTED, X), "int8", "int8", dtype="float32"),
        node("float32"),
    ),
    (
        Reinterprets(REQUESTED, X),
        of(Reinterprets(REQUESTED, X), "float6_e2m3fn", "int8", dtype="int8"),
        TooNarrow("int8", "float6_e2m3fn", requested=True),
    ),
    (If(In(X, BOOL), Y, X), of(If(In(X, BOOL), Y, X), "bool", "int8"), node("int8")),
    (If(In(X, BOOL), Y, X), of(If(In(X, BOOL), Y, X), "int16", "int8"), node("int16")),
    # jax.numpy.power: an exponent whose value is known counts by its value.
    (Either(X, Join(BOTH)), of(Either(X, Join(BOTH)), "int8", "int8"), node("int8")),
    (Either(X, Join(BOTH)), of(Either(X, Join(BOTH)), "int8", "int16"), Unknown()),
    (
        Either(Check(X, FLOATS), Check(Join(BOTH), FLOATS)),
        of(Either(Check(X, FLOATS), Check(Join(BOTH), FLOATS)), "int8", "int16"),
        Rejected("int8", FLOATS, ("x",)),
    ),
    (
        Either(Check(X, FLOATS), X),
        of(Either(Check(X, FLOATS), X), "int8", "int16"),
        Unknown(),
    ),
    (IfTaken(Check(X, FLOATS)), of(IfTaken(Check(X, FLOATS)), "float16", "int8"), node("float16")),
    (IfTaken(Check(X, FLOATS)), of(IfTaken(Check(X, FLOATS)), "int8", "int8"), Unknown()),
    (Open(), of(Open(), "int8", "int8"), Unknown()),
]


@pytest.mark.parametrize(("expression", "found", "outcome"), EXPRESSIONS)
def test_expression(expression: Expression, found: Outcome, outcome: Outcome) -> None:
    assert found == outcome


def test_every_kind_of_expression_has_a_case() -> None:
    assert {type(each) for each, _, _ in EXPRESSIONS} == set(get_args(Expression))


def holds(test: Test, *nodes: str, **settings: Any) -> bool:
    return of(If(test, Dtype("int8"), Dtype("bool")), *nodes, **settings) == node("int8")


TESTS: list[tuple[Test, bool, bool]] = [
    (In(BOTH, INTEGERS), holds(In(BOTH, INTEGERS), "int8", "weak_int"), True),
    (In(BOTH, INTEGERS), holds(In(BOTH, INTEGERS), "int8", "bool"), False),
    (Alike(X, Y), holds(Alike(X, Y), "int8", "int8"), True),
    (Alike(X, Y), holds(Alike(X, Y), "int32", "weak_int"), False),
    (Counts(BOTH, 2), holds(Counts(BOTH, 2), "int8", "int8"), True),
    (Counts(BOTH, 2), holds(Counts(BOTH, 2), "int8"), False),
    (Wider(X, Y), holds(Wider(X, Y), "int16", "int8"), True),
    (Wider(X, Y), holds(Wider(X, Y), "weak_int", "int32"), False),
    (Wider(X, Y), holds(Wider(X, Y), "weak_int", "int32", x64=True), True),
    (Ranked(X, Y), holds(Ranked(X, Y), "int8", "int8"), True),
    (Ranked(X, Y), holds(Ranked(X, Y), "float32", "bfloat16"), True),
    (Ranked(X, Y), holds(Ranked(X, Y), "float8_e4m3fn", "float8_e4m3fnuz"), True),
    (Both(X64, In(X, BOOL)), holds(Both(X64, In(X, BOOL)), "bool", "int8", x64=True), True),
    (Both(X64, In(X, BOOL)), holds(Both(X64, In(X, BOOL)), "bool", "int8"), False),
    (AnyOf(X64, In(X, BOOL)), holds(AnyOf(X64, In(X, BOOL)), "bool", "int8"), True),
    (AnyOf(X64, In(X, BOOL)), holds(AnyOf(X64, In(X, BOOL)), "int8", "int8"), False),
    (X64, holds(X64, "int8", "int8", x64=True), True),
    (X64, holds(X64, "int8", "int8"), False),
]


@pytest.mark.parametrize(("kind", "found", "expected"), TESTS)
def test_test(kind: Test, found: bool, expected: bool) -> None:
    assert found == expected


def test_every_kind_of_test_has_cases_of_both_outcomes() -> None:
    for outcome in (True, False):
        assert {type(each) for each, _, found in TESTS if found == outcome} >= {*get_args(Test)} - {
            Ranked
        }


@pytest.mark.parametrize(
    ("truncation", "explicit_x64", "result"),
    [
        (Truncation.CHECKED, "warn", "float32"),
        (Truncation.CHECKED, "allow", "float64"),
        (Truncation.SILENT, "allow", "float32"),
        (Truncation.NONE, "warn", "float64"),
    ],
)
def test_what_becomes_of_64_bits(truncation: Truncation, explicit_x64: Any, result: str) -> None:
    asked = rule(
        (), case(Dtype("bool"), requested=REQUESTED), dtype=DtypeParameter("dtype", truncation)
    )
    assert resolve(asked, (), Semantics(explicit_x64=explicit_x64), "float64") == node(result)


def test_nothing_is_known_of_a_dtype_that_cannot_be_asked_for() -> None:
    assert resolve(promoting("x"), ["int8"], Semantics(), "float32") == Unknown()


def test_a_python_int_is_not_a_weak_int() -> None:
    power = rule(("x", "y"), case(Map(TO_NUMERIC, X), PythonInt("y")), Join(BOTH))
    assert resolve(power, ("bool", "int"), Semantics()) == node("int32")
    assert resolve(power, ("bool", "weak_int"), Semantics()) == node("weak_int")


FIRST, SECOND = Dtype("float32"), Dtype("int32")
THREE_VERSIONS = rule(("x",), case(FIRST, Before(JAX_0_11)), case(SECOND, Before(JAX_0_12)), SECOND)


@pytest.mark.parametrize(
    ("jax", "outcome"),
    [
        (JAX_0_10, node("float32")),
        (JAX_0_11, node("int32")),
        (JAX_0_12, node("int32")),
        (None, Unknown()),
    ],
)
def test_without_a_version_that_is_known_in_which_all_agree(
    jax: tuple[int, int] | None, outcome: Outcome
) -> None:
    assert resolve(THREE_VERSIONS, ["int8"], Semantics(jax=jax)) == outcome


def test_versions_in_the_middle_count() -> None:
    """The oldest and the newest version agree, and the one between them does not."""
    middle = rule(("x",), case(FIRST, Before(JAX_0_11)), case(SECOND, Before(JAX_0_12)), FIRST)
    assert resolve(middle, ["int8"], Semantics()) == Unknown()
    assert resolve(middle, ["int8"], Semantics(jax=JAX_0_12)) == node("float32")


def test_several_results() -> None:
    both = rule(("x", "y"), several(X, Join(BOTH)))
    assert resolve(both, ("int8", "float16"), Semantics()) == Resolved(("int8", "float16"))


def test_keys_are_kept_where_numbers_are() -> None:
    kept = rule(("x",), case(several(X, Dtype("int32"), After(X, X)), keys=True))
    assert resolve(kept, (PRNG_KEY,), Semantics()) == Resolved((PRNG_KEY, "int32", PRNG_KEY))
    assert resolve(promoting("x"), (PRNG_KEY,), Semantics()) == Unknown()


@pytest.mark.parametrize("function", ["psum", "stop_gradient", "ppermute"])
@pytest.mark.parametrize("scalar", ["int", "float", "complex"])
def test_nothing_is_said_of_a_python_scalar_where_a_pytree_may_be(
    function: str, scalar: str
) -> None:
    tree = FUNCTIONS[f"jax.lax.{function}"]
    assert isinstance(tree.usual.result, TreeOf)
    assert resolve(tree, (scalar,), Semantics()) == Unknown()
    assert resolve(tree, ("float16",), Semantics()) == node("float16")


def test_operands_are_needed() -> None:
    with pytest.raises(ValueError, match="no operand of x1, x2"):
        resolve(FUNCTIONS["jax.numpy.add"], (), Semantics())


def test_the_case_of_an_argument_is_selected_first() -> None:
    flag = rule(("x",), case(X, Is("flag", value=True)), Dtype("bool"))
    with pytest.raises(TypeError, match="depend on arguments"):
        resolve(flag, ["int8"], Semantics())


def test_every_result_is_a_node() -> None:
    strange = {
        (name, result)
        for name in names()
        for each in NODES
        for result in results_of(with_operands(rule_of(name)), each)
        if result not in {*NODES, PRNG_KEY}
    }
    assert strange == set()


def results_of(rule: Rule, each: str) -> tuple[str, ...]:
    """The results of a rule for operands of equal dtypes."""
    outcome = resolve(rule, (each,) * max(len(rule.operands), 1), Semantics())
    return outcome.results if isinstance(outcome, Resolved) else ()


def with_operands(without: Rule) -> Rule:
    """A rule with an operand, which its result may ignore."""
    return without if without.operands else Rule((Rest("x"),), without.cases, without.dtype)


def test_a_repeated_question_is_a_look_up() -> None:
    summed, semantics = promoting("x", to=TO_SUM), Semantics(x64=True)
    assert resolve(summed, ["int8"], semantics) is resolve(summed, ["int8"], semantics)


@pytest.mark.parametrize("operands", [("float31",), ("float31", "float31"), ("float32", "float31")])
def test_operands_must_be_nodes(operands: tuple[str, ...]) -> None:
    with pytest.raises(KeyError, match="float31"):
        resolve(FUNCTIONS["jax.numpy.add"], operands, Semantics())
