"""Translates JAX's own annotations into those of the stubs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_stubgen.ir.annotation import (
    ANY,
    NONE,
    NONE_VALUE,
    Annotation,
    Either,
    Literal,
    Name,
    ParameterTypes,
    Subscript,
    members,
    union,
    with_none,
)
from promo_stubgen.ir.arrays import ANY_ARRAY, ARRAY_LIKE
from promo_stubgen.ir.signatures import Parameter, Signature
from promo_stubgen.surface.declared import declared_classes
from promo_stubgen.surface.vocabulary import MEANING, SUBSCRIPTED
from promo_typing.core.stub_names import ARRAY

_TYPES: Final = "jax._src.typing."

_INVARIANT: Final = ("Callable", "dict", "list", "set")
"""Generic types in which an array stays an array of unknown dtype, also in parameters."""

_TAKING_NONE: Final = (NONE, ANY, Name("Axis"), Name("PrecisionLike"))

_SEQUENCE: Final = "Sequence"


def translate(annotation: Annotation | None, parameter: bool = False) -> Annotation:
    """Return the annotation for the stubs; ``Any`` if it is missing or unknown.

    Args:
        annotation: JAX's annotation.
        parameter: whether it is that of a parameter; then an array becomes ``ArrayLike``.
    """
    if annotation is None:
        return ANY
    found = dict.fromkeys(members(_translated(annotation, parameter)))
    if not parameter and ANY in found:
        return ANY
    return _with_one_sequence(list(found))


def _with_one_sequence(found: list[Annotation]) -> Annotation:
    """Merge ``Sequence[T] | Sequence[Sequence[T]]``: mypy cannot choose one for a list."""
    for place, each in enumerate(found):
        deep = Subscript(_SEQUENCE, (each,))
        if isinstance(each, Subscript) and found[place + 1 : place + 2] == [deep]:
            item = each.arguments[0]
            if each.generic == _SEQUENCE and isinstance(item, Name):
                both = Subscript(_SEQUENCE, (union(item, each),))
                return union(*found[:place], both, *found[place + 2 :])
    return union(*found)


def _translated(annotation: Annotation, parameter: bool) -> Annotation:
    match annotation:
        case Name(name):
            return _meaning(name, parameter)
        case Literal():
            return annotation
        case Either(found):
            return union(*(_translated(each, parameter) for each in found))
        case ParameterTypes(types):
            return ParameterTypes(tuple(_translated(each, parameter) for each in types))
        case Subscript(generic, arguments):
            return _subscript(generic, arguments, parameter)


def _subscript(generic: str, arguments: tuple[Annotation, ...], parameter: bool) -> Annotation:
    name = generic.rpartition(".")[2]
    if generic in declared_classes():
        return Name(generic)
    if name in ("Optional", "Union"):
        found = union(*(_translated(each, parameter) for each in arguments))
        return with_none(found) if name == "Optional" else found
    if name not in SUBSCRIPTED:
        return _meaning(name, parameter) if name in MEANING else ANY
    inner = parameter and name not in _INVARIANT
    return Subscript(SUBSCRIPTED[name], tuple(_translated(each, inner) for each in arguments))


def _meaning(name: str, parameter: bool) -> Annotation:
    own_name = name.rpartition(".")[2]
    if name in ("None", "..."):
        return Name(name)
    if name in ("Array", ARRAY, "jax.Array"):
        return ARRAY_LIKE if parameter else ANY_ARRAY
    if name in declared_classes():
        return Name(name)
    if name.startswith("jax._src") and not name.startswith(_TYPES):
        return ANY
    return MEANING.get(own_name, ANY)


def translate_signature(signature: Signature) -> Signature:
    """The signature with the stubs' annotations for every parameter and the result."""
    return Signature(
        tuple(_translate_parameter(each) for each in signature.parameters),
        translate(signature.returns),
    )


def distinct(overloads: list[Signature]) -> list[Signature]:
    """The overloads without those that an earlier one makes unreachable.

    The earlier one then returns ``Any``: JAX's overloads differ in types that the stubs lack.
    """
    found: list[Signature] = []
    for overload in overloads:
        wider = next((each for each in found if _takes_all_of(each, overload)), None)
        if wider is None:
            found.append(overload)
        elif wider.returns != overload.returns:
            found[found.index(wider)] = replace(wider, returns=ANY)
    return found


def _takes_all_of(wider: Signature, other: Signature) -> bool:
    """Whether two signatures differ only by ``Any`` in the first one."""
    if len(wider.parameters) != len(other.parameters):
        return False
    pairs = zip(wider.parameters, other.parameters, strict=True)
    return all(
        replace(b, annotation=a.annotation) == a and a.annotation in (ANY, b.annotation)
        for a, b in pairs
    )


def _translate_parameter(parameter: Parameter) -> Parameter:
    annotation = translate(parameter.annotation, parameter=True)
    takes_none = any(each in _TAKING_NONE for each in members(annotation))
    if parameter.default == NONE_VALUE and not takes_none:
        annotation = with_none(annotation)
    return replace(parameter, annotation=annotation)
