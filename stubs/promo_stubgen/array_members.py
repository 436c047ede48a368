"""Renders the members of ``jax.Array`` and of ``x.at[...]``, with dtypes from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from promo_stubgen.array_signatures import (
    CONVERSIONS,
    INDEX_UPDATES,
    METHODS,
    PROMOTING_UPDATES,
    PROPERTIES,
    SAME,
)
from promo_stubgen.expansion import annotate, leave_out, with_dtype, without_dtype
from promo_stubgen.pair_table import UNKNOWN, PairTable, Result
from promo_stubgen.signatures import Parameter, Signature, parse
from promo_stubgen.single_operand import Case, cases, rule_results
from promo_typing import rules
from promo_typing.dtypes import NODES
from promo_typing.rules import FUNCTIONS, Rule
from promo_typing.semantics import Semantics
from promo_typing.stub_names import dtype_class

OWN_DTYPE: Final = "_D_co"

_CONSTANTS: Final = frozenset({"bool", "int32", "default_int"})
"""Result maps that give one dtype for every operand."""


def properties(semantics: Semantics) -> Iterable[str]:
    """The properties of an array."""
    for name, annotation in PROPERTIES.items():
        signatures = _property(name, annotation, semantics)
        if len(signatures) == 1:
            yield "    @property"
            yield f"    def {name}{signatures[0]}: ..."
        else:
            yield f"    {name}: {_descriptor(name)}"


def descriptors(semantics: Semantics) -> Iterable[str]:
    """The classes of properties whose type needs overloads, which a property cannot have."""
    for name, annotation in PROPERTIES.items():
        signatures = _property(name, annotation, semantics)
        if len(signatures) > 1:
            yield f"class {_descriptor(name)}:"
            yield from _definitions("__get__", [_getter(each) for each in signatures])


def _property(name: str, annotation: str, semantics: Semantics) -> list[Signature]:
    signature = parse(f"(self) -> {annotation}")
    rule = _simple_rule(name)
    return [signature] if rule is None else _by_rule(signature, rule, semantics)


def _descriptor(name: str) -> str:
    return f"_{name.capitalize()}Property"


def _getter(signature: Signature) -> Signature:
    """From the property of an array to the method of its descriptor."""
    (array,) = signature.parameters
    instance = Parameter("instance", "positional", array.annotation or "Array[_SameT]")
    owner = Parameter("owner", "positional", "Any", "None")
    returns = (signature.returns or "Any").replace(OWN_DTYPE, "_SameT")
    return Signature((Parameter("self", "positional"), instance, owner), returns)


def methods(semantics: Semantics) -> Iterable[str]:
    """The methods of an array."""
    for name, (text, default) in CONVERSIONS.items():
        yield from _definitions(name, _conversion(parse(text), default, semantics))
    for name, text in METHODS.items():
        signature = parse(text)
        rule = _simple_rule(name)
        signatures = [signature] if rule is None else _by_rule(signature, rule, semantics)
        yield from _definitions(name, signatures)


def index_updates(semantics: Semantics) -> Iterable[str]:
    """The methods of ``x.at[...]``."""
    for name, text in INDEX_UPDATES.items():
        signatures = [parse(text)]
        if name in PROMOTING_UPDATES:
            table = PairTable(FUNCTIONS[PROMOTING_UPDATES[name]], semantics)
            results = {node: table.result(node, node) for node in NODES}
            signatures = _by_cases(signatures[0], results, semantics, owner="_IndexUpdateRef")
        yield from _definitions(name, signatures)


def _simple_rule(name: str) -> Rule | None:
    """The rule of a member whose dtype follows from the array's alone, or is always the same."""
    rule = rules.METHODS.get(name)
    if rule is None or len(rule.operands) == 1:
        return rule
    return rule if all(result in _CONSTANTS for result in rule.results) else None


def _by_rule(signature: Signature, rule: Rule, semantics: Semantics) -> list[Signature]:
    known = leave_out(signature, rule.unknown_with)
    fallback = [] if known == signature else [annotate(signature, _array(UNKNOWN))]
    results = rule_results(rule, semantics)
    parameter = rule.dtype_parameter
    if parameter is None:
        return [*_by_cases(known, results, semantics), *fallback]
    by_default = _by_cases(without_dtype(known, parameter), results, semantics)
    if rule.dtype_combine != "requested":
        return [*by_default, annotate(signature, _array(UNKNOWN))]
    return [*by_default, *with_dtype(known, parameter, _array, semantics), *fallback]


def _by_cases(
    signature: Signature,
    results: Mapping[str, Result],
    semantics: Semantics,
    owner: str = "Array",
) -> list[Signature]:
    return [
        annotate(signature, _returns(case, signature), **_self_annotation(case, owner))
        for case in cases(results, OWN_DTYPE, semantics)
    ]


def _self_annotation(case: Case, owner: str) -> dict[str, str]:
    own = case.operand in (UNKNOWN, OWN_DTYPE)
    return {} if own else {"self": f"{owner}[{case.operand}]"}


def _returns(case: Case, signature: Signature) -> str:
    """The result of a case in the container that the signature has: one array or a tuple."""
    arrays = [_array(dtype) for dtype in case.returns]
    if signature.returns is not None and signature.returns.endswith(", ...]"):
        return f"tuple[{arrays[0]}, ...]"
    return arrays[0] if len(arrays) == 1 else f"tuple[{', '.join(arrays)}]"


def _conversion(signature: Signature, default: str, semantics: Semantics) -> list[Signature]:
    none = SAME if default == "same" else _array(dtype_class(semantics.concrete(default)))
    return [
        annotate(without_dtype(signature, "dtype"), none),
        *with_dtype(signature, "dtype", _array, semantics),
    ]


def _array(dtype: str) -> str:
    return f"Array[{dtype}]"


def _definitions(name: str, signatures: Sequence[Signature]) -> Iterable[str]:
    for signature in signatures:
        if len(signatures) > 1:
            yield "    @overload"
        yield f"    def {name}{signature}: ..."
