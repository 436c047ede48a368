"""Run-time signatures of JAX's functions, with resolved annotations.

Annotations are text in JAX's source. A name in them that is a class of JAX in the stubs is replaced
by the full name of the class, since only the module of the function knows the meaning of the name.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final

from promo_stubgen.ir import annotation as ir
from promo_stubgen.ir.annotation import ANY, OPEN, Annotation, Subscript, Value
from promo_stubgen.ir.annotation import Literal as LiteralAnnotation
from promo_stubgen.ir.signatures import KINDS, Parameter, Signature, from_ast
from promo_stubgen.surface.class_homes import ClassHomes

LITERALS: Final = (type(None), bool, int, float, str)
"""The types of values whose ``repr`` is valid in a stub."""

CONTEXT_MANAGER: Final = "_GeneratorContextManager"
_MANAGER_CODE: Final = getattr(contextlib.contextmanager(lambda: iter(())), "__code__")  # noqa: B009

ANYTHING: Final = Signature((Parameter("args", "*"), Parameter("kwargs", "**")))


def run_time_signature(value: object, homes: ClassHomes) -> Signature:
    """The signature of a callable; ``(*args, **kwargs)`` if Python does not know it."""
    native = getattr(value, "__nb_signature__", None)
    if native:
        return _native_signature(native[0][0])
    try:
        found = inspect.signature(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ANYTHING
    names = function_globals(value)
    parameters = (
        Parameter(
            each.name,
            KINDS[each.kind],
            full_annotation(each.annotation, names, homes),
            default_of(each),
        )
        for each in found.parameters.values()
    )
    returned = full_annotation(found.return_annotation, names, homes)
    if _is_context_manager(value):
        returned = Subscript(CONTEXT_MANAGER, (_item(returned),))
    return Signature(tuple(parameters), returned)


def _is_context_manager(value: object) -> bool:
    """Whether a function was made by ``contextlib.contextmanager``."""
    return getattr(value, "__code__", None) is _MANAGER_CODE


def _item(generator: Annotation | None) -> Annotation:
    """The annotation of the items that a generator yields."""
    return generator.arguments[0] if isinstance(generator, Subscript) else ANY


def run_time_signatures(value: object, homes: ClassHomes) -> list[Signature]:
    """The overloads in JAX's source, or the single signature."""
    function: Any = inspect.unwrap(value) if callable(value) else value
    name = getattr(function, "__qualname__", None)
    module = function_globals(value).get("__name__")
    key: Any = SimpleNamespace(__module__=module, __qualname__=name)
    overloads = typing.get_overloads(key)
    if not overloads:
        return [run_time_signature(value, homes)]
    actual = {each.name: each for each in run_time_signature(value, homes).parameters}
    found = (run_time_signature(each, homes) for each in overloads)
    return [
        replace(each, parameters=tuple(_with_default(p, actual) for p in each.parameters))
        for each in found
    ]


def _with_default(parameter: Parameter, actual: Mapping[str, Parameter]) -> Parameter:
    """The parameter of an overload with the actual default, if its type fits."""
    here = actual.get(parameter.name)
    if here is None:
        return parameter
    if has_literal(parameter.annotation):
        is_default = here.default and parameter.annotation == LiteralAnnotation((here.default,))
        return replace(parameter, default=here.default) if is_default else parameter
    return parameter if parameter.default is None else replace(parameter, default=here.default)


def has_literal(annotation: Annotation | None) -> bool:
    """Whether an annotation contains a literal."""
    found = ir.members(annotation) if annotation else ()
    return any(isinstance(each, LiteralAnnotation) for each in found)


def default_of(parameter: inspect.Parameter) -> Value | None:
    """The default of a parameter as stub text; None if it has none."""
    if parameter.default is inspect.Parameter.empty:
        return None
    if not isinstance(parameter.default, LITERALS) or parameter.default != parameter.default:
        return OPEN
    default = Value(parameter.default)
    return OPEN if str(default).startswith(("inf", "-inf", "<")) else default


def full_annotation(
    annotation: object, names: Mapping[str, Any], homes: ClassHomes
) -> Annotation | None:
    """An annotation with full names of JAX's classes.

    Args:
        annotation: the annotation at run time: text, a class, or an object of ``typing``.
        names: the globals of the function's module, which give names in the text their meaning.
        homes: the classes that the stubs declare.
    """
    if annotation is inspect.Signature.empty:
        return None
    if not isinstance(annotation, str):
        annotation = written(annotation, homes)
    try:
        tree = ast.parse(annotation.strip(), mode="eval")
    except SyntaxError:
        return ANY
    return ir.from_ast(_FullNames(names, homes).visit(tree).body)


def function_globals(value: object) -> Mapping[str, Any]:
    """The global names of a function."""
    function: Any = inspect.unwrap(value) if callable(value) else value
    function = getattr(function, "func", function)
    return getattr(function, "__globals__", None) or {}


class _FullNames(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, Any], homes: ClassHomes) -> None:
        self._names = names
        self._homes = homes

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._full(node, self._names.get(node.id))

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        value: Any = self._names
        for part in ast.unparse(node).split("."):
            value = value.get(part) if value is self._names else getattr(value, part, None)
        return self._full(node, value)

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if isinstance(node.value, str):
            inner = ast.parse(node.value, mode="eval").body if _is_expression(node.value) else node
            return inner if isinstance(inner, ast.Constant) else self.visit(inner)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if ast.unparse(node.value).rpartition(".")[2] == "Literal":
            return node
        return ast.Subscript(self.visit(node.value), self.visit(node.slice), node.ctx)

    def _full(self, node: ast.expr, value: object) -> ast.expr:
        name = self._homes.full_name(value) if isinstance(value, type) else None
        return node if name is None else ast.parse(name, mode="eval").body


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except SyntaxError:
        return False
    return True


def written(annotation: object, homes: ClassHomes) -> str:
    """The text of an annotation object."""
    arguments = typing.get_args(annotation)
    origin = typing.get_origin(annotation)
    if annotation is None or annotation is type(None):
        return "None"
    if isinstance(annotation, (str, typing.ForwardRef)):
        return annotation if isinstance(annotation, str) else annotation.__forward_arg__
    if isinstance(annotation, list):
        return f"[{', '.join(written(each, homes) for each in annotation)}]"
    if isinstance(annotation, type) and not arguments:
        return homes.full_name(annotation) or annotation.__qualname__
    if origin is typing.Literal:
        return f"Literal[{', '.join(map(repr, arguments))}]"
    if origin in (types.UnionType, typing.Union):
        return " | ".join(_union(arguments, homes))
    if isinstance(origin, type):
        return f"{origin.__name__}[{', '.join(written(each, homes) for each in arguments)}]"
    return "..." if annotation is Ellipsis else "Any"


def _union(members: tuple[object, ...], homes: ClassHomes) -> Iterator[str]:
    """The texts of a union's members; aliases of JAX by name."""
    for name in ("ArrayLike", "DTypeLike"):
        alias = typing.get_args(getattr(import_module("jax.typing"), name))
        if set(alias) <= set(members):
            yield name
            members = tuple(each for each in members if each not in alias)
    yield from (written(each, homes) for each in members)


def _native_signature(text: str) -> Signature:
    """The signature of a compiled function, from nanobind's docstring."""
    head = text.strip().removeprefix("def ").partition("(")
    try:
        (function,) = ast.parse(f"def _({head[2]}: ...").body
    except SyntaxError:
        return ANYTHING
    assert isinstance(function, ast.FunctionDef)
    return from_ast(function)
