"""Reads from a function's definition the properties that the policy needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import libcst as cst
from libcst.helpers import get_full_name_for_node
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from promo_cli.annotate.policy import RESULT, Header, Parameter
from promo_recorder.values import NONE, UNKNOWN, Instance, Value

NOT_TOUCHED: Final = frozenset(
    {
        "overload",
        "no_type_check",
        "validate_call",
        "validate_arguments",
        "register",
        "singledispatch",
    }
)
"""Functions with these decorators are not annotated: they read annotations, or forbid them."""

_STATIC: Final = "staticmethod"
_COMMENT: Final = re.compile(r"#.*")
_TYPE_COMMENT: Final = re.compile(r"#\s*type:(?!\s*ignore\b)")


class Scopes:
    """The classes and functions around the place of a visitor: Python's qualified name of it."""

    def __init__(self) -> None:
        """Start at the top of the file."""
        self._names: list[str] = []
        self._in_class: list[bool] = [False]

    @property
    def name(self) -> str:
        """The qualified name of the innermost function or class."""
        return ".".join(self._names).removesuffix(".<locals>")

    @property
    def in_class(self) -> bool:
        """Whether the next definition stands in the body of a class."""
        return self._in_class[-1]

    @property
    def in_function(self) -> bool:
        """Whether the next definition is inside a function."""
        return "<locals>" in self._names

    def enter(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        """Go into a definition."""
        is_class = isinstance(node, cst.ClassDef)
        self._names += [node.name.value] if is_class else [node.name.value, "<locals>"]
        self._in_class.append(is_class)

    def leave(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        """Go out of it."""
        del self._names[-1 if isinstance(node, cst.ClassDef) else -2 :]
        self._in_class.pop()


def decorators(node: cst.FunctionDef) -> set[str]:
    """Return the last parts of the names of the decorators."""
    called = (
        each.decorator.func if isinstance(each.decorator, cst.Call) else each.decorator
        for each in node.decorators
    )
    return {(get_full_name_for_node(each) or "").rpartition(".")[2] for each in called}


def first_line(node: cst.FunctionDef, wrapper: MetadataWrapper) -> int:
    """Return the first line of a function as Python counts it: the line of its first decorator."""
    top = node.decorators[0] if node.decorators else node
    position = wrapper.resolve(PositionProvider)[top]
    assert isinstance(position, CodeRange)
    return position.start.line


def header(node: cst.FunctionDef, scopes: Scopes) -> Header:
    """Return the properties of a function, defined in ``scopes``, that the policy needs."""
    yields = _Yields()
    node.body.visit(yields)
    parameters = list(_parameters(node.params))
    annotated = {each.name for each, found in parameters if found.annotation is not None}
    return Header(
        parameters=tuple(each for each, _ in parameters),
        annotated=frozenset({*annotated, *([RESULT] if node.returns is not None else [])}),
        is_generator=yields.found,
        is_coroutine=node.asynchronous is not None,
        may_vary=not scopes.in_function and node.type_parameters is None,
    )


def receiver(node: cst.FunctionDef, scopes: Scopes) -> frozenset[str]:
    """Return the name of ``self`` or ``cls``; nothing for a function or a static method."""
    if not scopes.in_class or _STATIC in decorators(node):
        return frozenset()
    positional = [*node.params.posonly_params, *node.params.params]
    return frozenset(each.name.value for each in positional[:1])


def has_type_comment(node: cst.FunctionDef) -> bool:
    """Whether a function has type comments, which annotations would repeat."""
    header = getattr(node.body, "header", None)
    lines = [each for each in node.body.body[:1] if isinstance(each, cst.SimpleStatementLine)]
    comments = [
        *([header.comment] if isinstance(header, cst.TrailingWhitespace) else []),
        *(line.comment for each in lines for line in each.leading_lines),
    ]
    texts = [each.value for each in comments if each is not None]
    texts += _COMMENT.findall(cst.Module([]).code_for_node(node.params))
    return any(_TYPE_COMMENT.match(each) for each in texts)


def passed_on(node: cst.FunctionDef) -> frozenset[str]:
    """Return which of ``*args`` and ``**kwargs`` the function passes on to another one."""
    star, stars = node.params.star_arg, node.params.star_kwarg
    own = {each.name.value for each in (star, stars) if isinstance(each, cst.Param)}
    calls = _StarredArguments()
    node.body.visit(calls)
    return frozenset(own & calls.found)


def _parameters(parameters: cst.Parameters) -> Iterator[tuple[Parameter, cst.Param]]:
    """Yield the parameters as the policy needs them, and as they stand in the source."""
    for each in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params):
        yield Parameter(each.name.value, 0, _literal(each.default)), each
    for number, star in enumerate((parameters.star_arg, parameters.star_kwarg), 1):
        if isinstance(star, cst.Param):
            yield Parameter(star.name.value, number, None), star


_LITERALS: Final[dict[type[cst.CSTNode], str]] = {
    cst.Integer: "int",
    cst.Float: "float",
    cst.Imaginary: "complex",
}
_NAMES: Final[dict[str, Value]] = {
    "None": NONE,
    "True": Instance("builtins", "bool"),
    "False": Instance("builtins", "bool"),
}


def _literal(default: cst.BaseExpression | None) -> Value | None:
    """The value of a default that is a literal; None if only the run can tell it."""
    match default:
        case cst.UnaryOperation(operator=cst.Minus(), expression=inner):
            return _literal(inner)
        case cst.Name(value) if value in _NAMES:
            return _NAMES[value]
        case cst.Integer() | cst.Float() | cst.Imaginary():
            return Instance("builtins", _LITERALS[type(default)])
        case cst.SimpleString() | cst.Tuple() | cst.List() | cst.Dict():
            return UNKNOWN
    return None


class _Yields(cst.CSTVisitor):
    """Whether a function is a generator."""

    def __init__(self) -> None:
        super().__init__()
        self.found = False

    def visit_Yield(self, node: cst.Yield) -> None:  # noqa: N802
        self.found = True

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:  # noqa: N802
        return False

    def visit_Lambda(self, node: cst.Lambda) -> bool:  # noqa: N802
        return False

    def visit_ClassDef(self, node: cst.ClassDef) -> bool:  # noqa: N802
        return False


class _StarredArguments(cst.CSTVisitor):
    """The names that are given with stars to anything that is called."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def visit_Arg(self, node: cst.Arg) -> None:  # noqa: N802
        if node.star and isinstance(node.value, cst.Name):
            self.found.add(node.value.value)
