"""Signatures as data: what a function takes and returns, read from source text and written back."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from inspect import Parameter as RunTimeParameter
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["positional", "normal", "*", "keyword", "**"]

ELLIPSIS: Final = "..."
"""The default of a parameter that may be left out, but whose value is no literal."""

KINDS: Final[dict[object, Kind]] = {
    RunTimeParameter.POSITIONAL_ONLY: "positional",
    RunTimeParameter.POSITIONAL_OR_KEYWORD: "normal",
    RunTimeParameter.VAR_POSITIONAL: "*",
    RunTimeParameter.KEYWORD_ONLY: "keyword",
    RunTimeParameter.VAR_KEYWORD: "**",
}


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; ``annotation`` and ``default`` are source text, None where there is none."""

    name: str
    kind: Kind = "normal"
    annotation: str | None = None
    default: str | None = None

    def __str__(self) -> str:
        """The parameter as it is written in a stub."""
        stars = self.kind if self.kind in ("*", "**") else ""
        annotation = "" if self.annotation is None else f": {self.annotation}"
        equals = "=" if self.annotation is None else " = "
        default = "" if self.default is None else equals + self.default
        return stars + self.name + annotation + default


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function in order, and what it returns (source text)."""

    parameters: tuple[Parameter, ...]
    returns: str | None = None

    def __str__(self) -> str:
        """The signature as it is written in a stub, from ``(`` on."""
        arrow = "" if self.returns is None else f" -> {self.returns}"
        return f"({', '.join(_separated(self.parameters))}){arrow}"


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


def parse(text: str) -> Signature:
    """Read a signature from the text that ``str`` gives.

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
            Parameter(each.arg, kind, _text(each.annotation), _text(defaults.get(each)))
            for kind, each in _in_order(arguments)
        ),
        _text(function.returns),
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


def _text(expression: ast.expr | None) -> str | None:
    return None if expression is None else ast.unparse(expression)
