"""Names that a module binds to a single value."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias, TypeGuard

from mypy.constant_fold import constant_fold_binary_op
from mypy.nodes import MypyFile, Var

from promo_mypy.by_module import ByModule
from promo_mypy.types.syntax_trees import source_of
from promo_typing.core.formats import integer_bounds

Number: TypeAlias = int | float
LARGEST_SIZE: Final = integer_bounds("signed", 64)[1]
"""``sys.maxsize`` on 64-bit platforms, the only ones that JAX supports."""


class Bindings:
    """The names in modules that are bound to only one value.

    Scopes do not matter: two variables of one name count as one.
    """

    def __init__(self) -> None:
        """Start without a module."""
        self._values = ByModule(lambda module: dict(_only_values(module)))

    def is_renamed(self, name: str, module: MypyFile) -> bool:
        """Whether a name is bound only by ``name = some.other.name``."""
        return isinstance(self._value(name, module), (ast.Name, ast.Attribute))

    def text(self, name: str, module: MypyFile) -> str | None:
        """Return the string that a name is always bound to: ``name = "float32"``."""
        value = self._value(name, module)
        known = value.value if isinstance(value, ast.Constant) else None
        return known if isinstance(known, str) else None

    def number(self, name: str, module: MypyFile) -> Number | None:
        """Return the number that a name is always bound to: ``DAY = 24 * HOUR``."""
        value = self._value(name, module)
        return None if value is None else self._folded(value, module, frozenset({name}))

    def _folded(self, written: ast.expr, module: MypyFile, names: frozenset[str]) -> Number | None:
        """The number that an expression evaluates to; ``names`` guards against cycles."""
        match written:
            case ast.Constant(value=bool()):
                return None
            case ast.Constant(value=(int() | float()) as known):
                return known
            case ast.Attribute(value=ast.Name(id="sys"), attr="maxsize"):
                return LARGEST_SIZE
            case ast.Name(id=name) if name not in names:
                value = self._value(name, module)
                return None if value is None else self._folded(value, module, names | {name})
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                known_operand = self._folded(operand, module, names)
                return None if known_operand is None else -known_operand
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
                one, other = (self._folded(each, module, names) for each in (left, right))
                if one is not None and other is not None:
                    return computed(one, _SIGNS[type(sign)], other)
        return None

    def _value(self, name: str, module: MypyFile) -> ast.expr | None:
        return self._values.of(module).get(name)


def is_of_module(variable: Var, module: MypyFile) -> bool:
    """Whether a variable is local, or at the top of this module."""
    return variable.fullname in (variable.name, f"{module.fullname}.{variable.name}")


def _only_values(module: MypyFile) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module binds once, by an assignment, with their values."""
    nodes = source_of(module.path).nodes
    bound = Counter(name for node in nodes for name in _names_bound(node))
    values: dict[str, list[ast.expr]] = defaultdict(list)
    for node in nodes:
        for name, value in _assigned(node):
            if isinstance(value, _SIMPLE):
                values[name].append(value)
    for name, every in values.items():
        if len(every) == bound[name] and len({ast.dump(value) for value in every}) == 1:
            yield name, every[0]


_SIMPLE = (ast.Name, ast.Attribute, ast.Constant, ast.UnaryOp, ast.BinOp)

_SIGNS: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Pow: "**",
    ast.LShift: "<<",
}
_LARGEST_EXPONENT: Final = 128
"""No dtype has integers of more bits, and larger powers would take long to compute."""


def computed(left: Number, sign: str, right: Number) -> Number | None:
    """Return the result of an operation on numbers; None if it raises, or may be very large."""
    if sign in ("**", "<<") and right > _LARGEST_EXPONENT:
        return None
    try:
        value = constant_fold_binary_op(sign, left, right)
    except OverflowError:
        return None
    return value if isinstance(value, int | float) else None


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _pairs(target, node.value)
    elif isinstance(node, ast.AnnAssign) and node.value is not None and _is_name(node.target):
        yield node.target.id, node.value


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """The value of each name in an assignment, also in ``PAD, (BOS, EOS) = 0, (1, 2)``."""
    match target, value:
        case ast.Name(id=name), _:
            yield name, value
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            if not any(isinstance(each, ast.Starred) for each in (*targets, *values)):
                for one, given in zip(targets, values, strict=True):
                    yield from _pairs(one, given)


def _is_name(target: ast.expr) -> TypeGuard[ast.Name]:
    return isinstance(target, ast.Name)


def _names_bound(node: ast.AST) -> Iterator[str | None]:
    """The names that a node of the syntax tree binds by itself."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, ast.MatchMapping):
        yield node.rest
    elif isinstance(node, _NAMED):
        yield node.name


_NAMED = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.ExceptHandler,
    ast.MatchAs,
    ast.MatchStar,
)
