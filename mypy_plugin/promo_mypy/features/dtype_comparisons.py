"""Answers comparisons of dtypes: ``x.dtype == jnp.float32``, ``x.dtype.kind in "iu"``.

They come as calls (see ``inference.dtype_tests``). The answers are those of Python's ``==`` for
NumPy's dtypes, JAX's and NumPy's classes of dtypes, and strings; a test compares them with it. If
the answer is the same for all dtypes that an operand may have, it is a literal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import Expression, IntExpr, ListExpr, MemberExpr, StrExpr, TupleExpr
from mypy.plugin import FunctionContext
from mypy.types import (
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    Overloaded,
    TupleType,
    Type,
    TypeType,
    UnionType,
    get_proper_type,
)

from promo_mypy.features.dtype_argument import named_by
from promo_mypy.fullnames import BUILTIN_BOOL, BUILTIN_INT, BUILTIN_STR, DTYPE_TESTS, NUMPY_DTYPE
from promo_mypy.session import Session
from promo_mypy.types.dtype_strings import node_of_string
from promo_mypy.types.expressions import known_type
from promo_typing.core.dtypes import NODES, OF_NUMPY, STRONG, Kind

_NEGATED: Final = {"!=": "==", "not in": "in"}
_OPERATORS: Final = {fullname: sign for sign, fullname in DTYPE_TESTS.items()}

_PLAIN: Final = (BUILTIN_BOOL, BUILTIN_INT, BUILTIN_STR)
_KINDS: Final[dict[Kind, str]] = {
    "bool": "b",
    "unsigned": "u",
    "signed": "i",
    "float": "f",
    "complex": "c",
}
_KIND_OF_BFLOAT16: Final = "V"
"""NumPy takes bfloat16 for no float, but for plain memory ("void")."""


class _Class(NamedTuple):
    """A class of a dtype: ``jnp.float32`` or ``np.float32``, which are equal."""

    dtype: str


class _Dtype(NamedTuple):
    """An instance of ``np.dtype``."""

    dtype: str


class _Plain(NamedTuple):
    """A string, an int or None."""

    value: str | int | None


_Value = _Class | _Dtype | _Plain
_Values = Collection[_Value] | None
"""What an expression may be; None if that is unknown."""


def compared(session: Session, fullname: str, ctx: FunctionContext) -> Type:
    """Answer a comparison, which is written as a call with two arguments."""
    sign = _OPERATORS[fullname]
    [[left], [right]], [[left_type], [right_type]] = ctx.args, ctx.arg_types
    known = _values(session, left_type, left, ctx)
    if known is None:
        return ctx.default_return_type
    if _NEGATED.get(sign, sign) == "==":
        others = _values(session, right_type, right, ctx)
        answers = {_equal(one, other) for one in known for other in others or ()}
    else:
        answers = {_is_in(session, one, right_type, right, ctx) for one in known}
    if len(answers) != 1 or None in answers:
        return ctx.default_return_type
    [answer] = answers
    bool_type = ctx.api.named_generic_type(BUILTIN_BOOL, [])
    return LiteralType(bool(answer) is not (sign in _NEGATED), bool_type)


def _is_in(
    session: Session, value: _Value, typ: Type, container: Expression, ctx: FunctionContext
) -> bool | None:
    """Whether a value is in a tuple, list or string; None if that is unknown.

    Not in a set: equal dtypes and classes have different hashes.
    """
    if isinstance(container, StrExpr):
        match value:
            case _Plain(str(text)):
                return text in container.value
        return None
    answers = set[bool | None]()
    for item in _items(session, typ, container, ctx):
        if item is None or len(item) != 1:
            return None
        answers.update(_equal(value, each) for each in item)
    return None if None in answers else True in answers


def _items(
    session: Session, typ: Type, container: Expression, ctx: FunctionContext
) -> Iterator[_Values]:
    """What each item of a container may be."""
    proper = get_proper_type(typ)
    if isinstance(container, TupleExpr | ListExpr):
        for each in container.items:
            known = known_type(each, ctx.api)
            yield None if known is None else _values(session, known, each, ctx)
    elif isinstance(proper, TupleType):
        for item in proper.items:
            yield _of_type(session, item)
    else:
        yield None


def _values(session: Session, typ: Type, expression: Expression, ctx: FunctionContext) -> _Values:
    match expression:
        case StrExpr(value=value) | IntExpr(value=value):
            return (_Plain(value),)
        case MemberExpr(expr=owner, name="kind" | "name" | "itemsize" as name):
            of = known_type(owner, ctx.api)
            return None if of is None else _facts(_of_type(session, of), name)
    return _of_type(session, typ)


def _facts(dtypes: _Values, name: str) -> _Values:
    """The kind, name or size in bytes of some dtypes."""
    found = [_fact(each.dtype, name) for each in dtypes or () if isinstance(each, _Dtype)]
    known = [_Plain(each) for each in found if each is not None]
    return known if known and len(known) == len(dtypes or ()) else None


def _fact(dtype: str, name: str) -> str | int | None:
    if name == "name":
        return dtype
    if dtype not in OF_NUMPY and dtype != "bfloat16":
        return None  # The kinds of further dtypes follow no rule.
    if name == "itemsize":
        return max(1, NODES[dtype].bits // 8)
    return _KINDS[NODES[dtype].kind] if dtype in OF_NUMPY else _KIND_OF_BFLOAT16


def _of_type(session: Session, typ: Type) -> _Values:
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        members = [_of_type(session, each) for each in proper.items]
        known = [each for each in members if each is not None]
        return [v for each in known for v in each] if len(known) == len(members) else None
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    if isinstance(proper, NoneType):
        return (_Plain(None),)
    if isinstance(proper, LiteralType):
        # The value of a literal of bytes or of an enumeration is a string, too.
        if proper.fallback.type.fullname in _PLAIN and isinstance(proper.value, str | int):
            return (_Plain(proper.value),)
        return None
    nodes = [node for each in named_by(session, proper) or () for node in each.nodes]
    if isinstance(proper, Instance) and proper.type.fullname == NUMPY_DTYPE:
        return _dtypes(session, nodes)
    is_class = isinstance(proper, CallableType | Overloaded | TypeType)
    return [_Class(each) for each in nodes] if is_class and _are_strong(nodes) else None


def _dtypes(session: Session, nodes: Sequence[str]) -> _Values:
    """The dtypes of arrays; unknown if JAX may have truncated them."""
    strong = [session.semantics.strong(each) for each in nodes if each in NODES]
    is_known = len(strong) == len(nodes) and _are_strong(strong)
    if not is_known or any(map(session.semantics.truncates, strong)):
        return None
    return [_Dtype(each) for each in strong]


def _are_strong(nodes: Collection[str]) -> bool:
    return bool(nodes) and all(each in STRONG for each in nodes)


def _equal(one: _Value, other: _Value) -> bool | None:
    """Whether two values are equal; None if one is a string that may name a dtype.

    NumPy takes None for its default dtype, so a comparison of a dtype with None is left open.
    """
    match one, other:
        case (_Dtype(), _Plain(None)) | (_Plain(None), _Dtype()):
            return None
        case (_Dtype(dtype), _Plain(str(text))) | (_Plain(str(text)), _Dtype(dtype)):
            named = node_of_string(text)
            return None if named is None else named == dtype
        case (_Plain(value), _Plain(another)):
            return value == another
        case (_Plain(), _) | (_, _Plain()):
            return False
    return one[0] == other[0]
