"""JAX accepts the advised call, which differs from the refused one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import pytest

from promo_typing.core.dtypes import NODES, PYTHON_SCALARS, STRONG
from promo_typing.lattice.semantics import Semantics
from promo_typing.oracle import SETTINGS, Cell, cells, names, rule_of
from promo_typing.oracle.cells import NUMPY
from promo_typing.rules import (
    FUNCTIONS,
    METHODS,
    NoPath,
    Refusal,
    Resolved,
    Rule,
    resolve,
    without_arguments,
)
from promo_typing.rules.advice import Advice, Cast, Request, TakeReal
from promo_typing.rules.advice_words import advised, rewrite
from promo_typing.rules.explain import Explanation, explain, why

SAMPLE: Final = 8
"""The number of cells of a rule that are tested under each setting."""

LARGE_SAMPLE: Final = 50
"""The same for the slow test. All cells together would take 25 minutes."""

GROUPS: Final = 16
"""The number of groups into which the rules are divided, for several processes."""

LEAST_REFUSED: Final = 50
"""The least average number of refused cells of a rule in the large sample."""

RULES: Final = {rule_of(name): name for name in names()}
"""Every rule once, with the name of a function that has it."""


@dataclass(frozen=True)
class Call:
    """A call that JAX refuses."""

    rule: Rule
    operands: tuple[str, ...]
    semantics: Semantics
    dtype: str | None
    refusal: Refusal

    def explained(self) -> Explanation:
        return explain(self.rule, self.operands, self.semantics, self.refusal, self.dtype)

    def strong(self, node: str) -> str:
        """The dtype of an operand at run time."""
        return self.semantics.strong(PYTHON_SCALARS.get(node, node))

    def is_complex(self, place: int) -> bool:
        return NODES[self.strong(self.operands[place])].kind == "complex"

    def named(self, advice: Advice) -> list[str]:
        """The dtypes of the operands or of the request that the advice changes."""
        if isinstance(advice, Request):
            return [self.strong(self.dtype)] if self.dtype is not None else []
        return [self.strong(self.operands[place]) for place in advice.places]

    def is_accepted(self, advice: Advice) -> bool:
        """Whether the rule accepts the call once the advice is followed."""
        operands, dtype = list(self.operands), self.dtype
        if isinstance(advice, Request):
            dtype = advice.dtype
        else:
            for place in advice.places:
                operands[place] = advice.dtype
        return isinstance(resolve(self.rule, operands, self.semantics, dtype), Resolved)


def refused(rule: Rule, sample: int = SAMPLE) -> Iterator[Call]:
    """Some refused calls of a function, under all settings, each once."""
    asked: dict[tuple[object, ...], list[Cell]] = {}
    seen: set[tuple[object, ...]] = set()
    for semantics in SETTINGS:
        # The cells depend on nothing else, and there are thousands of them.
        of_cells = (semantics.promotion, *filter(semantics.truncates, STRONG))
        if of_cells not in asked:
            asked[of_cells] = list(dict.fromkeys(cells(RULES[rule], semantics)))
        every = asked[of_cells]
        for cell in random.Random(repr(semantics)).sample(every, min(sample, len(every))):
            operands = tuple(as_jax_takes(cell.operands, semantics))
            # Whether 64 bits may be requested matters only with a dtype argument.
            requested = cell.dtype and (cell.dtype, semantics.explicit_x64)
            key = operands, requested, semantics.x64, semantics.promotion
            call = None if key in seen else call_of(rule, cell, semantics)
            seen.add(key)
            if call is not None:
                yield call


def as_jax_takes(operands: Iterable[str], semantics: Semantics) -> Iterator[str]:
    """The operands, with NumPy's as the JAX arrays to which they are converted."""
    for operand in operands:
        of_numpy = operand.startswith(NUMPY)
        yield semantics.canonical(operand.removeprefix(NUMPY)) if of_numpy else operand


def call_of(rule: Rule, cell: Cell, semantics: Semantics) -> Call | None:
    """The call of a cell, if JAX refuses it."""
    operands = tuple(as_jax_takes(cell.operands, semantics))
    outcome = resolve(rule, operands, semantics, cell.dtype)
    if not isinstance(outcome, Refusal):
        return None
    return Call(rule, operands, semantics, cell.dtype, outcome)


def one_change(call: Call) -> Iterator[Advice]:
    """Every conversion of one operand or of all, and every dtype to request."""
    dtypes = [dtype for dtype in STRONG if not call.semantics.truncates(dtype)]
    places = tuple(range(len(call.operands)))
    for dtype in dtypes:
        real = NODES[dtype].kind != "complex"
        for changed in ((), *((place,) for place in places), places):
            if not (real and any(call.is_complex(place) for place in changed)):
                yield Cast(changed, dtype)
    yield from (Request(dtype) for dtype in dtypes if call.dtype is not None)


@pytest.mark.parametrize("rule", RULES, ids=RULES.values())
def test_advice_is_taken_and_missing_only_where_no_single_change_helps(rule: Rule) -> None:
    for call in refused(rule):
        advice = call.explained().advice
        if advice is None:
            assert helping(call) == [], call
        else:
            assert mistake_in(call, advice) is None, (call, advice)


@pytest.mark.slow
@pytest.mark.parametrize("group", range(GROUPS))
def test_advice_in_a_large_sample(group: int) -> None:
    """The same test for many more cells of each rule."""
    rules = sorted(RULES, key=RULES.__getitem__)[group::GROUPS]
    looked_at, without = 0, set[tuple[object, ...]]()
    for rule in rules:
        for call in refused(rule, LARGE_SAMPLE):
            looked_at += 1
            advice = call.explained().advice
            # All changes are tried only once for each reason of a refusal.
            reason = rule, call.semantics, call.refusal, frozenset(call.operands), call.dtype
            if advice is not None:
                assert mistake_in(call, advice) is None, (call, advice)
            elif reason not in without:
                without.add(reason)
                assert helping(call) == [], call
    assert looked_at > LEAST_REFUSED * len(rules)


def helping(call: Call) -> list[Advice]:
    """The single changes that would help."""
    return list(filter(call.is_accepted, one_change(call)))


def mistake_in(call: Call, advice: Advice) -> str | None:
    """The mistake in an advice; None if it is right."""
    if not call.is_accepted(advice):
        return "JAX refuses what is advised"
    if advice.dtype in call.named(advice):
        return "the advised dtype is one of those that were refused"
    return "the imaginary part is dropped" if drops_imaginary(call, advice) else None


def drops_imaginary(call: Call, advice: Advice) -> bool:
    """Whether an advice converts complex numbers to real ones: JAX warns, and will refuse it.

    Advice to take real parts is meant only for complex numbers.
    """
    if isinstance(advice, TakeReal):
        return not advice.places or not all(map(call.is_complex, advice.places))
    if isinstance(advice, Request) or NODES[advice.dtype].kind == "complex":
        return False
    return any(map(call.is_complex, advice.places))


def explained(function: str, *operands: str, dtype: str | None = None, **settings: Any) -> Call:
    """A call without further arguments, which JAX refuses."""
    rules = FUNCTIONS | {f"Array.{name}": rule for name, rule in METHODS.items()}
    rule, semantics = without_arguments(rules[function]), Semantics(**settings)
    call = call_of(rule, Cell(operands, dtype), semantics)
    assert call is not None
    return call


F32: Final = "float32"
F8: Final = "float8_e4m3fn"

EXAMPLES: Final[list[tuple[Call, Advice | None]]] = [
    (explained("jax.numpy.gcd", F32, F32), Cast((0, 1), "int32")),
    (explained("jax.numpy.bitwise_count", F32), Cast((0,), "int32")),
    (explained("jax.numpy.unpackbits", F32), Cast((0,), "uint8")),
    (explained("jax.numpy.unpackbits", "int32"), Cast((0,), "uint8")),
    (explained("jax.numpy.ravel_multi_index", F32, F32), Cast((0, 1), "int32")),
    (explained("jax.lax.clz", "bool"), Cast((0,), "int32")),
    (explained("jax.numpy.copysign", F8, F8), Cast((0, 1), F32)),
    (explained("jax.numpy.copysign", F8, F32), Cast((0,), F32)),
    (explained("jax.numpy.copysign", F8, "int32"), Cast((0,), F32)),
    (explained("jax.numpy.ldexp", F32, F32), Cast((1,), "int32")),
    (explained("jax.numpy.subtract", "bool", "bool"), Cast((0,), "int32")),
    # An operand that is float32 already is not cast.
    (explained("jax.numpy.add", F32, "int32", promotion="strict"), Cast((1,), F32)),
    (explained("jax.numpy.add", "int32", F32, promotion="strict"), Cast((0,), F32)),
    (explained("jax.numpy.add", F32, "float16", promotion="strict"), Cast((1,), F32)),
    (explained("jax.lax.add", F32, "int32"), Cast((1,), F32)),
    # The requested dtype is refused, not the operands.
    (explained("jax.numpy.cov", F32, dtype="int"), Request(F32)),
    (explained("jax.numpy.corrcoef", F32, dtype="int"), Request(F32)),
    (explained("jax.random.normal", dtype="int32"), Request(F32)),
    (explained("jax.scipy.linalg.dft", dtype="int32"), Request("complex64")),
    (explained("jax.numpy.matmul", "int8", "int16", dtype="int8"), Request("int32")),
    # The advised dtype is of another kind, but not narrower.
    (explained("jax.random.bits", dtype="int8"), Request("uint8")),
    (explained("jax.random.bits", dtype="int16"), Request("uint16")),
    (explained("jax.random.bits", dtype="int32"), Request("uint32")),
    (explained("jax.random.bits", dtype="int64", x64=True), Request("uint64")),
    (explained("jax.random.bits", dtype="bfloat16"), Request("uint16")),
    (explained("jax.random.bits", dtype=F32), Request("uint32")),
    (explained("jax.numpy.gcd", "float64", "float64", x64=True), Cast((0, 1), "int64")),
    (explained("jax.numpy.gcd", "float16", "float16"), Cast((0, 1), "int32")),
    # Complex numbers are not converted to real ones silently.
    (explained("jax.scipy.special.sici", "complex64"), TakeReal((0,), F32)),
    (explained("jax.scipy.special.sici", "complex128", x64=True), TakeReal((0,), "float64")),
    (explained("jax.numpy.floor_divide", F32, "complex64"), TakeReal((1,), F32)),
    (explained("jax.numpy.gcd", "complex64", "complex64"), None),
]


@pytest.mark.parametrize(("call", "advice"), EXAMPLES)
def test_example(call: Call, advice: Advice | None) -> None:
    assert call.explained().advice == advice


def test_an_operand_of_which_the_rule_makes_another_dtype_is_converted() -> None:
    """The weights are refused as int8, although neither operand is an int8."""
    rule, small = rule_of("jax.numpy.cov[fweights=...][aweights=...]"), "float8_e4m3b11fnuz"
    cell = Cell((small, small, "weak_int", "int1"))
    call = call_of(rule, cell, Semantics(promotion="strict"))
    assert call is not None
    assert call.explained().advice == Cast((3,), small)


def test_no_operand_is_refused_where_the_requested_dtype_is() -> None:
    for call, advice in EXAMPLES:
        assert (call.explained().refused == ()) == isinstance(advice, Request)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (explained("jax.numpy.gcd", F32, F32), "cast all operands, e.g. x.astype(jnp.int32)"),
        (explained("jax.lax.clz", "bool"), "cast, e.g. x.astype(jnp.int32)"),
        (explained("jax.lax.add", F32, "int32"), "cast the int32, e.g. x.astype(jnp.float32)"),
        (
            explained("jax.lax.add", F32, "int"),
            "write the Python int as an array, e.g. jnp.float32(x)",
        ),
        (
            explained("jax.numpy.subtract", "bool", "bool"),
            "cast one operand, e.g. x.astype(jnp.int32)",
        ),
        (explained("jax.numpy.ldexp", F32, F32), "cast operand 2, e.g. x.astype(jnp.int32)"),
        (explained("jax.numpy.cov", F32, dtype="int"), "ask for jnp.float32"),
        (explained("jax.scipy.special.sici", "complex64"), "take x.real or jnp.abs(x) first"),
    ],
)
def test_words(call: Call, words: str) -> None:
    assert advised(call.explained(), call.operands) == f"; {words}"


def test_what_is_not_advised_is_not_said() -> None:
    call = explained("jax.numpy.gcd", "complex64", "complex64")
    assert advised(call.explained(), call.operands) == ""


def test_another_way_to_write_the_call_comes_first() -> None:
    call = explained("jax.numpy.subtract", "bool", "bool")
    words = advised(call.explained(), call.operands, rewrite("jax.numpy.subtract", "bool"))
    assert words == "; write x ^ y, or cast one operand, e.g. x.astype(jnp.int32)"


def test_only_functions_that_a_comparison_can_replace_have_it_advised() -> None:
    assert rewrite("jax.numpy.bitwise_and", "float") == "compare first, e.g. (x > 0)"
    assert rewrite("jax.lax.clz", "bool") is None
    assert rewrite("jax.numpy.bitwise_count", "float") is None


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (explained("jax.numpy.unpackbits", F32), "it takes uint8"),
        (explained("jax.numpy.subtract", "bool", "bool"), "it takes any dtype but bool"),
        (
            explained("jax.lax.add", F32, "int32"),
            "promotes nothing and takes operands of one dtype",
        ),
        (
            explained("jax.numpy.add", F8, F32),
            "JAX has no implicit promotion between them"
            " (float8 types promote with no other float and no complex)",
        ),
        (
            explained("jax.numpy.add", F32, "int32", promotion="strict"),
            'jax_numpy_dtype_promotion = "strict" allows no implicit promotion between them',
        ),
        (
            explained("jax.numpy.matmul", "int8", "int16", dtype="int8"),
            "the requested dtype, int8, cannot hold what is computed in int16",
        ),
    ],
)
def test_reason(call: Call, reason: str) -> None:
    assert call.explained().reason == reason


def test_a_reason_names_the_operands_for_who_has_not() -> None:
    semantics = Semantics(promotion="strict")
    assert why(NoPath(F32, "int32"), semantics, f"{F32} and int32") == (
        'jax_numpy_dtype_promotion = "strict" allows no implicit promotion between '
        "float32 and int32"
    )
    assert why(NoPath(F8, F32), semantics, f"{F8} and {F32}") == (
        "JAX has no implicit promotion between float8_e4m3fn and float32"
        " (float8 types promote with no other float and no complex)"
    )
