"""Renders the members of ``jax.Array`` and of ``x.at[...]``, with dtypes from the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from promo_stubgen.encode import reading
from promo_stubgen.encode.array_signatures import (
    CONVERSIONS,
    INDEX_UPDATES,
    METHODS,
    PROMOTING_UPDATES,
    PROPERTIES,
)
from promo_stubgen.encode.branches import Branch, branched
from promo_stubgen.encode.expansion import annotate, of_known_result, with_dtype, without_dtype
from promo_stubgen.encode.functions import function_overloads
from promo_stubgen.encode.operators import OWN_DTYPE, OWNER
from promo_stubgen.encode.pair_table import UNKNOWN, PairTable, Result
from promo_stubgen.encode.single_operand import Case, cases, rule_results
from promo_stubgen.ir.annotation import ANY, NONE_VALUE, Annotation, Name, Subscript, mapped, union
from promo_stubgen.ir.annotation import members as members_of_union
from promo_stubgen.ir.arrays import ANY_ARRAY, ARRAY_LIKE, array_or_any, dtype_of, tuple_of
from promo_stubgen.ir.arrays import array as array_of_dtype
from promo_stubgen.ir.signatures import Parameter, Signature, read
from promo_typing import rules
from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import dtype_class
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, Rule
from promo_typing.rules.model import array_count

_SAME_DTYPE: Final = Name("_SameT")
INDEX_UPDATE_OWNER: Final = "_IndexUpdateRef"


@dataclass(frozen=True, slots=True)
class Member:
    """A property or method: the signatures with dtypes, and the plain ones for the plugin."""

    name: str
    promoting: tuple[Signature, ...]
    plain: tuple[Signature, ...]
    is_property: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether both declarations are the same."""
        return self.promoting == self.plain


def members(semantics: Semantics) -> Iterator[Member]:
    """The properties and methods of an array."""
    for name, annotation in PROPERTIES.items():
        yield replace(_member(name, f"(self) -> {annotation}", semantics), is_property=True)
    for name, (text, default) in CONVERSIONS.items():
        signature = read(text)
        promoting = tuple(_conversion(signature, default, semantics))
        has_rule = name in rules.METHODS
        least = (annotate(signature, ANY_ARRAY),)
        yield Member(name, promoting, least if has_rule else promoting)
    for name, text in METHODS.items():
        yield _member(name, text, semantics)


def index_updates(semantics: Semantics) -> Iterator[Member]:
    """The methods of ``x.at[...]``."""
    for name, text in INDEX_UPDATES.items():
        signature = read(text)
        if name not in PROMOTING_UPDATES:
            yield Member(name, (signature,), (signature,))
            continue
        table = PairTable(FUNCTIONS[PROMOTING_UPDATES[name]], semantics)
        results = {node: table.result(node, node) for node in NODES}
        promoting = _by_cases(signature, results, semantics, owner=INDEX_UPDATE_OWNER)
        yield Member(name, tuple(promoting), (annotate(signature, ANY_ARRAY),))


def plain(member: Member) -> Iterator[str]:
    """The lines that define a member for the plugin."""
    yield from _definition(member, member.plain)


def promoting(member: Member) -> Iterator[str]:
    """The lines that define a member with dtypes."""
    if member.is_property and not member.is_settled:
        yield f"    {member.name}: {_descriptor(member.name)}"
    else:
        yield from _definition(member, member.promoting)


def _definition(member: Member, signatures: Sequence[Signature]) -> Iterator[str]:
    for signature in signatures:
        if member.is_property:
            yield "    @property"
        elif len(signatures) > 1:
            yield "    @overload"
        yield f"    def {member.name}{signature}: ..."


def descriptor(member: Member) -> Iterator[str]:
    """The descriptor class in place of a property that needs overloads."""
    if member.is_property and not member.is_settled:
        yield f"class {_descriptor(member.name)}:"
        for signature in member.promoting:
            yield "    @overload"
            yield f"    def __get__{_getter(signature)}: ..."


def _member(name: str, text: str, semantics: Semantics) -> Member:
    signature = read(text)
    branch = branched(rules.METHODS[name]) if name in rules.METHODS else None
    if branch is None or not _is_simple(branch.rule):
        promoting = tuple(_of_several(signature, branch, semantics))
        return Member(name, promoting or (signature,), (signature,))
    promoting = tuple(_by_rule(signature, branch, semantics))
    least = (annotate(signature, _returns(_unknown(branch.rule), signature)),)
    return Member(name, promoting, promoting if len(promoting) == 1 else least)


def _unknown(rule: Rule) -> Case:
    return Case((UNKNOWN,), (UNKNOWN,) * array_count(rule))


def _descriptor(name: str) -> str:
    return f"_{name.capitalize()}Property"


def _getter(signature: Signature) -> Signature:
    """The ``__get__`` method for a property's signature."""
    (array,) = signature.parameters
    dtype = dtype_of(array.annotation, OWNER) if array.annotation else None
    own = array_of_dtype(dtype or _SAME_DTYPE)
    instance = Parameter("instance", "positional", own)
    owner = Parameter("owner", "positional", ANY, NONE_VALUE)
    returns = mapped(
        signature.returns or ANY, lambda name: _SAME_DTYPE if name == OWN_DTYPE else Name(name)
    )
    return Signature((Parameter("self", "positional"), instance, owner), returns)


def _is_simple(rule: Rule) -> bool:
    """Whether the dtype of a member is fixed, or depends only on that of the array."""
    return len(rule.operands) == 1 or reading.always_one_result(rule)


def _of_several(
    signature: Signature, branch: Branch | None, semantics: Semantics
) -> Iterator[Signature]:
    """The overloads of a method with further operands, made from those of the function."""
    if branch is None or reading.takes_a_sequence(branch.rule):
        return
    function = annotate(signature, ANY_ARRAY, self=ARRAY_LIKE)
    for overload in function_overloads(function, branch, semantics):
        array, *others = overload.parameters
        found = map(dtype_of, members_of_union(array.annotation or ANY))
        dtypes = [dtype for dtype in found if dtype is not None]
        if array.annotation == ARRAY_LIKE or dtypes:
            own = array_of_dtype(union(*dtypes), OWNER) if dtypes else None
            yield Signature((replace(array, annotation=own), *others), overload.returns)
    # For operands annotated ``ArrayLike``: JAX refuses some of its dtypes, but not all.
    yield signature


def _by_rule(signature: Signature, branch: Branch, semantics: Semantics) -> list[Signature]:
    known, rule = of_known_result(signature, branch), branch.rule
    unknown = _returns(_unknown(rule), signature)
    fallback = [] if known == signature else [annotate(signature, unknown)]
    results = rule_results(rule, semantics)
    if rule.dtype is None:
        return [*_by_cases(known, results, semantics), *fallback]
    by_default = _by_cases(without_dtype(known, rule.dtype.name), results, semantics)
    if not reading.gives_requested_dtype(rule):
        return [*by_default, annotate(signature, ANY_ARRAY)]
    return [*by_default, *with_dtype(known, rule.dtype.name, array_or_any, semantics), *fallback]


def _by_cases(
    signature: Signature,
    results: Mapping[str, Result],
    semantics: Semantics,
    owner: str = OWNER,
) -> list[Signature]:
    return [
        annotate(signature, _returns(case, signature), **_self_annotation(case, owner))
        for case in cases(results, OWN_DTYPE, semantics)
    ]


def _self_annotation(case: Case, owner: str) -> dict[str, Annotation]:
    own = case.operands in ((UNKNOWN,), (OWN_DTYPE,))
    return {} if own else {"self": array_of_dtype(union(*map(Name, case.operands)), owner)}


def _returns(case: Case, signature: Signature) -> Annotation:
    """The result of a case in the container that the signature returns: an array or a tuple."""
    arrays = [array_or_any(dtype) for dtype in case.returns]
    match signature.returns:
        case Subscript("tuple", (_, Name("..."))):
            return Subscript("tuple", (arrays[0], Name("...")))
        case _:
            return tuple_of(arrays)


def _conversion(signature: Signature, default: str, semantics: Semantics) -> list[Signature]:
    same = array_of_dtype(Name(OWN_DTYPE))
    none = same if default == "same" else array_or_any(dtype_class(semantics.strong(default)))
    return [
        annotate(without_dtype(signature, "dtype"), none),
        *with_dtype(signature, "dtype", array_or_any, semantics),
    ]
