"""The comparison finds differences, and excuses only those that its docstrings name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import pytest

from promo_typing.lattice.semantics import Semantics

from .compare import cases, disagreements
from .expressions import Expression, Rendered
from .outcomes import (
    Complaint,
    Dtype,
    Either,
    Foreign,
    Observation,
    Outcome,
    Refused,
    Unreached,
    Untyped,
)

Seen: TypeAlias = Outcome | Observation

X, Y, Z = (Expression(name) for name in "xyz")
SUM = Expression("{} + {}", (X, Y), "operator", rule="jax.numpy.add")
POWER = Expression("{} ** {}", (X, Y), "operator", rule="jax.numpy.power")


def _differ(
    program: Expression,
    static: Sequence[Seen],
    actual: Sequence[Seen],
    semantics: Semantics | None = None,
) -> list[str]:
    rendered = Rendered.of(program)
    found = cases(rendered, list(map(_seen, static)), list(map(_seen, actual)))
    return [str(case.expression) for case in disagreements(found, semantics or Semantics())]


def _seen(outcome: Seen) -> Observation:
    return outcome if isinstance(outcome, Observation) else Observation(outcome)


INT8, INT4, FLOAT32 = Dtype("int8"), Dtype("int4"), Dtype("float32")
UNTYPED, REFUSED = Untyped("Array[Any]"), Refused("dtype-promotion")


@pytest.mark.parametrize(
    ("static", "actual"),
    [
        (FLOAT32, Dtype("bfloat16")),
        (FLOAT32, Dtype("weak_float")),
        (FLOAT32, REFUSED),
        (REFUSED, FLOAT32),
        (UNTYPED, FLOAT32),
        (UNTYPED, REFUSED),
        (Foreign("bool"), Dtype("bool")),
        (Complaint("[operator]"), REFUSED),
        (Complaint("[operator]"), FLOAT32),
        (FLOAT32, Observation(FLOAT32, narrowed=True)),
        (Observation(FLOAT32, narrowed=True), FLOAT32),
    ],
)
def test_a_difference_is_noticed(static: Outcome, actual: Outcome) -> None:
    assert _differ(SUM, [INT8, INT8, static], [INT8, INT8, actual]) == ["x + y"]


@pytest.mark.parametrize(
    "same", [FLOAT32, REFUSED, Foreign("int"), Observation(FLOAT32, narrowed=True)]
)
def test_what_is_equal_is_no_difference(same: Outcome) -> None:
    assert _differ(SUM, [INT8, INT8, same], [INT8, INT8, same]) == []


def test_a_narrowed_dtype_is_refused_in_mode_error() -> None:
    narrowed = Observation(FLOAT32, narrowed=True)
    static: list[Seen] = [INT8, INT8, narrowed]
    actual: list[Seen] = [INT8, INT8, REFUSED]
    assert _differ(SUM, static, actual, Semantics(explicit_x64="error")) == []
    assert _differ(SUM, static, actual, Semantics(explicit_x64="warn")) == ["x + y"]


def test_unknown_is_right_only_where_the_rule_does_not_decide() -> None:
    uint16, uint32 = Dtype("uint16"), Dtype("uint32")
    assert _differ(POWER, [uint16, uint32, UNTYPED], [uint16, uint32, uint32]) == []
    assert _differ(POWER, [FLOAT32, FLOAT32, UNTYPED], [FLOAT32] * 3) == ["x ** y"]


def test_nothing_may_follow_from_an_unknown_operand() -> None:
    program = Expression("{} + {}", (SUM, Z), "operator", rule="jax.numpy.add")
    static: list[Seen] = [INT8, INT4, REFUSED, INT8]
    actual: list[Seen] = [INT8, INT4, REFUSED, INT8, Unreached()]
    assert _differ(program, [*static, UNTYPED], actual) == []
    assert _differ(program, [*static, REFUSED], actual) == ["(x + y) + z"]
    assert _differ(program, [*static, Complaint("[operator]")], actual) == ["(x + y) + z"]


def test_a_message_is_given_once_for_a_line() -> None:
    program = Expression("f({}, {})", (SUM, SUM))
    static: list[Seen] = [INT8, INT4, REFUSED, INT8, INT4, UNTYPED, UNTYPED]
    once: list[Seen] = [INT8, INT4, REFUSED]
    actual: list[Seen] = [*once, *once, Unreached()]
    assert _differ(program, static, actual) == []
    static[2] = UNTYPED
    assert _differ(program, static, actual) == ["x + y", "x + y"]


def test_a_comparison_of_something_unknown_is_bool() -> None:
    program = Expression("{} < {}", (POWER, Z), "operator", rule="jax.numpy.less")
    uint16, uint32, unsure = Dtype("uint16"), Dtype("uint32"), Dtype("bool")
    static: list[Seen] = [uint16, uint32, UNTYPED, INT4, unsure]
    actual: list[Seen] = [uint16, uint32, uint32, INT4]
    assert _differ(program, static, [*actual, REFUSED]) == []
    assert _differ(program, static, [*actual, FLOAT32]) == ["(x ** y) < z"]


def test_an_array_may_be_weak_or_not() -> None:
    doubt, strong, weak = Either(("float32", "weak_float")), FLOAT32, Dtype("weak_float")
    for actual in (strong, weak):
        assert _differ(POWER, [weak, INT8, doubt], [weak, INT8, actual]) == []
    assert _differ(POWER, [weak, INT8, doubt], [weak, INT8, Dtype("float16")]) == ["x ** y"]
    assert _differ(POWER, [weak, INT8, doubt], [weak, INT8, REFUSED]) == ["x ** y"]


def test_what_follows_from_an_operand_that_may_be_weak_may_have_several_dtypes() -> None:
    float16, doubt = Dtype("float16"), Either(("float32", "weak_float"))
    either = Either(("float16", "float32"))
    assert _differ(SUM, [float16, doubt, either], [float16, FLOAT32, FLOAT32]) == []
    assert _differ(SUM, [float16, doubt, either], [float16, FLOAT32, INT8]) == ["x + y"]
    assert _differ(SUM, [float16, FLOAT32, either], [float16, FLOAT32, FLOAT32]) == ["x + y"]
    unlike = Either(("float32", "int8"))
    assert _differ(SUM, [float16, doubt, unlike], [float16, FLOAT32, FLOAT32]) == ["x + y"]


def test_what_jax_does_with_one_of_both_is_no_error() -> None:
    float8, doubt = Dtype("float8_e5m2"), Either(("float32", "weak_float"))
    assert _differ(SUM, [float8, doubt, float8], [float8, FLOAT32, REFUSED]) == []
    assert _differ(SUM, [float8, FLOAT32, float8], [float8, FLOAT32, REFUSED]) == ["x + y"]
