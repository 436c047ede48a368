"""The case of a rule that counts for the arguments of a call and for a version of JAX."""

from __future__ import annotations

import pytest

from promo_typing.core.versions import JAX_0_10, JAX_0_11, JAX_0_12, NEWEST, SUPPORTED, nearest
from promo_typing.rules import (
    NOT_WRITTEN,
    Rule,
    Unwritten,
    by_arguments,
    of_version,
    parameters,
    select,
    without_arguments,
)
from promo_typing.rules.catalogue.notation import case, rule
from promo_typing.rules.model import (
    Absent,
    Before,
    Condition,
    Dtype,
    Given,
    Is,
    Of,
    One,
    PythonInt,
    Requested,
)

SPECIAL = Dtype("int8")
USUAL = Dtype("bool")

SPECIAL_RULE = rule((), SPECIAL)
USUAL_RULE = rule((), USUAL)


def with_case(*when: Condition) -> Rule:
    return rule((), case(SPECIAL, *when), USUAL)


TRUE, ONE, NULL = Is("flag", value=True), Is("flag", value=1), Is("flag", value=None)
GIVEN, BEYOND, ABSENT = Given("flag"), Given("flag", beyond="int"), Absent("flag")


@pytest.mark.parametrize(
    ("condition", "arguments", "selected"),
    [
        # The type of a value counts, too: True is not 1.
        (TRUE, {"flag": True}, SPECIAL_RULE),
        (TRUE, {"flag": False}, USUAL_RULE),
        (TRUE, {"flag": 1}, USUAL_RULE),
        (ONE, {"flag": 1}, SPECIAL_RULE),
        (ONE, {"flag": True}, USUAL_RULE),
        (TRUE, {}, USUAL_RULE),
        (NULL, {}, SPECIAL_RULE),
        # An argument that is no literal may have any value that a rule asks for.
        (TRUE, {"flag": NOT_WRITTEN}, None),
        (TRUE, {"flag": Unwritten("int")}, None),
        (TRUE, {"flag": Unwritten("float")}, USUAL_RULE),
        (TRUE, {"flag": Unwritten("array")}, USUAL_RULE),
        (NULL, {"flag": NOT_WRITTEN}, USUAL_RULE),
        # None counts as left out.
        (GIVEN, {"flag": 3}, SPECIAL_RULE),
        (GIVEN, {"flag": NOT_WRITTEN}, SPECIAL_RULE),
        (GIVEN, {"flag": None}, USUAL_RULE),
        (GIVEN, {}, USUAL_RULE),
        (ABSENT, {}, SPECIAL_RULE),
        (ABSENT, {"flag": None}, SPECIAL_RULE),
        (ABSENT, {"flag": NOT_WRITTEN}, USUAL_RULE),
        # A number does not decide the dtype, an array does.
        (BEYOND, {"flag": 3}, USUAL_RULE),
        (BEYOND, {"flag": Unwritten("int")}, USUAL_RULE),
        (BEYOND, {"flag": Unwritten("float")}, SPECIAL_RULE),
        (BEYOND, {"flag": Unwritten("array")}, SPECIAL_RULE),
        (Given("flag", beyond="float"), {"flag": Unwritten("int")}, USUAL_RULE),
        (Given("flag", beyond="float"), {"flag": Unwritten("float")}, USUAL_RULE),
    ],
)
def test_condition(
    condition: Condition, arguments: dict[str, object], selected: Rule | None
) -> None:
    assert select(with_case(condition), arguments) == selected


def test_all_conditions_of_a_case_must_hold() -> None:
    both = with_case(TRUE, Given("other"))
    assert select(both, {"flag": True, "other": 1}) == SPECIAL_RULE
    assert select(both, {"flag": True}) == USUAL_RULE
    assert select(both, {"flag": NOT_WRITTEN}) is None
    assert select(both, {"flag": False, "other": NOT_WRITTEN}) == USUAL_RULE


def test_conditions_that_are_not_about_arguments_stay() -> None:
    versions = rule(("x",), case(SPECIAL, TRUE, Before(JAX_0_11)), case(Of("x"), TRUE), USUAL)
    assert select(versions, {"flag": True}) == rule(
        ("x",), case(SPECIAL, Before(JAX_0_11)), Of("x")
    )
    python_int = rule(("x",), case(SPECIAL, PythonInt("x")), USUAL)
    assert select(python_int, {}) is python_int


def test_a_rule_without_such_conditions_stays_as_it_is() -> None:
    assert select(USUAL_RULE, {"flag": NOT_WRITTEN}) is USUAL_RULE


def test_only_operands_that_the_case_refers_to_are_left() -> None:
    places = rule(("x", "y"), case(Of("y"), GIVEN), Of("x"), dtype="dtype")
    assert select(places, {"flag": 1}) == rule(("y",), Of("y"))
    assert select(places, {}) == rule(("x",), Of("x"))


def test_an_operand_that_a_case_needs_is_certainly_given() -> None:
    given = rule(("x", "y"), case(Of("x", "y"), Given("y")), Of("x"))
    selected = select(given, {"y": NOT_WRITTEN})
    assert selected is not None
    assert selected.operands == (One("x"), One("y", given=True))


def test_the_dtype_parameter_stays_where_a_case_has_it() -> None:
    asked = rule(("x",), case(Of("x"), TRUE, requested=Requested()), Of("x"), dtype="dtype")
    selected = select(asked, {"flag": True})
    assert selected is not None
    assert selected.dtype is not None
    assert without_arguments(asked).dtype is None


def test_parameters_are_those_that_conditions_look_at() -> None:
    both = rule((), case(SPECIAL, TRUE, Given("other")), case(SPECIAL, Absent("flag")), USUAL)
    assert parameters(both) == ("flag", "other")
    assert parameters(USUAL_RULE) == ()


def test_the_rules_by_what_is_asked_of_arguments() -> None:
    found = dict(by_arguments(rule((), case(SPECIAL, TRUE), case(SPECIAL, GIVEN), USUAL)))
    assert found == {(): USUAL_RULE, (TRUE,): SPECIAL_RULE, (GIVEN,): SPECIAL_RULE}
    assert next(iter(found)) == ()


OLD, MIDDLE, NEW = Dtype("float32"), Dtype("int32"), Dtype("bool")
VERSIONS = rule((), case(OLD, Before(JAX_0_11)), case(MIDDLE, Before(JAX_0_12)), NEW)


@pytest.mark.parametrize(
    ("version", "result"), [(JAX_0_10, OLD), (JAX_0_11, MIDDLE), (JAX_0_12, NEW)]
)
def test_the_rule_of_a_version(version: tuple[int, int], result: Dtype) -> None:
    assert of_version(VERSIONS, version) == rule((), result)


def test_the_rule_of_a_version_keeps_other_conditions() -> None:
    both = rule((), case(OLD, TRUE, Before(JAX_0_11)), case(MIDDLE, TRUE), NEW)
    assert of_version(both, JAX_0_10) == rule((), case(OLD, TRUE), case(MIDDLE, TRUE), NEW)
    assert of_version(both, NEWEST) == rule((), case(MIDDLE, TRUE), NEW)


@pytest.mark.parametrize("version", [(0, 9), *SUPPORTED, (0, 99), (1, 0)])
def test_other_versions_have_the_rule_of_the_nearest_one(version: tuple[int, int]) -> None:
    assert of_version(VERSIONS, version) == of_version(VERSIONS, nearest(version))
