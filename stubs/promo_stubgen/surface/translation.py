"""Translates JAX's own annotations into those of the stubs."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import Final

from promo_stubgen.ir.signatures import Parameter, Signature
from promo_stubgen.surface.declared import declared_classes
from promo_stubgen.surface.vocabulary import ANY_ARRAY, MEANING, SUBSCRIPTED
from promo_typing.core.stub_names import ARRAY

__all__ = ["translate", "translate_signature"]

_TYPES: Final = "jax._src.typing."

_INVARIANT: Final = ("Callable", "dict", "list", "set")
"""In the arguments of these, an array stays an array of unknown dtype."""


def translate(annotation: str | None, parameter: bool = False) -> str:
    """Return the annotation for the stubs; ``Any`` where JAX has none or the stubs know none.

    Args:
        annotation: the text in the surface.
        parameter: it says what a function takes; an array is then whatever becomes one.
    """
    if annotation is None:
        return "Any"
    try:
        tree = ast.parse(annotation, mode="eval").body
    except SyntaxError:
        return "Any"
    return _simplified(ast.unparse(_Translator(parameter).visit(tree)), parameter)


def _simplified(annotation: str, parameter: bool) -> str:
    """A union with each of its members once; a result that may be anything is ``Any``."""
    members = [ast.unparse(each) for each in _members(_expression(annotation))]
    if not parameter and "Any" in members:
        return "Any"
    return _with_one_sequence(" | ".join(dict.fromkeys(members)))


def _with_one_sequence(union: str) -> str:
    """Sequences of two depths as one type: mypy cannot tell which of two a list is to be."""
    return re.sub(
        r"Sequence\[(\w+)\] \| Sequence\[Sequence\[\1\]\]", r"Sequence[\1 | Sequence[\1]]", union
    )


def _members(union: ast.expr) -> list[ast.expr]:
    if isinstance(union, ast.BinOp) and isinstance(union.op, ast.BitOr):
        return [*_members(union.left), *_members(union.right)]
    return [union]


class _Translator(ast.NodeTransformer):
    def __init__(self, parameter: bool) -> None:
        self._parameter = parameter

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        full_name = ast.unparse(node.value)
        name = full_name.rpartition(".")[2]
        if full_name in declared_classes():
            return _expression(full_name)
        if name == "Literal":
            return ast.Subscript(ast.Name("Literal"), node.slice, node.ctx)
        if name == "Optional":
            return _expression(f"{ast.unparse(self.visit(node.slice))} | None")
        if name == "Union":
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return _expression(" | ".join(ast.unparse(self.visit(each)) for each in items))
        if name not in SUBSCRIPTED:
            return _expression(self._meaning(name) if name in MEANING else "Any")
        inner = _Translator(self._parameter and name not in _INVARIANT)
        return ast.Subscript(_expression(SUBSCRIPTED[name]), inner.visit(node.slice), node.ctx)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _expression(self._meaning(node.id))

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return _expression(self._meaning(ast.unparse(node)))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        return _expression("Any")

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return _expression("Any") if isinstance(node.value, str) else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        return _expression("Any")

    def _meaning(self, name: str) -> str:
        own_name = name.rpartition(".")[2]
        if name in ("Array", ARRAY, "jax.Array"):
            return "ArrayLike" if self._parameter else ANY_ARRAY
        if name in declared_classes():
            return name
        if name.startswith("jax._src") and not name.startswith(_TYPES):
            return "Any"
        return MEANING.get(own_name, "Any")


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def translate_signature(signature: Signature) -> Signature:
    """The signature with every parameter and the result annotated as the stubs do."""
    return Signature(
        tuple(_translate_parameter(each) for each in signature.parameters),
        translate(signature.returns),
    )


def distinct(overloads: list[Signature]) -> list[Signature]:
    """The overloads without those that can never be matched, as one before takes the same.

    That one then returns anything: JAX tells them apart by types that the stubs do not know.
    """
    found: list[Signature] = []
    for overload in overloads:
        wider = next((each for each in found if _takes_all_of(each, overload)), None)
        if wider is None:
            found.append(overload)
        elif wider.returns != overload.returns:
            found[found.index(wider)] = replace(wider, returns="Any")
    return found


def _takes_all_of(wider: Signature, other: Signature) -> bool:
    """Whether two signatures differ in annotations alone, and only by ``Any`` in the first."""
    if len(wider.parameters) != len(other.parameters):
        return False
    pairs = zip(wider.parameters, other.parameters, strict=True)
    return all(
        replace(b, annotation=a.annotation) == a and a.annotation in ("Any", b.annotation)
        for a, b in pairs
    )


def _translate_parameter(parameter: Parameter) -> Parameter:
    annotation = translate(parameter.annotation, parameter=True)
    if parameter.default == "None" and not _takes_none(annotation):
        annotation += " | None"
    return replace(parameter, annotation=annotation)


def _takes_none(annotation: str) -> bool:
    parts = [part.strip() for part in annotation.split("|")]
    return not {"None", "Any", "Axis", "PrecisionLike"}.isdisjoint(parts)
