"""The values of a dictionary with a type for each key: ``for name, w in params.items():``.

mypy says that they are of type ``object``. If all values have one type, it is theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import AnyType, Instance, Type, TypedDictType, TypeOfAny, get_proper_type

from promo_mypy.fullnames import TYPED_DICT
from promo_mypy.inference.results import plain
from promo_mypy.session import Session
from promo_mypy.types.open_dictionaries import is_open
from promo_mypy.types.pytrees import is_plain_dictionary
from promo_mypy.types.sameness import are_same

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
VIEWS: Final = frozenset({f"{TYPED_DICT}.items", f"{TYPED_DICT}.values"})
"""The methods that return all values."""


def viewed(session: Session, ctx: MethodContext) -> Type:
    """Answer ``params.items()`` and ``params.values()``."""
    dictionary, view = get_proper_type(ctx.type), get_proper_type(ctx.default_return_type)
    if not is_plain_dictionary(dictionary) or not isinstance(view, Instance):
        return view
    if not isinstance(ctx.api, TypeChecker):
        return view
    is_whole = not _may_grow(session, dictionary, ctx, ctx.api)
    value = _common([*dictionary.items.values()], ctx.api) if is_whole else _UNKNOWN
    return view.copy_modified(args=[*view.args[:-1], value])


def _may_grow(
    session: Session, dictionary: TypedDictType, ctx: MethodContext, checker: TypeChecker
) -> bool:
    """Whether the program may put other entries into a dictionary than the known ones."""
    match ctx.context:
        case CallExpr(callee=MemberExpr(expr=receiver)):
            changes = session.inference.program.dictionaries.changes(checker)
            return is_open(dictionary) or any(map(changes.may_fill, changes.names(receiver)))
    return True


def _common(values: Sequence[Type], checker: TypeChecker) -> Type:
    """The type of all values; if only their keys differ, without these. Any for other types."""
    for types in (values, [plain(each, checker) for each in values]):
        if types and all(are_same(each, types[0]) for each in types):
            return types[0]
    return _UNKNOWN
