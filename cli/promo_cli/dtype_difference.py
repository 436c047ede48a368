"""Whether two types in a message of mypy differ in the dtype of an array.

mypy gives no other access to the types that an error is about than their text in its message. They
are written as Python expressions: ``list[Array[float32]] | None``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial
from itertools import starmap
from typing import Final, TypeAlias

from promo_typing.core import jaxtyping_names
from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import ARRAY, ARRAY_MEMBERS, NODE_OF_CLASS

Ancestors: TypeAlias = Callable[[str], frozenset[str]]
"""The names of a dtype class and of the classes above it; nothing for what is no dtype."""


def _last(name: str) -> str:
    return name.rpartition(".")[2]


_HOLDERS: Final = frozenset({_last(ARRAY), _last(ARRAY_MEMBERS), "dtype", "ndarray"})
"""Types whose argument is a dtype, or has one."""

_DTYPES: Final = {_last(fullname): node for fullname, node in NODE_OF_CLASS.items()}
_CATEGORIES: Final = frozenset(jaxtyping_names.CATEGORIES)
_UNKNOWN: Final = frozenset({"Any", "Never"})


def parsed(text: str) -> ast.expr | None:
    """Parse the text of a type as an expression; None if it is no expression.

    Of an argument such as ``*list[X]`` or ``**dict[str, X]``, what is passed is ``X``.
    """
    try:
        typ = ast.parse(text.lstrip("*"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
    passed = _arguments(typ) if text.startswith("*") else []
    return passed[-1] if passed else typ


def differ(found: ast.expr, expected: ast.expr, ancestors: Ancestors) -> bool:
    """Whether arrays at the same place of two types have dtypes that do not go together."""
    among = partial(_differ_as_members, ancestors=ancestors)
    return _any_differs(_known_members(found, ancestors), _members(expected), among)


def is_dtype(typ: ast.expr, ancestors: Ancestors) -> bool:
    """Whether a type is a dtype itself, or a class of the stubs that stands for several dtypes."""
    return _head(typ) in _DTYPES or bool(ancestors(_head(typ)))


def _any_differs(
    found: Sequence[ast.expr],
    expected: Sequence[ast.expr],
    compare: Callable[[ast.expr, ast.expr], bool],
) -> bool:
    """Whether an alternative of one type differs from all of the other's by its dtype."""
    there = {ast.dump(each) for each in expected}
    return any(
        ast.dump(one) not in there and any(compare(one, other) for other in expected)
        for one in found
    )


def _differ_as_members(found: ast.expr, expected: ast.expr, ancestors: Ancestors) -> bool:
    left, right = _head(found), _head(expected)
    if left in _HOLDERS or right in _HOLDERS:
        return left == right and any(
            starmap(partial(_dtypes_differ, ancestors=ancestors), _paired(found, expected))
        )
    if is_dtype(found, ancestors) and is_dtype(expected, ancestors):
        is_open = _is_open_scalar(found) or _is_open_scalar(expected)
        return not is_open and _dtypes_differ(found, expected, ancestors)
    return any(differ(one, other, ancestors) for one, other in _paired(found, expected))


def _is_open_scalar(typ: ast.expr) -> bool:
    """Whether a class is an abstract one of NumPy, which stands for any dtype in ``ArrayLike``.

    A class such as ``floating[_32Bit]`` has one dtype.
    """
    arguments = _arguments(typ)
    is_bare = not arguments or any(_head(each) in _UNKNOWN for each in arguments)
    return is_bare and _head(typ) not in _DTYPES


def _dtypes_differ(found: ast.expr, expected: ast.expr, ancestors: Ancestors) -> bool:
    """Whether a dtype is not among those that are expected; that of ``ndarray`` is one deeper."""
    if isinstance(found, ast.Subscript) and _head(found) in _HOLDERS | {"tuple"}:
        return differ(found, expected, ancestors)
    if ast.dump(found) == ast.dump(expected) or {_head(found), _head(expected)} & _UNKNOWN:
        return False
    if not _CATEGORIES.isdisjoint((_head(found), _head(expected))):
        # jaxtyping's names are looked at when the program runs: ``Num`` may well be ``Float``.
        return _nodes(_head(found)).isdisjoint(_nodes(_head(expected)))
    is_open = all(_head(each) in _UNKNOWN for each in _arguments(expected))
    return not (is_open and _head(expected) in ancestors(_head(found)))


def _nodes(name: str) -> frozenset[str]:
    """The dtypes that a class stands for, by its name."""
    if name in _CATEGORIES:
        return frozenset(jaxtyping_names.CATEGORIES[name])
    return frozenset(node for node in NODES if node == _DTYPES.get(name) or NODES[node].is_a(name))


def _paired(found: ast.expr, expected: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The corresponding arguments of two types; none if their numbers differ."""
    left, right = _arguments(found), _arguments(expected)
    return list(zip(left, right, strict=True)) if len(left) == len(right) else []


def _members(typ: ast.expr) -> list[ast.expr]:
    """The alternatives of ``A | B``, or the type itself."""
    if isinstance(typ, ast.BinOp) and isinstance(typ.op, ast.BitOr):
        return [*_members(typ.left), *_members(typ.right)]
    return [typ]


def _known_members(typ: ast.expr, ancestors: Ancestors) -> list[ast.expr]:
    """The alternatives without NumPy's scalars, if an abstract class is among these."""
    members = _members(typ)
    scalars = [each for each in members if is_dtype(each, ancestors)]
    if any(map(_is_open_scalar, scalars)):
        return [each for each in members if each not in scalars]
    return members


def _head(typ: ast.expr) -> str:
    """The name of a class, without its module and its arguments."""
    match typ:
        case ast.Subscript(value=inner):
            return _head(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _arguments(typ: ast.expr) -> list[ast.expr]:
    """The arguments of a type, those of a parameter as in ``Arg(int, 'x')``, a list's items."""
    match typ:
        case ast.Subscript(slice=ast.Tuple(elts=items)) | ast.List(elts=items):
            return items
        case ast.Subscript(slice=only):
            return [only]
        case ast.Call(args=[first, *_]):
            return [first]
    return []
