"""Renders the definitions of a function."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from textwrap import indent

from promo_stubgen.encode.declarations import Declaration
from promo_stubgen.encode.overloaded import marked
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
from promo_stubgen.render.switch import switch


def function(
    module: str, name: str, declaration: Declaration, shadowed: Collection[str]
) -> Iterator[str]:
    """The lines that declare a function.

    Args:
        module: the full name of the module.
        name: of the function in it.
        declaration: what is declared of it.
        shadowed: the built-in types whose names mean something else in the module.
    """
    yield from switch(
        *(
            _definitions(module, name, [_qualified(each, shadowed) for each in signatures])
            for signatures in (declaration.plain, declaration.promoting)
        )
    )


def _definitions(module: str, name: str, signatures: Sequence[Signature]) -> Iterator[str]:
    """The overloads, the first of them with the whole text, or the one signature."""
    literal = docstring(f"{module}.{name}")
    for signature in marked(signatures):
        if len(signatures) > 1:
            yield "@overload"
        yield f"def {name}{signature}:"
        yield indent(literal, "    ")
        literal = short_docstring(f"{module}.{name}")


def _qualified(signature: Signature, shadowed: Collection[str]) -> Signature:
    """The signature with ``builtins.`` before the built-in types that the module redefines."""
    if not shadowed:
        return signature

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
