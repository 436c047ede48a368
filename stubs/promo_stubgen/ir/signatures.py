"""Signatures as values: the parameters of a function, and the annotation of its result."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from inspect import Parameter as RunTimeParameter
from typing import Final, Literal, TypeAlias

from promo_stubgen.ir.annotation import OPEN, Annotation, Value
from promo_stubgen.ir.annotation import from_ast as annotation_from_ast

Kind: TypeAlias = Literal["positional", "normal", "*", "keyword", "**"]

KINDS: Final[dict[object, Kind]] = {
    RunTimeParameter.POSITIONAL_ONLY: "positional",
    RunTimeParameter.POSITIONAL_OR_KEYWORD: "normal",
    RunTimeParameter.VAR_POSITIONAL: "*",
    RunTimeParameter.KEYWORD_ONLY: "keyword",
    RunTimeParameter.VAR_KEYWORD: "**",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; ``annotation`` and ``default`` are None if there is none."""

    name: str
    kind: Kind = "normal"
    annotation: Annotation | None = None
    default: Value | None = None

    @property
    def is_optional(self) -> bool:
        """Whether the parameter has a default."""
        return self.default is not None

    def __str__(self) -> str:
        """The parameter as it is written in a stub."""
        stars = self.kind if self.kind in ("*", "**") else ""
        annotation = "" if self.annotation is None else f": {self.annotation}"
        equals = "=" if self.annotation is None else " = "
        default = "" if self.default is None else f"{equals}{self.default}"
        return stars + self.name + annotation + default


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function in order, and the annotation of its result."""

    parameters: tuple[Parameter, ...]
    returns: Annotation | None = None

    def __str__(self) -> str:
        """The signature as it is written in a stub, from ``(`` on."""
        arrow = "" if self.returns is None else f" -> {self.returns}"
        return f"({', '.join(_separated(self.parameters))}){arrow}"

    def parameter(self, name: str) -> Parameter:
        """The parameter of this name.

        Raises:
            KeyError: there is no such parameter.
        """
        for each in self.parameters:
            if each.name == name:
                return each
        raise KeyError(name)


def replaced(signature: Signature, parameters: Iterable[Parameter]) -> Signature:
    """The signature with other parameters."""
    return replace(signature, parameters=tuple(parameters))


def _separated(parameters: Iterable[Parameter]) -> Iterator[str]:
    """The parameters in text, with ``/`` and ``*`` between the kinds."""
    previous: Kind | None = None
    for parameter in parameters:
        if previous == "positional" and parameter.kind != "positional":
            yield "/"
        if parameter.kind == "keyword" and previous not in ("*", "keyword"):
            yield "*"
        yield str(parameter)
        previous = parameter.kind
    if previous == "positional":
        yield "/"


def read(text: str) -> Signature:
    """Parse a signature from source text, of JAX or of our fragments.

    Raises:
        SyntaxError: the text is not a signature.
    """
    (function,) = ast.parse(f"def _{text}: ...").body
    if not isinstance(function, ast.FunctionDef):
        raise SyntaxError(f"not a signature: {text}")
    return from_ast(function)


def from_ast(function: ast.FunctionDef) -> Signature:
    """The signature of a function in parsed source."""
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    required: list[ast.expr | None] = [None] * (len(positional) - len(arguments.defaults))
    defaults = dict(zip(positional, [*required, *arguments.defaults], strict=True))
    defaults |= dict(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))
    return Signature(
        tuple(
            Parameter(each.arg, kind, _annotation(each.annotation), _default(defaults.get(each)))
            for kind, each in _in_order(arguments)
        ),
        _annotation(function.returns),
    )


def _in_order(arguments: ast.arguments) -> Iterator[tuple[Kind, ast.arg]]:
    for each in arguments.posonlyargs:
        yield "positional", each
    for each in arguments.args:
        yield "normal", each
    if arguments.vararg:
        yield "*", arguments.vararg
    for each in arguments.kwonlyargs:
        yield "keyword", each
    if arguments.kwarg:
        yield "**", arguments.kwarg


def _annotation(expression: ast.expr | None) -> Annotation | None:
    return None if expression is None else annotation_from_ast(expression)


def _default(expression: ast.expr | None) -> Value | None:
    """The value of a default, :data:`OPEN` if it is not a literal."""
    if expression is None:
        return None
    try:
        return Value(ast.literal_eval(expression))
    except ValueError:
        return OPEN
