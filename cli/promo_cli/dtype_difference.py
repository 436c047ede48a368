"""Whether two types in a message of mypy differ in the dtype of an array.

The types of an error are only in the text of its message. They are written as Python expressions:
``list[Array[float32]] | None``.
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
"""Maps a dtype class to the names of itself and its bases; any other class to nothing."""


def _last(name: str) -> str:
    return name.rpartition(".")[2]


_HOLDERS: Final = frozenset({_last(ARRAY), _last(ARRAY_MEMBERS), "dtype", "ndarray"})
"""Types with an argument that is a dtype, or that contains one."""

_DTYPES: Final = {_last(fullname): node for fullname, node in NODE_OF_CLASS.items()}
_CATEGORIES: Final = frozenset(jaxtyping_names.CATEGORIES)
_UNKNOWN: Final = frozenset({"Any", "Never"})


def parsed(text: str) -> ast.expr | None:
    """Parse the text of a type as an expression; None if it is no expression.

    A starred argument such as ``*list[X]`` or ``**dict[str, X]`` gives ``X``, the type of each
    value that is passed.
    """
    try:
        typ = ast.parse(text.lstrip("*"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
    passed = _arguments(typ) if text.startswith("*") else []
    return passed[-1] if passed else typ


def differ(found: ast.expr, expected: ast.expr, ancestors: Ancestors) -> bool:
    """Whether arrays at the same place of two types have incompatible dtypes."""
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
    """Whether a member of ``found`` is not expected, and differs from an expected one by its dtype.

    mypy has reported that the types do not fit, so a difference from any member counts.
    """
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
    """Whether a class is one of NumPy's abstract ones, which ``ArrayLike`` has for any dtype.

    ``floating[_32Bit]`` has a dtype, so it is not abstract.
    """
    arguments = _arguments(typ)
    is_bare = not arguments or any(_head(each) in _UNKNOWN for each in arguments)
    return is_bare and _head(typ) not in _DTYPES


def _dtypes_differ(found: ast.expr, expected: ast.expr, ancestors: Ancestors) -> bool:
    """Whether a dtype is not the expected one; in ``ndarray[..., dtype[X]]`` it is nested."""
    if isinstance(found, ast.Subscript) and _head(found) in _HOLDERS | {"tuple"}:
        return differ(found, expected, ancestors)
    if ast.dump(found) == ast.dump(expected) or {_head(found), _head(expected)} & _UNKNOWN:
        return False
    if not _CATEGORIES.isdisjoint((_head(found), _head(expected))):
        # jaxtyping checks its categories at run time, so an array of ``Num`` may be a ``Float``:
        # only categories without a common dtype differ.
        return _nodes(_head(found)).isdisjoint(_nodes(_head(expected)))
    is_open = all(_head(each) in _UNKNOWN for each in _arguments(expected))
    return not (is_open and _head(expected) in ancestors(_head(found)))


def _nodes(name: str) -> frozenset[str]:
    """The dtypes that the class of this name stands for."""
    if name in _CATEGORIES:
        return frozenset(jaxtyping_names.CATEGORIES[name])
    return frozenset(node for node in NODES if node == _DTYPES.get(name) or NODES[node].is_a(name))


def _paired(found: ast.expr, expected: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The corresponding arguments of two types; none if their numbers differ."""
    left, right = _arguments(found), _arguments(expected)
    return list(zip(left, right, strict=True)) if len(left) == len(right) else []


def _members(typ: ast.expr) -> list[ast.expr]:
    """The members of ``A | B``, or the type itself."""
    if isinstance(typ, ast.BinOp) and isinstance(typ.op, ast.BitOr):
        return [*_members(typ.left), *_members(typ.right)]
    return [typ]


def _known_members(typ: ast.expr, ancestors: Ancestors) -> list[ast.expr]:
    """The members of a union; without NumPy's scalars if one of these is an abstract class."""
    members = _members(typ)
    scalars = [each for each in members if is_dtype(each, ancestors)]
    if any(map(_is_open_scalar, scalars)):
        return [each for each in members if each not in scalars]
    return members


def _head(typ: ast.expr) -> str:
    """The name of a class without module and arguments: ``Array`` for ``jax.Array[float32]``."""
    match typ:
        case ast.Subscript(value=inner):
            return _head(inner)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _arguments(typ: ast.expr) -> list[ast.expr]:
    """The arguments of a type, the items of a list, or the type in ``Arg(int, 'x')``."""
    match typ:
        case ast.Subscript(slice=ast.Tuple(elts=items)) | ast.List(elts=items):
            return items
        case ast.Subscript(slice=only):
            return [only]
        case ast.Call(args=[first, *_]):
            return [first]
    return []
