"""Rules applied to operands of several possible dtypes, compared with each dtype by itself."""

from __future__ import annotations

from itertools import product

import pytest

from promo_mypy.types.evaluate import Combined, Evaluator
from promo_mypy.types.symbols import (
    Operand,
    Symbol,
    category_nodes,
    jaxtyping_symbol,
    node_symbol,
)
from promo_typing.core import jaxtyping_names
from promo_typing.core.dtypes import NODES, STRONG
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import (
    FUNCTIONS,
    OPERATORS,
    Mismatch,
    NoPath,
    Rejected,
    Resolved,
    Unknown,
    resolve,
)

SEMANTICS = Semantics()
ADD, EQUAL, SUBTRACT = "jax.numpy.add", "jax.numpy.equal", "jax.numpy.subtract"


def evaluate(function: str, *operands: Operand | None, dtype: Operand = ()) -> Combined:
    combined = Evaluator(SEMANTICS)(FUNCTIONS[function], operands, dtype)
    assert combined is not None
    return combined


def of(*nodes: str) -> Operand:
    return tuple(map(node_symbol, nodes))


def category(name: str, variable: str | None = None) -> Symbol:
    return Symbol(name, category_nodes(name, SEMANTICS), variable)


@pytest.mark.parametrize("left", NODES)
def test_known_dtypes_give_their_join_or_a_failure(left: str) -> None:
    for right in NODES:
        combined = evaluate(ADD, of(left), of(right))
        joined = SEMANTICS.lattice.join(left, right)
        if joined is None:
            (failure,) = combined.failures
            assert isinstance(failure.outcome, NoPath)
            assert (combined.results, failure.operands) == ((), (left, right))
        else:
            assert combined == Combined(((node_symbol(joined),),), ())


def test_unions_are_distributed() -> None:
    combined = evaluate(ADD, of("int8", "uint8"), of("int16", "float32"))
    assert combined.results == (of("int16", "float32"),)
    assert combined.failures == ()


def test_a_union_fails_where_a_member_does() -> None:
    combined = evaluate(ADD, of("float8_e5m2", "bfloat16"), of("float32"))
    assert combined.results == (of("float32"),)
    assert [failure.operands for failure in combined.failures] == [("float8_e5m2", "float32")]


def test_a_variable_with_itself_is_that_variable() -> None:
    variable = category("floating", "D")
    assert evaluate(ADD, (variable,), (variable,)).results == ((variable,),)


def test_a_variable_keeps_its_dtype_beside_a_python_scalar() -> None:
    variable = category("floating", "D")
    assert evaluate(ADD, (variable,), of("float")).results == ((variable,),)


def test_two_variables_are_chosen_independently() -> None:
    one, other = (category("unsignedinteger", name) for name in "DE")
    ((result,),) = evaluate(ADD, (one,), (other,)).results
    assert result is not None
    joins = {SEMANTICS.lattice.join(*pair) for pair in product(one.nodes, other.nodes)} - {None}
    assert (result.variable, set(result.nodes)) == (None, joins)


def test_an_abstract_dtype_gives_the_narrowest_one_above_the_results() -> None:
    ((result,),) = evaluate(ADD, (category("signedinteger"),), of("float16")).results
    assert result == node_symbol("float16")
    ((result,),) = evaluate(ADD, (category("unsignedinteger"),), of("int8")).results
    assert result is not None
    assert result.name == "signedinteger"


def test_an_unknown_operand_leaves_the_result_unknown() -> None:
    assert evaluate(ADD, None, of("float32")).results == ((None,),)


def test_a_comparison_is_bool_whatever_is_compared() -> None:
    assert evaluate(EQUAL, None, None).results == (of("bool"),)


def test_no_failure_is_reported_of_unknown_operands() -> None:
    assert evaluate(ADD, None, of("float8_e5m2")).failures == ()


def test_a_rejected_operand_is_named() -> None:
    (failure,) = evaluate(SUBTRACT, of("bool"), of("bool")).failures
    assert isinstance(failure.outcome, Rejected)
    assert failure.operands == ("bool", "bool")


def test_operands_of_one_dtype_that_differ_are_named() -> None:
    (failure,) = evaluate("jax.lax.add", of("int8"), of("int16")).failures
    assert isinstance(failure.outcome, Mismatch)
    assert [failure.name(node) for node in ("int8", "int16")] == ["int8", "int16"]


def test_too_many_choices_are_not_tried() -> None:
    everything = tuple(map(node_symbol, STRONG))
    rule = FUNCTIONS["jax.numpy.clip"]
    assert Evaluator(SEMANTICS)(rule, (everything,) * 3) is None


def test_an_answer_is_remembered() -> None:
    evaluator, rule = Evaluator(SEMANTICS), FUNCTIONS[ADD]
    first = evaluator(rule, (of("int8"), of("int8")))
    assert evaluator(rule, (of("int8"), of("int8"))) is first


NUMBERS = [name for name in jaxtyping_names.CATEGORIES if name != jaxtyping_names.KEY_ARRAY]
BINARY = sorted({each.function for each in OPERATORS.values() if not each.unary})


@pytest.mark.parametrize("function", BINARY)
@pytest.mark.parametrize("left", NUMBERS)
def test_names_of_jaxtyping_hold_whatever_each_pair_of_their_dtypes_gives(
    left: str, function: str
) -> None:
    """An error is reported only if JAX refuses all pairs; results are a name or a dtype."""
    rule = FUNCTIONS[function]
    symbols = [jaxtyping_symbol(name, SEMANTICS) for name in NUMBERS]
    for right in (*symbols, node_symbol("float32"), node_symbol("int"), node_symbol("float")):
        one = jaxtyping_symbol(left, SEMANTICS)
        outcomes = [resolve(rule, pair, SEMANTICS) for pair in product(one.nodes, right.nodes)]
        resolved = {each.results for each in outcomes if isinstance(each, Resolved)}
        is_known = not any(isinstance(each, Unknown) for each in outcomes)
        combined = evaluate(function, (one,), (right,))
        assert bool(combined.failures) == (is_known and not resolved)
        columns = zip(*resolved, strict=True) if is_known else ()
        for (answer,), possible in zip(combined.results, columns, strict=is_known):
            assert (answer is not None) == is_named({*possible})
            assert answer is None or {*possible} <= allowed(answer)


def is_named(nodes: set[str]) -> bool:
    """Whether these are one dtype, or exactly the dtypes of a name of jaxtyping."""
    return len(nodes) == 1 or jaxtyping_names.narrowest_category(frozenset(nodes)) is not None


def allowed(answer: Symbol) -> set[str]:
    """The dtypes that an answer allows; for a name of jaxtyping all its dtypes."""
    return {*jaxtyping_names.CATEGORIES.get(answer.name, answer.nodes)}
