"""The overloads of a function, from its signature and the cases of its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import takewhile
from typing import Final

from promo_stubgen.encode import reading
from promo_stubgen.encode.answers import nameless
from promo_stubgen.encode.branches import Branch
from promo_stubgen.encode.dtype_argument import GENERIC_VARIABLE
from promo_stubgen.encode.expansion import (
    annotate,
    of_known_result,
    required,
    with_dtype,
    without_dtype,
)
from promo_stubgen.encode.further_arguments import further_cases
from promo_stubgen.encode.independent import independent_cases
from promo_stubgen.encode.joined import Case, sequence_cases
from promo_stubgen.encode.nested import converts, nested_cases
from promo_stubgen.encode.operand_types import operand_upto
from promo_stubgen.encode.outcomes import Outcomes, outcomes_of
from promo_stubgen.encode.several_operands import items_of_sequence, operand_cases
from promo_stubgen.encode.unary import tree_cases, unary_cases
from promo_stubgen.ir.annotation import (
    ANY,
    NONE,
    NONE_VALUE,
    OPEN,
    Annotation,
    Literal,
    Name,
    mapped,
    members,
    union,
    without_none,
)
from promo_stubgen.ir.arrays import ARRAY_LIKE, DTYPE_LIKE
from promo_stubgen.ir.signatures import Signature
from promo_typing.core.dtypes import NODES, STRONG, TRUNCATED, WEAK
from promo_typing.core.stub_names import BOTTOM, dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import Rule
from promo_typing.rules.model import FirstItem, Given, Rows, Truncation

TREE: Final = ANY
"""The annotation of any pytree."""
_NODE_OF_NAME: Final = {dtype_class(node): node for node in STRONG}


def function_overloads(
    signature: Signature, branch: Branch, semantics: Semantics
) -> list[Signature]:
    """The overloads of a function with a rule; a single signature if all results are the same.

    Raises:
        ValueError: the rule has an operand that the signature lacks.
    """
    return _overloads(signature, branch, semantics, with_requests=True)


def variant_overloads(
    parts: Sequence[tuple[Signature, Branch]],
    usual: Branch,
    governed: Signature,
    semantics: Semantics,
) -> list[Signature]:
    """The overloads of a function whose arguments select a variant of its rule.

    Args:
        parts: the signatures of the variants, each with its branch.
        usual: the branch for calls that select no variant.
        governed: the signature that takes the calls of all variants.
        semantics: the settings.
    """
    by_part = [_requests(each, branch, semantics) for each, branch in parts]
    said = {_said(each, usual) for each in by_part}
    shared = len(parts) > 1 and len(said) == 1 and () not in said
    found = [
        overload
        for each, branch in parts
        for overload in _overloads(each, branch, semantics, with_requests=not shared)
    ]
    return [*found, *_requests(governed, usual, semantics)] if shared else found


def _requests(signature: Signature, branch: Branch, semantics: Semantics) -> list[Signature]:
    """The overloads for operands with a requested dtype.

    There are none if the function also has arguments that make the result unknown.
    """
    rule = branch.rule
    names = operand_names(signature, rule)
    if rule.dtype is None or branch.open_with or not names:
        return []
    outcomes = outcomes_of(rule, semantics, max(1, len(names)), _optional(signature, names))
    return _with_dtype(signature, names, rule.dtype.name, outcomes)


def _said(requests: Iterable[Signature], branch: Branch) -> tuple[object, ...]:
    """A key of overloads for a requested dtype: the annotations of the dtype, and the results."""
    dtype = branch.rule.dtype
    return tuple(
        (each.parameter(dtype.name).annotation, each.returns) for each in requests if dtype
    )


def _overloads(
    signature: Signature, branch: Branch, semantics: Semantics, *, with_requests: bool
) -> list[Signature]:
    rule = branch.rule
    names = operand_names(signature, rule)
    if names is None:
        wanted = ", ".join(each.name for each in rule.operands)
        raise ValueError(f"no parameters {wanted} in {signature}")
    optional = _optional(signature, names)
    outcomes = outcomes_of(rule, semantics, max(1, len(rule.operands)), optional)
    open_with = {each.parameter for each in branch.open_with}
    dtype = rule.dtype.name if rule.dtype else None
    if any(each.name in open_with and not each.is_optional for each in signature.parameters):
        return [replace(signature, returns=outcomes.anything)]
    if not open_with and dtype is None and outcomes.is_constant():
        return [replace(signature, returns=outcomes.unknown)]
    known = of_known_result(signature, branch)
    plain = known if dtype is None else without_dtype(known, dtype)
    every = _cases_of(
        nameless(rule), semantics, outcomes.arity, optional, _is_any_number(signature, names)
    )
    own = [_within(case, signature, names, rule) for case in every]
    cases = [*own, *_further_cases(outcomes, signature, names)]
    overloads = [each for case in cases for each in _apply(plain, names, case)]
    if dtype is not None and with_requests:
        creates = not names
        for_dtype = _with_dtype(known, names, dtype, outcomes)
        # mypy takes the first overload for a functools.partial, whatever dtype is bound in it.
        overloads = [*for_dtype[:creates], *overloads, *for_dtype[creates:]]
    if known != signature:
        doubtful = _of_numpy_float(known, branch.open_with)
        return [
            *(replace(each, returns=outcomes.anything) for each in doubtful),
            *overloads,
            replace(signature, returns=outcomes.anything),
        ]
    if _too_many_unions(known, names, rule):
        overloads.append(replace(signature, returns=outcomes.unknown))
    return overloads


def _optional(signature: Signature, names: list[str]) -> int:
    """The number of trailing operands that may be left out."""
    defaults = {each.name: each.default for each in signature.parameters}
    return len(list(takewhile(lambda name: defaults[name] is not None, reversed(names))))


def _of_numpy_float(signature: Signature, open_with: Sequence[Given]) -> Iterator[Signature]:
    """The signatures for ``np.float64``, a float for checkers, which is strong in JAX."""
    for parameter in (each.parameter for each in open_with if each.beyond == "float"):
        for form in required(signature, parameter):
            yield annotate(form, **{parameter: Name("np.float64")})


def _too_many_unions(signature: Signature, names: list[str], rule: Rule) -> bool:
    """Whether a required argument other than the operands is a union, as the operands may be.

    Checkers try at most 64 combinations of union members, and ``ArrayLike`` has eight members.
    """
    others = [each for each in signature.parameters if each.name not in names]
    return reading.is_promoted(rule) and any(
        each.annotation == ARRAY_LIKE and each.default is None for each in others
    )


def has_operands(signature: Signature, rule: Rule) -> bool:
    """Whether a signature has all operands of the rule."""
    return operand_names(signature, rule) is not None


def operand_names(signature: Signature, rule: Rule) -> list[str] | None:
    """The parameters for the operands; None if the signature lacks one.

    A positional-only parameter is found by its place, whatever its name is.
    """
    parameters = {each.name: each for each in signature.parameters}
    found = []
    for place, operand in enumerate(rule.operands):
        name = operand.name
        at_place = signature.parameters[place] if place < len(parameters) else None
        if name not in parameters and at_place is not None and at_place.kind == "positional":
            name = at_place.name
        found.append(name)
    return found if set(found) <= set(parameters) else None


@cache
def _cases_of(
    rule: Rule, semantics: Semantics, arity: int, optional: int, any_number: bool
) -> tuple[Case, ...]:
    """The cases of a rule, cached because many functions share them."""
    outcomes = outcomes_of(rule, semantics, arity, optional)
    if any_number and len(outcomes.preserved()) == len(NODES):
        return tuple(further_cases(outcomes))
    return tuple(_cases(outcomes))


def _is_any_number(signature: Signature, names: list[str]) -> bool:
    """Whether the operands are all further positional arguments."""
    return len(names) == 1 and signature.parameter(names[0]).kind == "*"


def _cases(outcomes: Outcomes) -> Iterator[Case]:
    rule = outcomes.rule
    if not rule.operands:
        yield Case((), outcomes.unknown)
    elif reading.takes_pytrees(rule):
        # pyright takes the first overload for an operand of type Any, which may be any pytree.
        yield Case((Name(BOTTOM),), TREE)
        yield from (Case((operand,), returns) for operand, returns in tree_cases(outcomes))
    elif reading.keeps_both(rule):
        yield from independent_cases(outcomes)
    elif isinstance(rule.operands[0], Rows):
        yield from sequence_cases(items_of_sequence(outcomes))
    elif outcomes.arity == 1:
        yield from (Case((operand,), returns) for operand, returns in unary_cases(outcomes))
    else:
        yield from operand_cases(outcomes, numpy=False)


def _within(case: Case, signature: Signature, names: list[str], rule: Rule) -> Case:
    """The case with an operand put into its tuple, if the operand is the first item of one.

    A sequence for which the case has no annotation may also be an array of rows.
    """
    annotations = {each.name: each.annotation or ANY for each in signature.parameters}
    operands = tuple(
        _with_first_array(annotations[name], annotation)
        if isinstance(operand, FirstItem)
        else annotation
        for operand, name, annotation in zip(rule.operands, names, case.operands, strict=False)
    )
    silent = rule.operands[len(operands) :][:1]
    rows = (union(ARRAY_LIKE, annotations[s.name]) for s in silent if isinstance(s, Rows))
    return replace(case, operands=(*operands, *rows))


def _with_first_array(annotation: Annotation, operand: Annotation) -> Annotation:
    """The annotation with an operand in place of the first ``ArrayLike``."""
    rest = iter((operand,))
    return mapped(
        annotation,
        lambda name: next(rest, ARRAY_LIKE) if name == ARRAY_LIKE.name else Name(name),
    )


def _further_cases(outcomes: Outcomes, signature: Signature, names: list[str]) -> Iterator[Case]:
    """The cases for other arguments that JAX's own annotations accept."""
    own = tuple(without_none(signature.parameter(name).annotation or ANY) for name in names)
    if reading.takes_pytrees(outcomes.rule):
        yield Case((TREE,), TREE)
        return
    if own == (ANY,) and converts(outcomes):
        for annotation, returns in nested_cases(outcomes):
            yield Case((annotation,), returns)
    if not reading.keeps_both(outcomes.rule) and any(
        annotation != ARRAY_LIKE for annotation in own
    ):
        yield Case(own, outcomes.unknown)


def _with_dtype(
    signature: Signature, names: Sequence[str], parameter: str, outcomes: Outcomes
) -> list[Signature]:
    """The overloads for calls with a requested dtype.

    With weak operands only, the result may be weak and have a dtype for which there is no weak
    node. If only weak operands do not give the requested dtype, overloads for them come first,
    with an unknown result.
    """
    creates = not names

    def overloads(operands: Iterable[str]) -> list[Signature]:
        returns = partial(_of_dtype, outcomes, operands)
        semantics = outcomes.semantics
        return list(with_dtype(signature, parameter, returns, semantics, by_default=creates))

    of_all, of_others = overloads(NODES), overloads([n for n in NODES if not NODES[n].weak])
    if creates or of_all == of_others:
        return of_all
    weak = operand_upto(WEAK[-1], outcomes.lattice, numpy=False)
    annotations = {**dict.fromkeys(names, weak), parameter: DTYPE_LIKE}
    unknown = outcomes.anything
    first = [annotate(each, unknown, **annotations) for each in required(signature, parameter)]
    return [*first, *of_others]


def _of_dtype(outcomes: Outcomes, operands: Iterable[str], dtype: str) -> Annotation:
    """The result for a requested dtype: a class, a type variable, or Any."""
    nodes = STRONG if dtype == GENERIC_VARIABLE else (_NODE_OF_NAME.get(dtype, dtype),)
    as_asked = outcomes.rule.dtype is not None and outcomes.rule.dtype.truncation is Truncation.NONE
    if dtype == "Any" or (as_asked and _stands_for_wider(nodes)):
        return outcomes.anything
    return outcomes.with_dtype(dtype, outcomes.obeying(nodes, operands))


def _stands_for_wider(nodes: Iterable[str]) -> bool:
    """Whether JAX truncates a 64-bit dtype to one of these nodes elsewhere."""
    return any(node in TRUNCATED.values() for node in nodes)


def _apply(signature: Signature, names: list[str], case: Case) -> Iterable[Signature]:
    """The signatures for a case; the operand that the case needs is required in them."""
    optional = {each.name for each in signature.parameters if each.default is not None}
    annotations = dict(zip(names, case.operands, strict=False))
    if not annotations:
        return [replace(signature, returns=case.returns)]
    needed = names[case.needs]
    forms = required(signature, needed) if needed in optional else [signature]
    for name in optional & set(annotations) - {needed}:
        own = signature.parameter(name).annotation or ANY
        annotations[name] = union(annotations[name], *_literals(own), NONE)
    return [_opened(annotate(form, case.returns, **annotations), names) for form in forms]


def _literals(annotation: Annotation) -> list[Annotation]:
    """The literals in the annotation of an operand, as further members of a union."""
    return [each for each in members(annotation)[1:] if isinstance(each, Literal)]


def _opened(signature: Signature, names: list[str]) -> Signature:
    """The signature with ``...`` for defaults of operands, except None."""
    return Signature(
        tuple(
            replace(each, default=OPEN)
            if each.name in names and each.default not in (None, NONE_VALUE)
            else each
            for each in signature.parameters
        ),
        signature.returns,
    )
