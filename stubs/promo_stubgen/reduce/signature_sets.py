"""Signatures as sets of calls: which calls two of them share, and which one takes both sets.

Arguments are told apart as :mod:`promo_stubgen.reduce.operand_sets` does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import TypeAlias

from promo_stubgen.encode.alike_variables import ALIKE
from promo_stubgen.ir.annotation import ANY, Annotation, generics_in, names_in
from promo_stubgen.ir.signatures import Parameter, Signature
from promo_stubgen.reduce.operand_sets import Form, Operands, operands, united
from promo_typing.lattice.semantics import Semantics

Arguments: TypeAlias = dict[str, Operands | None]
"""By parameter what is taken; None if that is not known."""


def arguments(signature: Signature, semantics: Semantics) -> Arguments:
    """What the parameters of a signature take."""
    return {each.name: operands(each.annotation or ANY, semantics) for each in signature.parameters}


def either(one: Arguments, other: Arguments) -> Arguments:
    """What one of two signatures takes."""
    return {name: _either(taken, other.get(name)) for name, taken in one.items()}


def _either(one: Operands | None, other: Operands | None) -> Operands | None:
    return None if one is None or other is None else one | other


def subtract(
    reaching: Arguments, signature: Signature, earlier: Signature, semantics: Semantics
) -> None:
    """Take away the calls of an earlier signature that differs in one required parameter.

    If it takes all else that the signature takes, only other arguments for that parameter are left.

    Args:
        reaching: the arguments of the calls that are left for the signature; changed in place.
        signature: with all its arguments.
        earlier: the overload that comes before.
        semantics: the settings.
    """
    if not _same_names(signature, earlier):
        return
    pairs = zip(signature.parameters, earlier.parameters, strict=True)
    lacking = [a for a, b in pairs if not _takes(b, a, reaching[a.name], semantics)]
    if len(lacking) == 1 and lacking[0].default is None:
        name = lacking[0].name
        if _tells_alike(earlier.parameter(name)):
            return
        own, taken = reaching[name], arguments(earlier, semantics)[name]
        if own is not None and taken is not None:
            reaching[name] = own - taken


def shares_calls(one: Signature, first: Arguments, other: Signature, second: Arguments) -> bool:
    """Whether a call of one signature, with its arguments, may be one of the other, too."""
    ours = {each.name: each for each in one.parameters}
    theirs = {each.name: each for each in other.parameters}
    common = ours.keys() & theirs.keys()
    alone = [each for name, each in (ours | theirs).items() if name not in common]
    if any(each.kind == "keyword" and each.default is None for each in alone):
        return False
    return all(
        (ours[name].default and theirs[name].default) or _share(first[name], second[name])
        for name in common
    )


def _share(one: Operands | None, other: Operands | None) -> bool:
    return one is None or other is None or bool(one & other)


def union(
    one: Signature,
    first: Arguments,
    other: Signature,
    second: Arguments,
    untold: Annotation | None,
    semantics: Semantics,
) -> Signature | None:
    """One signature for the calls of either, with the same result; None if there is none.

    A signature that takes the calls of the other is one; or both differ in one annotation alone.

    Args:
        one: with the arguments that reach it in ``first``.
        first: these.
        other: with those that reach it in ``second``.
        second: these.
        untold: the result for operands of unknown dtype. For other results, arrays and numbers stay
            apart: ``Array | float`` fits a union of them, and its dtype is not known.
        semantics: the settings.
    """
    if one.returns != other.returns or _has_variable(one.returns or ANY):
        return None
    if takes_all(other, one, first, semantics):
        return other
    if takes_all(one, other, second, semantics):
        return one
    return _with_one_union(one, other, untold, semantics)


def _has_variable(annotation: Annotation) -> bool:
    """Whether an annotation has a TypeVar: a private name that is no generic class."""
    own_names = (name.rpartition(".")[2] for name in names_in(annotation))
    return any(name[:1] == "_" and name[1:2].isupper() for name in own_names)


def _with_one_union(
    one: Signature, other: Signature, untold: Annotation | None, semantics: Semantics
) -> Signature | None:
    if len(one.parameters) != len(other.parameters):
        return None
    pairs = [(a, b) for a, b in zip(one.parameters, other.parameters, strict=True) if a != b]
    if len(pairs) != 1:
        return None
    ((mine, theirs),) = pairs
    annotations = mine.annotation or ANY, theirs.annotation or ANY
    if replace(mine, annotation=theirs.annotation) != theirs or _has_items(annotations):
        return None
    merged = united(annotations, semantics)
    if one.returns != untold and _mixes(merged, semantics) > max(
        _mixes(each, semantics) for each in annotations
    ):
        return None
    return replace(
        one,
        parameters=tuple(
            replace(each, annotation=merged) if each == mine else each for each in one.parameters
        ),
    )


def _mixes(annotation: Annotation, semantics: Semantics) -> bool:
    """Whether it takes arrays of JAX as well as numbers of Python."""
    forms = {each.form for each in operands(annotation, semantics) or ()}
    return {Form.ARRAY, Form.PYTHON_SCALAR} <= forms


def _has_items(annotations: Iterable[Annotation]) -> bool:
    """Whether a list display may be meant, whose items mypy then takes for those of any member."""
    return any("Sequence" in generics_in(each) for each in annotations)


def takes_all(taker: Signature, other: Signature, given: Arguments, semantics: Semantics) -> bool:
    """Whether a signature takes all calls of another one with these arguments."""
    return _same_names(taker, other) and all(
        _takes(a, b, given[b.name], semantics)
        for a, b in zip(taker.parameters, other.parameters, strict=True)
    )


def _takes(
    taker: Parameter, other: Parameter, given: Operands | None, semantics: Semantics
) -> bool:
    if taker.kind != other.kind or (other.is_optional and not taker.is_optional):
        return False
    if taker.annotation in (other.annotation, ANY):
        return True
    if _tells_alike(taker):
        return False
    more = operands(taker.annotation or ANY, semantics)
    return more is not None and given is not None and given <= more


def _tells_alike(parameter: Parameter) -> bool:
    """Whether all operands are of one dtype, which one of them alone cannot tell."""
    return _has_alike(parameter.annotation or ANY)


@cache
def _has_alike(annotation: Annotation) -> bool:
    return not ALIKE.keys().isdisjoint(names_in(annotation))


def _same_names(one: Signature, other: Signature) -> bool:
    return [each.name for each in one.parameters] == [each.name for each in other.parameters]
