"""Translates JAX's own annotations into those of the stubs.

The stubs of ``jax.numpy`` import from public modules of JAX where they can: each private module
that is not stubbed costs every cold run of a type checker.
"""

from __future__ import annotations

import ast
from typing import Final

from promo_stubgen.signatures import Parameter, Signature

ANY_ARRAY: Final = "Array[Any]"

_MEANING: Final[dict[str, str]] = {
    "Array": ANY_ARRAY,
    "Callable": "Callable[..., Any]",
    "DType": "np.dtype[Any]",
    "DimSize": "int | Any",
    "P": "PartitionSpec",
    "Shape": "Sequence[int | Any]",
    "_core.Tracer": "Any",
    "_np.ndarray": "np.ndarray[Any, Any]",
    "bool": "builtins.bool",
    "ArrayNamespaceInfo": "_ArrayNamespaceInfo",
    "PadValueLike": "_PadValueLike",
    "_Axis": "Axis",
    "_Sharding": "Sharding",
    **{
        name: name
        for name in (
            *("Any", "ArrayLike", "DTypeLike", "IO", "Literal", "Sequence", "StaticScalar"),
            *("DuckTypedArray", "SupportsNdim", "SupportsShape", "SupportsSize", "ufunc"),
            *("GatherScatterMode", "NamedSharding", "PrecisionLike", "_Device"),
            *("_UniqueAllResult", "_UniqueCountsResult", "_UniqueInverseResult"),
            *("builtins.bool", "os.PathLike"),
            *("bytes", "float", "int", "list", "slice", "str", "tuple"),
        )
    },
}
"""What a name in JAX's annotations is called in the stubs; where it is not subscripted."""

_GENERIC: Final = {"Callable": "Callable", "PadValueLike": "_PadValueLike"}
"""The same where it is subscripted."""


def translate(annotation: str | None) -> str:
    """Return the annotation for the stubs; ``Any`` where JAX has none.

    Raises:
        ValueError: JAX's annotation has a name that the stubs do not know.
    """
    if annotation is None:
        return "Any"
    return ast.unparse(_Translator().visit(ast.parse(annotation, mode="eval")))


class _Translator(ast.NodeTransformer):
    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        name = ast.unparse(node.value)
        head = ast.parse(_GENERIC.get(name) or _meaning(name), mode="eval").body
        if name == "Literal":
            return node
        return ast.Subscript(head, self.visit(node.slice), node.ctx)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.parse(_meaning(node.id), mode="eval").body

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return ast.parse(_meaning(ast.unparse(node)), mode="eval").body


def _meaning(name: str) -> str:
    if name not in _MEANING:
        raise ValueError(f"{name} occurs in an annotation of JAX: say in _MEANING what it means")
    return _MEANING[name]


def translate_signature(signature: Signature) -> Signature:
    """The signature with every parameter and the result annotated as the stubs do."""
    return Signature(
        tuple(_translate_parameter(each) for each in signature.parameters),
        translate(signature.returns),
    )


def _translate_parameter(parameter: Parameter) -> Parameter:
    annotation = translate(parameter.annotation)
    if parameter.default == "None" and not _takes_none(annotation):
        annotation += " | None"
    return Parameter(parameter.name, parameter.kind, annotation, parameter.default)


def _takes_none(annotation: str) -> bool:
    parts = [part.strip() for part in annotation.split("|")]
    return not {"None", "Any", "Axis", "PrecisionLike"}.isdisjoint(parts)
