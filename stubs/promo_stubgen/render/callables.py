"""Renders ``jax/numpy/_callables.pyi``: a class for each function that is an object with methods.

For checkers that read overloads (:mod:`promo_stubgen.render.switch`), such a class inherits them
from a class ``_Promoting...``, one for each rule. All are protocols, because at run time some of
these objects are functions, and the others are ufuncs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final, TypeAlias

from promo_stubgen.encode import reading
from promo_stubgen.encode.answers import nameless
from promo_stubgen.encode.branches import branched
from promo_stubgen.encode.functions import has_operands
from promo_stubgen.encode.operand_types import FOREIGN
from promo_stubgen.encode.outcomes import Outcomes, outcomes_of
from promo_stubgen.encode.overloaded import marked
from promo_stubgen.encode.pair_table import PairTable
from promo_stubgen.encode.promotion import array_overloads, reflected_overloads
from promo_stubgen.encode.several_operands import operand_cases
from promo_stubgen.encode.unary import category_variables, unary_cases
from promo_stubgen.ir.annotation import Annotation
from promo_stubgen.ir.arrays import ARRAY_LIKE, array
from promo_stubgen.ir.signatures import Parameter, Signature
from promo_stubgen.reduce.contraction import contracted
from promo_stubgen.render import scalar_types
from promo_stubgen.render.imports import import_array_types, import_scalar_types
from promo_stubgen.render.switch import switch
from promo_stubgen.render.ufunc_methods import UFUNC_METHODS
from promo_stubgen.surface import files
from promo_stubgen.surface.entries import Entry
from promo_stubgen.surface.merging import merge
from promo_typing.core.stub_names import PROMOTING_PREFIX, callable_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, Rule

PATH: Final = "numpy/_callables.pyi"
MODULE: Final = "jax.numpy"

_PREAMBLE: Final = """\
import builtins
from typing import Any, Never, Protocol, TypeVar, overload

import numpy as np
{imports}

"""

_Case: TypeAlias = tuple[tuple[Annotation, ...], Annotation]
"""The annotations of the operands, and that of the result."""

_UFUNC_CLASS: Final = f"class _Ufunc(Protocol):\n{UFUNC_METHODS}"


def is_callable_object(name: str, entry: Entry) -> bool:
    """Whether a function is rendered as an object: a ufunc, or a function of two operands only."""
    whole = FUNCTIONS.get(f"{MODULE}.{name}")
    if whole is None or entry["kind"] == "ufunc":
        return whole is not None
    rule, (signature, *overloads) = branched(whole).rule, _signatures(entry)
    binary = len(signature.parameters) == len(rule.operands) == 2 and not overloads
    return binary and has_operands(signature, rule)


@cache
def render(semantics: Semantics) -> dict[str, str]:
    """Return the text of the stub by its path."""
    plain: list[str] = []
    promoting: list[str] = []
    shared: dict[tuple[Rule, tuple[Parameter, ...]], str] = {}
    for name, entry in merge(files.load(), MODULE).items():
        if not is_callable_object(name, entry):
            continue
        rule, signature = branched(FUNCTIONS[f"{MODULE}.{name}"]).rule, _signatures(entry)[0]
        outcomes = outcomes_of(rule, semantics, len(rule.operands))
        key = (nameless(rule), _kinds(signature))
        if key not in shared:
            shared[key] = PROMOTING_PREFIX + callable_class(name)
            promoting += _promoting(shared[key], outcomes, signature)
        promoting.append(f"{_header(name, entry, shared[key])} ...")
        plain += [_header(name, entry), _plain(outcomes, signature)]
    body = "\n".join((*category_variables(), _UFUNC_CLASS, *switch(plain, promoting)))
    (dtypes,) = scalar_types.render(semantics).values()
    imports = f"{import_array_types(body)}\n{import_scalar_types(body, dtypes)}"
    return {PATH: _PREAMBLE.format(imports=imports) + body + "\n"}


def _signatures(entry: Entry) -> list[Signature]:
    if entry["kind"] == "ufunc":
        names = ("x", "y") if entry["inputs"] == 2 else ("x",)
        return [Signature(tuple(Parameter(name, "positional") for name in names))]
    return list(entry["signatures"])


def _kinds(signature: Signature) -> tuple[Parameter, ...]:
    """A key for signatures that differ only in names of positional-only parameters."""
    return tuple(
        Parameter("" if each.kind == "positional" else each.name, each.kind)
        for each in signature.parameters
    )


def _promoting(name: str, outcomes: Outcomes, signature: Signature) -> Iterator[str]:
    yield f"class {name}(Protocol):"
    overloads = [_method(signature, *case) for case in _cases(outcomes)]
    signatures = marked(contracted(overloads, outcomes.semantics))
    for overload in signatures:
        yield from ["    @overload"] if len(signatures) > 1 else []
        yield f"    def __call__{overload}: ..."


def _plain(outcomes: Outcomes, signature: Signature) -> str:
    plain = _method(signature, (ARRAY_LIKE,) * outcomes.arity, outcomes.unknown)
    return f"    def __call__{plain}: ..."


def _method(
    signature: Signature, operands: tuple[Annotation, ...], returns: Annotation
) -> Signature:
    pairs = zip(signature.parameters, operands, strict=True)
    parameters = (replace(each, annotation=operand) for each, operand in pairs)
    own = Parameter("self", signature.parameters[0].kind)
    return Signature((own, *parameters), returns)


def _cases(outcomes: Outcomes) -> Iterator[_Case]:
    if outcomes.arity == 1:
        for annotation, returns in unary_cases(outcomes):
            yield (annotation,), returns
    elif reading.looks_at_values(outcomes.rule):
        yield from _irregular_cases(outcomes)
    else:
        for case in operand_cases(outcomes, numpy=True):
            rest = (ARRAY_LIKE,) * (outcomes.arity - len(case.operands))
            yield (*case.operands, *rest), case.returns


def _irregular_cases(outcomes: Outcomes) -> Iterator[_Case]:
    """The cases of a rule whose result the join does not decide, made like those of operators."""
    for overload in array_overloads(PairTable(outcomes.rule, outcomes.semantics)):
        yield (array(overload.dtype), overload.other), overload.returns
    table = PairTable(outcomes.rule, outcomes.semantics, reflected=True)
    for overload in reflected_overloads(table):
        yield (overload.other, array(overload.dtype)), overload.returns
    yield (FOREIGN, ARRAY_LIKE), outcomes.unknown


def _header(name: str, entry: Entry, *bases: str) -> str:
    """The first line of the class of a function."""
    ufunc = ["_Ufunc"] if entry["kind"] == "ufunc" else []
    return f"class _{callable_class(name)}({', '.join([*bases, *ufunc, 'Protocol'])}):"
