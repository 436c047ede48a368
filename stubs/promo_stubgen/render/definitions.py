"""Renders the definition of a function."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from textwrap import indent

from promo_stubgen.encode.declarations import Declaration
from promo_stubgen.ir.annotation import (
    Annotation,
    Either,
    Literal,
    Name,
    ParameterTypes,
    Subscript,
)
from promo_stubgen.ir.signatures import Signature
from promo_stubgen.render.docstrings import docstring, short_docstring
from promo_stubgen.render.overloads import overloaded
from promo_stubgen.render.shared_overloads import SharedOverloads
from promo_stubgen.render.switch import switch


def function(
    module: str, name: str, declaration: Declaration, shared: SharedOverloads | None
) -> Iterator[str]:
    """The lines that declare a function.

    Args:
        module: the full name of the module.
        name: the name of the function in it.
        declaration: the declaration of the function.
        shared: the overloads, if other functions share them.
    """
    for_plugin = declaration.promoting is not declaration.plain
    plain = _definitions(module, name, declaration.plain, for_plugin=for_plugin)
    if shared is None:
        yield from switch(plain, _definitions(module, name, declaration.promoting))
    else:
        yield from switch(plain, shared.definitions(name, declaration.plain[0]))


def qualified(declaration: Declaration, shadowed: Collection[str]) -> Declaration:
    """The declaration with ``builtins.`` before built-in types that the module shadows.

    Args:
        declaration: the declaration of a function.
        shadowed: the names of built-in types that mean something else in its module.
    """
    if not shadowed:
        return declaration
    plain = [_qualified(each, shadowed) for each in declaration.plain]
    if declaration.promoting is declaration.plain:
        return Declaration(plain, plain)
    return Declaration(plain, [_qualified(each, shadowed) for each in declaration.promoting])


def _definitions(
    module: str, name: str, signatures: Sequence[Signature], *, for_plugin: bool = False
) -> Iterator[str]:
    """The lines of the overloads, the first one with the full docstring, or of one signature."""
    whole, short = docstring(f"{module}.{name}"), short_docstring(f"{module}.{name}")
    if len(signatures) > 1:
        yield from overloaded(name, signatures, whole, short, for_plugin=for_plugin)
        return
    for signature in signatures:
        yield f"def {name}{signature}:"
        yield indent(whole, "    ")


def _qualified(signature: Signature, shadowed: Collection[str]) -> Signature:
    """The signature with ``builtins.`` before these types."""

    def full(annotation: Annotation | None) -> Annotation | None:
        return annotation and _with_prefix(annotation, shadowed)

    parameters = (replace(each, annotation=full(each.annotation)) for each in signature.parameters)
    return Signature(tuple(parameters), full(signature.returns))


def _with_prefix(annotation: Annotation, shadowed: Collection[str]) -> Annotation:
    def full(name: str) -> str:
        return f"builtins.{name}" if name in shadowed else name

    def all_of(annotations: Sequence[Annotation]) -> tuple[Annotation, ...]:
        return tuple(_with_prefix(each, shadowed) for each in annotations)

    match annotation:
        case Name(name):
            return Name(full(name))
        case Subscript(generic, arguments):
            return Subscript(full(generic), all_of(arguments))
        case ParameterTypes(types):
            return ParameterTypes(all_of(types))
        case Either(members):
            return Either(all_of(members))
        case Literal():
            return annotation
