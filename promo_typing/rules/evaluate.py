"""Evaluates rules: from the dtypes of operands and the settings to the dtypes of the results."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

from promo_typing.core.dataclass import dataclass
from promo_typing.core.dtypes import NODES, PRNG_KEY, PYTHON_SCALARS
from promo_typing.core.versions import SUPPORTED
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.bind import bind
from promo_typing.rules.model import (
    Accumulates,
    After,
    Alike,
    AnyOf,
    Before,
    Both,
    Case,
    Check,
    Counts,
    Dtype,
    Either,
    Expression,
    First,
    HoldsProducts,
    If,
    IfTaken,
    In,
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
    Refusal,
    Reinterprets,
    Rejected,
    Requested,
    Resolved,
    Rule,
    Same,
    Test,
    TooNarrow,
    TreeOf,
    Truncation,
    Under,
    Unknown,
    Wider,
    expressions,
    operands_in,
)
from promo_typing.rules.products import accumulates, holds_products, rank

Nodes: TypeAlias = tuple[str, ...]


def resolve(
    rule: Rule, operands: Sequence[str], semantics: Semantics, dtype: str | None = None
) -> Outcome:
    """Return the dtypes of the results for operands of these dtypes, or why JAX refuses them.

    Args:
        rule: the rule of the function, :func:`promo_typing.rules.select`-ed for the call.
        operands: a node for each operand that the call passes, in the order of
            ``rule.operands``. A variadic operand or a sequence has a node for each item. The
            names ``"int"``, ``"float"`` and ``"complex"`` stand for Python scalars. They
            count as the weak nodes, except that ``power`` depends on the value of a Python
            int. An operand that the call omits, or passes as None, has no node.
        semantics: the settings of JAX.
        dtype: the node of the ``dtype`` argument, if the call has one. The names of Python
            types stand for the default dtypes.

    Raises:
        KeyError: a name is not a node.
        TypeError: cases of the rule depend on arguments, and none has been selected.
        ValueError: there are more operands than the rule has, or too few.
    """
    return _resolve(rule, tuple(operands), semantics, dtype)


@lru_cache(maxsize=1 << 16)
def _resolve(rule: Rule, operands: Nodes, semantics: Semantics, dtype: str | None) -> Outcome:
    if semantics.jax is None and any(_depends_on_version(case) for case in rule.cases):
        versions = (replace(semantics, jax=version) for version in SUPPORTED)
        outcomes = {_resolve(rule, operands, each, dtype) for each in versions}
        return outcomes.pop() if len(outcomes) == 1 else Unknown()
    bound = bind(rule.operands, operands)
    case = next(each for each in rule.cases if _applies(each, bound, semantics))
    if PRNG_KEY in operands:
        return Unknown() if dtype is not None else _of_keys(case, operands)
    if isinstance(case.result, TreeOf) and not set(operands) <= NODES.keys():
        return Unknown()
    nodes = {name: _nodes(own) for name, own in bound.items()}
    if dtype is None:
        return _outcome(expressions(case.result), _Call(nodes, semantics))
    if rule.dtype is None or not case.requested:
        return Unknown()
    requested = _requested(rule.dtype.truncation, dtype, semantics)
    return _outcome(case.requested, _Call(nodes, semantics, requested))


def _depends_on_version(case: Case) -> bool:
    return any(isinstance(condition, Before) for condition in case.when)


def _nodes(operands: Nodes) -> Nodes:
    return tuple(PYTHON_SCALARS.get(operand) or NODES[operand].name for operand in operands)


def _applies(case: Case, bound: Mapping[str, Nodes], semantics: Semantics) -> bool:
    for condition in case.when:
        if isinstance(condition, Before):
            if semantics.jax is None or semantics.jax >= condition.version:
                return False
        elif isinstance(condition, PythonInt):
            if bound[condition.operand] != ("int",):
                return False
        else:
            raise TypeError(f"the rule has cases that depend on arguments: {condition}; select one")
    return True


def _requested(truncation: Truncation, dtype: str, semantics: Semantics) -> str:
    node = PYTHON_SCALARS.get(dtype, dtype)
    if truncation is Truncation.NONE:
        return replace(semantics, x64=True).strong(node)
    strong = semantics.strong(node)
    checked = truncation is Truncation.CHECKED
    return semantics.requested(strong) if checked else semantics.canonical(strong)


def _of_keys(case: Case, operands: Nodes) -> Outcome:
    """The outcome for typed PRNG keys: they are kept, or do not influence the dtype."""
    if not case.keys or set(operands) != {PRNG_KEY}:
        return Unknown()
    return Resolved(tuple(map(_of_key, expressions(case.result))))


def _of_key(expression: Expression) -> str:
    if isinstance(expression, Dtype):
        return expression.node
    if isinstance(expression, Map):
        kept = _of_key(expression.part)
        return kept if expression.by.keeps_keys else expression.by("bool", Semantics())
    if isinstance(expression, After):
        return _of_key(expression.then)
    return PRNG_KEY


class _EndedError(Exception):
    """Ends an evaluation early: at a refusal, or at an unknown dtype."""

    def __init__(self, outcome: Refusal | Unknown) -> None:
        super().__init__(outcome)
        self.outcome: Final = outcome


@dataclass(frozen=True, slots=True)
class _Call:
    """The nodes of the operands by name, the settings, and the requested dtype."""

    operands: Mapping[str, Nodes]
    semantics: Semantics
    requested: str | None = None


def _outcome(results: Sequence[Expression], call: _Call) -> Outcome:
    try:
        return Resolved(tuple(_node(expression, call) for expression in results))
    except _EndedError as ended:
        return ended.outcome


def _node(expression: Expression, call: _Call) -> str:
    (node,) = _evaluated(expression, call)
    return node


def _evaluated(expression: Expression, call: _Call) -> Nodes:
    return _EVALUATORS[type(expression)](expression, call)


def _all(parts: Sequence[Expression], call: _Call) -> Nodes:
    return tuple(node for part in parts for node in _evaluated(part, call))


def _of(expression: Of, call: _Call) -> Nodes:
    return tuple(node for name in expression.operands for node in call.operands.get(name, ()))


def _dtype(expression: Dtype, call: _Call) -> Nodes:
    return (expression.node,)


def _of_request(expression: Requested, call: _Call) -> Nodes:
    assert call.requested is not None, "no dtype is requested"
    return (call.requested,)


def _join(expression: Join, call: _Call) -> Nodes:
    nodes = _all(expression.parts, call)
    if not nodes:
        raise ValueError(f"no operand of {', '.join(operands_in(expression))}")
    lattice, joined = call.semantics.lattice, nodes[0]
    for node in nodes[1:]:
        above = lattice.join(joined, node)
        if above is None:
            raise _EndedError(NoPath(joined, node))
        joined = above
    return (joined,)


def _map(expression: Map, call: _Call) -> Nodes:
    return tuple(expression.by(node, call.semantics) for node in _evaluated(expression.part, call))


def _check(expression: Check, call: _Call) -> Nodes:
    nodes = _evaluated(expression.part, call)
    for node in nodes:
        if not expression.accepted.contains(node, call.semantics):
            operands = tuple(dict.fromkeys(operands_in(expression.part)))
            raise _EndedError(Rejected(node, expression.accepted, operands))
    return nodes


def _known(expression: Known, call: _Call) -> Nodes:
    nodes = _evaluated(expression.part, call)
    if not all(expression.known.contains(node, call.semantics) for node in nodes):
        raise _EndedError(Unknown())
    return nodes


def _after(expression: After, call: _Call) -> Nodes:
    _evaluated(expression.first, call)
    return _evaluated(expression.then, call)


def _first(expression: First, call: _Call) -> Nodes:
    return _evaluated(expression.part, call)[:1]


def _same(expression: Same, call: _Call) -> Nodes:
    nodes, strong = _all(expression.parts, call), call.semantics.strong
    for node in nodes[1:]:
        if strong(node) != strong(nodes[0]):
            raise _EndedError(Mismatch(nodes[0], node))
    return (_weak_if_all_are(strong(nodes[0]), nodes, call),)


def _weak_if_all_are(strong: str, nodes: Nodes, call: _Call) -> str:
    if not all(NODES[node].weak for node in nodes):
        return strong
    return next(node for node in nodes if call.semantics.strong(node) == strong)


def _product(expression: Product, call: _Call) -> Nodes:
    left, right = factors = _evaluated(expression.part, call)
    strong = tuple(map(call.semantics.strong, factors))
    if strong[0] != strong[1] and rank(strong[0]) == rank(strong[1]):
        raise _EndedError(Mismatch(left, right))
    return (_weak_if_all_are(max(strong, key=rank), factors, call),)


def _pair(expression: HoldsProducts | Accumulates, call: _Call) -> tuple[str, str, TooNarrow]:
    """The strong dtypes of the result and of the products, and the refusal for a bad pair."""
    node, products = _node(expression.part, call), _node(expression.products, call)
    strong = call.semantics.strong
    requested = isinstance(expression.part, Requested)
    return strong(node), strong(products), TooNarrow(node, strong(products), requested)


def _holds_products(expression: HoldsProducts, call: _Call) -> Nodes:
    node, products, refusal = _pair(expression, call)
    if not holds_products(node, products):
        raise _EndedError(refusal)
    return (refusal.node,)


def _accumulates(expression: Accumulates, call: _Call) -> Nodes:
    node, products, refusal = _pair(expression, call)
    if not accumulates(node, products):
        raise _EndedError(refusal)
    return (refusal.node,)


def _reinterprets(expression: Reinterprets, call: _Call) -> Nodes:
    node, of = _node(expression.part, call), _strong(expression.of, call)
    asked, bits = NODES[node].bits, NODES[of].bits
    if asked > bits and asked % bits:
        raise _EndedError(TooNarrow(node, of, requested=True))
    return (node,)


def _strong(expression: Expression, call: _Call) -> str:
    return call.semantics.strong(_node(expression, call))


def _if(expression: If, call: _Call) -> Nodes:
    holds = _holds(expression.test, call)
    return _evaluated(expression.then if holds else expression.otherwise, call)


def _either(expression: Either, call: _Call) -> Nodes:
    outcomes = [_outcome((part,), call) for part in expression.parts]
    first = outcomes[0]
    if all(isinstance(outcome, Refusal) for outcome in outcomes):
        assert isinstance(first, Refusal)
        raise _EndedError(first)
    if isinstance(first, Resolved) and all(outcome == first for outcome in outcomes):
        return first.results
    raise _EndedError(Unknown())


def _if_taken(expression: IfTaken, call: _Call) -> Nodes:
    try:
        return _evaluated(expression.part, call)
    except _EndedError:
        raise _EndedError(Unknown()) from None


def _open(expression: Open, call: _Call) -> Nodes:
    raise _EndedError(Unknown())


_EVALUATORS: Final[dict[type, Callable[[Any, _Call], Nodes]]] = {
    Of: _of,
    Dtype: _dtype,
    Requested: _of_request,
    Join: _join,
    Map: _map,
    Check: _check,
    Known: _known,
    After: _after,
    First: _first,
    Same: _same,
    Product: _product,
    HoldsProducts: _holds_products,
    Accumulates: _accumulates,
    Reinterprets: _reinterprets,
    If: _if,
    Either: _either,
    IfTaken: _if_taken,
    Open: _open,
}


def _holds(test: Test, call: _Call) -> bool:
    return _TESTS[type(test)](test, call)


def _in(test: In, call: _Call) -> bool:
    nodes = _evaluated(test.part, call)
    return all(test.members.contains(node, call.semantics) for node in nodes)


def _alike(test: Alike, call: _Call) -> bool:
    return len({node for part in test.parts for node in _evaluated(part, call)}) == 1


def _counts(test: Counts, call: _Call) -> bool:
    return len(_evaluated(test.part, call)) == test.count


def _wider(test: Wider, call: _Call) -> bool:
    return NODES[_strong(test.part, call)].bits > NODES[_strong(test.than, call)].bits


def _ranked(test: Ranked, call: _Call) -> bool:
    strong = set(map(call.semantics.strong, _all(test.parts, call)))
    return len({rank(node) for node in strong}) == len(strong)


_TESTS: Final[dict[type, Callable[[Any, _Call], bool]]] = {
    In: _in,
    Alike: _alike,
    Counts: _counts,
    Wider: _wider,
    Ranked: _ranked,
    Both: lambda test, call: all(_holds(each, call) for each in test.tests),
    AnyOf: lambda test, call: any(_holds(each, call) for each in test.tests),
    Under: lambda test, call: test.holds(call.semantics),
}
