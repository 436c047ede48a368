"""Signatures as sets of calls: their intersections, unions and inclusions.

Arguments are compared as sets of operands; see :mod:`promo_stubgen.reduce.operand_sets`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeAlias

from promo_stubgen.encode import families
from promo_stubgen.encode.alike_variables import ALIKE
from promo_stubgen.ir.annotation import ANY, Annotation, generics_in, names_in
from promo_stubgen.ir.signatures import Parameter, Signature, replaced
from promo_stubgen.reduce.operand_sets import Form, Operands, operands, united
from promo_typing.lattice.semantics import Semantics

Arguments: TypeAlias = dict[str, Operands | None]
"""The operands of each parameter, None if they are unknown."""

_ALIKE: Final = {*ALIKE, families.VARIABLE}
"""The type variables that stand for one dtype in all arguments of a call."""


@dataclass(frozen=True, slots=True, eq=False)
class Argument:
    """The operands that a parameter takes.

    Equal parameters share an identical argument, and equal annotations are identical objects. So
    overloads are compared by ``is``, which is fast: there are many pairs, with many parameters.
    """

    parameter: Parameter
    annotation: Annotation
    operands: Operands | None
    is_required: bool
    is_any: bool
    is_alike: bool
    """Whether a type variable requires equal dtypes of several arguments."""


@dataclass(frozen=True, slots=True, eq=False)
class Overload:
    """A signature with its operands; equal results are identical objects."""

    signature: Signature
    names: tuple[str, ...]
    arguments: Mapping[str, Argument]
    returns: Annotation

    @property
    def taken(self) -> Arguments:
        """The operands that each parameter takes."""
        return {name: each.operands for name, each in self.arguments.items()}


def overload(signature: Signature, semantics: Semantics) -> Overload:
    """The signature with its operands under these settings."""
    arguments = {each.name: _argument(each, semantics) for each in signature.parameters}
    return Overload(
        signature, tuple(arguments), arguments, _same_for_equal(signature.returns or ANY)
    )


@cache
def _argument(parameter: Parameter, semantics: Semantics) -> Argument:
    annotation = _same_for_equal(parameter.annotation or ANY)
    return Argument(
        parameter,
        annotation,
        operands(annotation, semantics),
        is_required=parameter.default is None,
        is_any=annotation == ANY,
        is_alike=not _ALIKE.isdisjoint(names_in(annotation)),
    )


@cache
def _same_for_equal(annotation: Annotation) -> Annotation:
    """The identical object for equal annotations."""
    return annotation


def either(one: Arguments, other: Arguments) -> Arguments:
    """The union of the operands of two signatures, for each parameter."""
    return {name: _either(taken, other.get(name)) for name, taken in one.items()}


def _either(one: Operands | None, other: Operands | None) -> Operands | None:
    return None if one is None or other is None else one | other


def subtract(reaching: Arguments, signature: Overload, earlier: Overload) -> None:
    """Remove the calls that an earlier overload takes, if it differs in one required parameter.

    The earlier overload must take all arguments of this one for all other parameters. Then only
    other arguments for the differing parameter are left.

    Args:
        reaching: the arguments that are left for the overload; changed in place.
        signature: the overload, with all its arguments.
        earlier: the overload that comes before.
    """
    if signature.names != earlier.names:
        return
    lacking = None
    for own, other in _pairs(signature, earlier):
        if not _takes(other, own, reaching[own.parameter.name]):
            if lacking is not None:
                return
            lacking = own, other
    if lacking is None:
        return
    own, other = lacking
    # What the earlier overload takes by keyword alone, it does not take by position.
    if not own.is_required or other.is_alike or own.parameter.kind != other.parameter.kind:
        return
    name = own.parameter.name
    mine, taken = reaching[name], other.operands
    if mine is not None and taken is not None:
        reaching[name] = mine - taken


def _pairs(one: Overload, other: Overload) -> Iterable[tuple[Argument, Argument]]:
    """The corresponding arguments of two signatures, which have the same number of parameters."""
    return zip(one.arguments.values(), other.arguments.values(), strict=True)


def shares_calls(one: Overload, first: Arguments, other: Overload, second: Arguments) -> bool:
    """Whether some call matches both signatures with these arguments."""
    ours, theirs = one.arguments, other.arguments
    alone = [ours.get(name) or theirs[name] for name in ours.keys() ^ theirs.keys()]
    if any(each.parameter.kind == "keyword" and each.is_required for each in alone):
        return False
    return all(
        not (ours[name].is_required or theirs[name].is_required)
        or _share(first[name], second[name])
        for name in ours.keys() & theirs.keys()
    )


def _share(one: Operands | None, other: Operands | None) -> bool:
    return one is None or other is None or not one.isdisjoint(other)


def union(
    one: Overload,
    first: Arguments,
    other: Overload,
    second: Arguments,
    untold: Annotation | None,
    semantics: Semantics,
) -> Overload | None:
    """The signature that takes the calls of both and has their result, None if there is none.

    There is one if one signature takes all calls of the other, or if they differ in one annotation.

    Args:
        one: an overload.
        first: the arguments of calls that reach ``one``.
        other: another overload.
        second: the arguments of calls that reach ``other``.
        untold: the result for operands of unknown dtype. Overloads with any other result are not
            merged to a union of arrays and numbers: ``Array | float`` would match it, but the dtype
            for such an operand is unknown.
        semantics: the settings.
    """
    if one.returns is not other.returns or _has_variable(one.returns):
        return None
    if takes_all(other, one, first):
        return other
    if takes_all(one, other, second):
        return one
    merged = _with_one_union(one, other, untold, semantics)
    return None if merged is None else overload(merged, semantics)


@cache
def _has_variable(annotation: Annotation) -> bool:
    """Whether an annotation contains a type variable."""
    own_names = (name.rpartition(".")[2] for name in names_in(annotation))
    return any(name[:1] == "_" and name[1:2].isupper() for name in own_names)


def _with_one_union(
    one: Overload, other: Overload, untold: Annotation | None, semantics: Semantics
) -> Signature | None:
    if len(one.arguments) != len(other.arguments):
        return None
    pairs = [(a.parameter, b.parameter) for a, b in _pairs(one, other) if a is not b]
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
    parameters = (
        replace(each, annotation=merged) if each.name == mine.name else each
        for each in one.signature.parameters
    )
    return replaced(one.signature, parameters)


def _mixes(annotation: Annotation, semantics: Semantics) -> bool:
    """Whether an annotation takes both JAX's arrays and Python numbers."""
    forms = {each.form for each in operands(annotation, semantics) or ()}
    return {Form.ARRAY, Form.PYTHON_SCALAR} <= forms


def _has_items(annotations: Iterable[Annotation]) -> bool:
    """Whether one of the annotations has a ``Sequence``: mypy infers lists wrongly for a union."""
    return any("Sequence" in generics_in(each) for each in annotations)


def takes_all(taker: Overload, other: Overload, given: Arguments) -> bool:
    """Whether a signature takes all calls of another with these arguments."""
    return taker.names == other.names and all(
        _takes(a, b, given[b.parameter.name]) for a, b in _pairs(taker, other)
    )


def _takes(taker: Argument, other: Argument, given: Operands | None) -> bool:
    if taker is other:
        return True
    if taker.parameter.kind != other.parameter.kind or taker.is_required > other.is_required:
        return False
    if taker.annotation is other.annotation or taker.is_any:
        return True
    if taker.is_alike or taker.operands is None or given is None:
        return False
    return given <= taker.operands
