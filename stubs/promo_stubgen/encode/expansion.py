"""Expands a signature into overloads that state the dtype of the result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from types import EllipsisType

from promo_stubgen.encode.branches import Branch
from promo_stubgen.encode.dtype_argument import dtype_overloads
from promo_stubgen.ir.annotation import (
    ANY,
    NEVER,
    NONE,
    NONE_VALUE,
    OPEN,
    Annotation,
    Literal,
    Name,
    with_none,
)
from promo_stubgen.ir.arrays import DTYPE_LIKE
from promo_stubgen.ir.signatures import Parameter, Signature
from promo_typing.lattice.semantics import Semantics


def annotate(
    signature: Signature, returns: Annotation | None = None, **annotations: Annotation
) -> Signature:
    """The signature with other annotations of some parameters and, if given, of the result."""
    return Signature(
        tuple(
            replace(each, annotation=annotations[each.name]) if each.name in annotations else each
            for each in signature.parameters
        ),
        returns or signature.returns or ANY,
    )


def leave_out(signature: Signature, parameters: Collection[str]) -> Signature:
    """The signature for calls that leave out these parameters."""
    return Signature(
        tuple(
            _left_out(each) if each.name in parameters else each for each in signature.parameters
        ),
        signature.returns or ANY,
    )


def of_known_result(signature: Signature, branch: Branch) -> Signature:
    """The signature for calls that leave out all arguments that make the result unknown."""
    scalars = {each.parameter: each.beyond for each in branch.open_with if each.beyond}
    parameters = [each.parameter for each in branch.open_with]
    known = leave_out(signature, [each for each in parameters if each not in scalars])
    optional = {each.name for each in known.parameters if each.default == NONE_VALUE}
    annotations = {
        name: with_none(Name(scalar)) if name in optional else Name(scalar)
        for name, scalar in scalars.items()
    }
    return annotate(known, **annotations)


def _left_out(parameter: Parameter) -> Parameter:
    default = parameter.default
    if default is None or default == NONE_VALUE:
        return replace(parameter, annotation=NONE)
    if isinstance(default.value, (float, EllipsisType)):
        # No annotation can express such a default, so the argument must be left out.
        return replace(parameter, annotation=NEVER, default=OPEN)
    return replace(parameter, annotation=Literal((default,)))


def without_dtype(signature: Signature, parameter: str) -> Signature:
    """The signature for calls that leave the dtype out or pass None."""
    return annotate(signature, **{parameter: NONE})


def with_dtype(
    signature: Signature,
    parameter: str,
    returns: Callable[[str], Annotation],
    semantics: Semantics,
    *,
    by_default: bool = False,
) -> Iterable[Signature]:
    """The overloads for calls that give a dtype.

    Args:
        signature: the signature of the function.
        parameter: the name of the parameter for the dtype.
        returns: the function from a dtype class (or ``Any``) to the annotation of the result.
        semantics: the settings.
        by_default: whether the caller adds an overload for calls without the dtype behind the first
            of these. Then the dtype may also be passed by position behind optional parameters.
            Otherwise the result of such calls is unknown.
    """
    form = _with_required(signature, parameter)
    overloads = dtype_overloads(semantics)
    by_position = _may_be_left_out_before(signature, parameter)
    if by_position and by_default:
        yield annotate(form, returns("Any"), **{parameter: overloads[0].annotation})
        form = _with_open_default(signature, parameter)
    for overload in overloads:
        yield annotate(form, returns(overload.dtype), **{parameter: overload.annotation})
    if by_position and not by_default:
        form = _with_required_before(signature, parameter)
        yield annotate(form, returns("Any"), **{parameter: with_none(DTYPE_LIKE)})


def required(signature: Signature, parameter: str) -> Iterable[Signature]:
    """The signatures for calls that pass an optional parameter."""
    yield _with_required(signature, parameter)
    if _may_be_left_out_before(signature, parameter):
        yield _with_required_before(signature, parameter)


def _place(signature: Signature, parameter: str) -> int:
    return [each.name for each in signature.parameters].index(parameter)


def _may_be_left_out_before(signature: Signature, parameter: str) -> bool:
    """Whether a parameter can be passed by position, and earlier ones are optional."""
    place = _place(signature, parameter)
    before = signature.parameters[:place]
    is_normal = signature.parameters[place].kind == "normal"
    return is_normal and any(each.default is not None for each in before)


def _with_required(signature: Signature, parameter: str) -> Signature:
    """The signature with a required parameter, keyword-only if an earlier one is optional."""
    place = _place(signature, parameter)
    by_keyword = _may_be_left_out_before(signature, parameter)
    required = replace(signature.parameters[place], default=None)
    after = signature.parameters[place + 1 :]
    if by_keyword:
        required = replace(required, kind="keyword")
        after = tuple(_keyword(each) for each in after)
    return Signature((*signature.parameters[:place], required, *after), signature.returns)


def _with_required_before(signature: Signature, parameter: str) -> Signature:
    """The signature with all parameters up to this one required."""
    place = _place(signature, parameter) + 1
    before = (replace(each, default=None) for each in signature.parameters[:place])
    return Signature((*before, *signature.parameters[place:]), signature.returns)


def _with_open_default(signature: Signature, parameter: str) -> Signature:
    """The signature with the default ``...`` for a parameter, which fits any annotation."""
    return Signature(
        tuple(
            replace(each, default=OPEN) if each.name == parameter else each
            for each in signature.parameters
        ),
        signature.returns,
    )


def _keyword(parameter: Parameter) -> Parameter:
    return replace(parameter, kind="keyword") if parameter.kind == "normal" else parameter
