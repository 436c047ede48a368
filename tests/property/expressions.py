"""Expressions as source text with holes: a form that mypy can read and JAX can run.

An expression is a template with one ``{}`` for each of its operands. mypy checks the whole text. At
run time each template is evaluated with the values of its operands. So the dtype of every
subexpression is observed, even beside one that JAX refuses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Form: TypeAlias = Literal["atom", "operator"]


@dataclass(frozen=True, slots=True)
class Expression:
    """A template and its operands.

    ``form`` says whether the text needs parentheses inside another expression. ``square`` is true
    if the value has the shape (2, 2), which ``@`` requires; all other operations accept any shape
    that broadcasts to it. ``rule`` is the name of the rule that decides the dtype, as in
    ``promo_typing.oracle.names``, and ``dtype`` the node of a dtype argument.
    """

    template: str
    operands: tuple[Expression, ...] = ()
    form: Form = "atom"
    square: bool = True
    rule: str | None = None
    dtype: str | None = None

    def __str__(self) -> str:
        """Render the source text."""
        return Rendered.of(self).text


@dataclass(frozen=True, slots=True)
class Span:
    """A subexpression, its place in the text, and the places of its operands in the list."""

    expression: Expression
    start: int
    end: int
    operands: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rendered:
    """The text of an expression, and its subexpressions, operands first."""

    text: str
    spans: tuple[Span, ...]

    @classmethod
    def of(cls, expression: Expression) -> Rendered:
        """Render an expression."""
        spans: list[Span] = []
        return cls(_render(expression, 0, spans), tuple(spans))


def _render(expression: Expression, start: int, spans: list[Span]) -> str:
    first, *rest = expression.template.split("{}")
    text, operands = first, []
    for operand, piece in zip(expression.operands, rest, strict=True):
        opening, closing = ("(", ")") if operand.form == "operator" else ("", "")
        text += opening
        text += _render(operand, start + len(text), spans) + closing + piece
        operands.append(len(spans) - 1)
    spans.append(Span(expression, start, start + len(text), tuple(operands)))
    return text
