"""Annotations as values; ``str`` writes them as they stand in a stub.

An annotation is made of names, subscripts, literals and unions. All values are immutable and
hashable. No code parses an annotation from text that this package has written.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias, Union


@dataclass(frozen=True, slots=True)
class Value:
    """A value in source text: a default, or an item of ``Literal``.

    Values are equal if their texts are: so 1, 1.0 and True differ, which are equal in Python.
    """

    value: object = field(compare=False)
    text: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", "..." if self.value is ... else repr(self.value))

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Name:
    """A type by its name, which may have dots: ``int``, ``np.float32``, ``None``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Literal:
    """One of some values: ``Literal[True, "a"]``."""

    values: tuple[Value, ...]

    def __str__(self) -> str:
        return f"Literal[{', '.join(map(str, self.values))}]"


@dataclass(frozen=True, slots=True)
class Subscript:
    """A generic type with arguments: ``Array[float32]``."""

    generic: str
    arguments: tuple[Annotation, ...]

    def __str__(self) -> str:
        return f"{self.generic}[{', '.join(map(str, self.arguments)) or '()'}]"


@dataclass(frozen=True, slots=True)
class ParameterTypes:
    """The parameter types in a ``Callable``: its first argument ``[int, str]``."""

    types: tuple[Annotation, ...]

    def __str__(self) -> str:
        return f"[{', '.join(map(str, self.types))}]"


@dataclass(frozen=True, slots=True)
class Either:
    """A union of two or more members, none of which is a union; :func:`union` makes them."""

    members: tuple[Annotation, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.members))


Annotation: TypeAlias = Union[Name, Literal, Subscript, ParameterTypes, Either]  # noqa: UP007

ANY: Final = Name("Any")
NONE: Final = Name("None")
NEVER: Final = Name("Never")
OPEN: Final = Value(...)
"""The default ``...`` of an optional parameter whose real default is no literal."""
NONE_VALUE: Final = Value(None)


def members(annotation: Annotation) -> tuple[Annotation, ...]:
    """The members of a union, or the annotation itself."""
    return annotation.members if isinstance(annotation, Either) else (annotation,)


def union(*annotations: Annotation) -> Annotation:
    """The union of annotations, with all their members in order."""
    found = tuple(member for each in annotations for member in members(each))
    return found[0] if len(found) == 1 else Either(found)


def with_none(annotation: Annotation) -> Annotation:
    """The union of an annotation and None."""
    return union(annotation, NONE)


def without_none(annotation: Annotation) -> Annotation:
    """A union without None as its last member."""
    *others, last = members(annotation)
    return union(*others) if others and last == NONE else annotation


def names(*text: str) -> tuple[Name, ...]:
    """Some names as annotations."""
    return tuple(map(Name, text))


def mapped(annotation: Annotation, change: Callable[[str], Annotation]) -> Annotation:
    """The annotation with ``change`` applied to each name that is not a generic type."""
    match annotation:
        case Name(name):
            return change(name)
        case Subscript(generic, arguments):
            return Subscript(generic, tuple(mapped(each, change) for each in arguments))
        case ParameterTypes(types):
            return ParameterTypes(tuple(mapped(each, change) for each in types))
        case Either(found):
            return union(*(mapped(each, change) for each in found))
        case Literal():
            return annotation


def head(annotation: Annotation) -> str:
    """The name of a type, without arguments; empty for unions and other annotations."""
    match annotation:
        case Name(name) | Subscript(name, _):
            return name
        case _:
            return ""


def generics_in(annotation: Annotation) -> Iterator[str]:
    """The generic types in an annotation."""
    match annotation:
        case Subscript(generic, parts):
            yield generic
            for each in parts:
                yield from generics_in(each)
        case ParameterTypes(parts) | Either(parts):
            for each in parts:
                yield from generics_in(each)
        case _:
            pass


def names_in(annotation: Annotation) -> Iterator[str]:
    """The names in an annotation that are not generic types."""
    match annotation:
        case Name(name):
            yield name
        case Subscript(_, parts) | ParameterTypes(parts) | Either(parts):
            for each in parts:
                yield from names_in(each)
        case Literal():
            pass


def read(text: str) -> Annotation:
    """Parse an annotation from source text, of JAX or of our fragments.

    Raises:
        SyntaxError: the text is no expression.
    """
    return from_ast(ast.parse(text, mode="eval").body)


def from_ast(node: ast.expr) -> Annotation:
    """The annotation in a syntax tree; any other expression becomes a name with its text."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return union(from_ast(left), from_ast(right))
        case ast.Subscript(value=generic, slice=inner):
            return _subscript(ast.unparse(generic), inner)
        case ast.List(elts=items):
            return ParameterTypes(tuple(map(from_ast, items)))
        case _:
            return Name(ast.unparse(node))


def _subscript(generic: str, inner: ast.expr) -> Annotation:
    arguments = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if generic.rpartition(".")[2] == "Literal":
        return Literal(tuple(Value(ast.literal_eval(each)) for each in arguments))
    return Subscript(generic, tuple(map(from_ast, arguments)))
