"""From operands and settings to the dtypes of the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from promo_typing.core.dtypes import NODES, PRNG_KEY, PYTHON_SCALARS
from promo_typing.core.versions import SUPPORTED
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules.accepts import ACCEPTS
from promo_typing.rules.combine import COMBINES
from promo_typing.rules.maps import RESULT_MAPS
from promo_typing.rules.model import (
    ABSENT,
    GIVEN,
    OF,
    Outcome,
    Rejected,
    Resolved,
    Rule,
    Unknown,
    Variant,
)

NOT_WRITTEN: Final = object()
"""The value of an argument that is given but not written in the call: it may be any."""


def select(rule: Rule, arguments: Mapping[str, object]) -> Rule | None:
    """Return the rule for a call with these arguments, None if they do not tell which.

    Args:
        rule: the rule of the function.
        arguments: the value of each argument that is given, or :data:`NOT_WRITTEN`.
    """
    for variant in rule.variants:
        value = arguments.get(variant.parameter, ABSENT)
        if value is NOT_WRITTEN and variant.value not in (GIVEN, ABSENT):
            return None
        if _applies(variant, value):
            return select(variant.rule, arguments)
    return rule


def variant_parameters(rule: Rule) -> tuple[str, ...]:
    """Return the parameters whose values :func:`select` looks at."""
    return tuple(
        dict.fromkeys(
            name
            for variant in rule.variants
            for name in (variant.parameter, *variant_parameters(variant.rule))
        )
    )


def _applies(variant: Variant, value: object) -> bool:
    if variant.value is GIVEN:
        return value not in (None, ABSENT)
    if variant.value is ABSENT:
        return value in (None, ABSENT)
    return type(value) is type(variant.value) and value == variant.value


def resolve(
    rule: Rule, operands: Sequence[str], semantics: Semantics, dtype: str | None = None
) -> Outcome:
    """Return what JAX answers to operands of these dtypes.

    Args:
        rule: the rule of the function.
        operands: a node for each operand that was passed, in the order of ``rule.operands``;
            the items of variadic operands and sequences follow one another. ``"int"``,
            ``"float"`` and ``"complex"`` are Python scalars: the weak nodes, except that
            ``power`` looks at the value of a Python int. Operands that are left out (or None)
            are left out here.
        semantics: the settings.
        dtype: the node of the function's ``dtype`` argument, if there is one; the Python names
            mean the default dtypes.

    Raises:
        KeyError: a name is not a node.
        ValueError: there is no operand, and the rule has no default.
    """
    return _resolve(rule, tuple(operands), semantics, dtype)


@lru_cache(maxsize=1 << 16)
def _resolve(
    rule: Rule, operands: tuple[str, ...], semantics: Semantics, dtype: str | None
) -> Outcome:
    if rule.trees and not set(operands) <= {*NODES, PRNG_KEY}:
        return Unknown()
    if rule.before is not None:
        return _by_version(rule, operands, semantics, dtype)
    if PRNG_KEY in operands:
        return Unknown() if dtype is not None else _of_keys(rule, operands, semantics)
    if rule.with_python_int is not None and operands[-1] == "int":
        return _resolve(rule.with_python_int, operands[:-1], semantics, dtype)
    nodes = tuple(PYTHON_SCALARS.get(operand, operand) for operand in operands)
    if rule.absent is not None:
        nodes += (rule.absent,) * (len(rule.operands) - len(nodes))
    if dtype is not None:
        return _with_dtype(rule, nodes, _requested(rule, dtype, semantics), semantics)
    combined = _combine(rule, nodes, semantics)
    if not isinstance(combined, str):
        return combined
    if not ACCEPTS[rule.accepts].contains(combined, semantics):
        return Rejected(combined, rule.accepts)
    if ACCEPTS[rule.unknown_for].contains(combined, semantics):
        return Unknown()
    return _resolved(rule, rule.results, nodes, combined, semantics)


def _resolved(
    rule: Rule, keys: Sequence[str], nodes: tuple[str, ...], combined: str, semantics: Semantics
) -> Outcome:
    results = [_result(rule, key, nodes, combined, semantics) for key in keys]
    known = [each for each in results if isinstance(each, str)]
    refused = (each for each in results if not isinstance(each, str))
    return next(refused, Resolved(tuple(known)))


def _result(
    rule: Rule, key: str, nodes: tuple[str, ...], combined: str, semantics: Semantics
) -> str | Outcome:
    if key in COMBINES:
        return COMBINES[key](nodes, semantics)
    word, of, operand = key.partition(OF)
    return RESULT_MAPS[word](nodes[rule.operands.index(operand)] if of else combined, semantics)


def _by_version(
    rule: Rule, operands: tuple[str, ...], semantics: Semantics, dtype: str | None
) -> Outcome:
    """Without a version, what all supported ones agree on."""
    versions = SUPPORTED if semantics.jax is None else (semantics.jax,)
    rules = dict.fromkeys(map(rule.at, versions))
    outcomes = {_resolve(each, operands, semantics, dtype) for each in rules}
    return outcomes.pop() if len(outcomes) == 1 else Unknown()


def _of_keys(rule: Rule, operands: tuple[str, ...], semantics: Semantics) -> Outcome:
    """A key is no number: it is kept as it is, or looked at without regard to its dtype."""
    if not rule.keys or set(operands) != {PRNG_KEY}:
        return Unknown()
    return Resolved(
        tuple(
            PRNG_KEY if key in ("same", "concrete") else RESULT_MAPS[key]("bool", semantics)
            for key in rule.results
        )
    )


def _with_dtype(
    rule: Rule, nodes: tuple[str, ...], requested: str, semantics: Semantics
) -> Outcome:
    outcome = COMBINES[rule.dtype_combine]((*nodes, requested), semantics)
    if not isinstance(outcome, str):
        return outcome
    return _resolved(rule, rule.requested_results, nodes, outcome, semantics)


def _combine(rule: Rule, nodes: tuple[str, ...], semantics: Semantics) -> str | Outcome:
    if nodes and rule.combine != "none":
        return COMBINES[rule.combine](nodes, semantics)
    if rule.default is None:
        raise ValueError(f"no operand, but the rule needs {', '.join(rule.operands)}")
    return rule.default


def _requested(rule: Rule, dtype: str, semantics: Semantics) -> str:
    node = PYTHON_SCALARS.get(dtype, dtype)
    if rule.narrowing == "none":
        return replace(semantics, x64=True).concrete(node)
    concrete = semantics.concrete(node)
    checked = rule.narrowing == "checked"
    return semantics.requested(concrete) if checked else semantics.canonical(concrete)
