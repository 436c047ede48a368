"""Combines inferred result types with declared ones.

Only arrays of a known dtype and functions replace what mypy says, alone or in tuples, lists and
dictionaries. Everything else stays as it is, so that mypy reports no more errors of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, TypeGuard

from mypy.checker import TypeChecker
from mypy.nodes import SymbolNode
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.fullnames import (
    BUILTIN_DICT,
    BUILTIN_SCALARS,
    BUILTIN_STR,
    GENERATOR,
    ITERATORS,
)
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import array_instance
from promo_mypy.types.declared_parts import with_parts
from promo_mypy.types.made import alike, is_single
from promo_mypy.types.pytrees import (
    has_dtype,
    is_container,
    is_plain_dictionary,
    is_plain_tuple,
    with_dtype,
    with_pairs,
)
from promo_mypy.types.sameness import are_same
from promo_mypy.types.silence import is_function
from promo_mypy.types.unions import union_of

_ANY: Final = AnyType(TypeOfAny.special_form)

Change: TypeAlias = Callable[[ProperType, ProperType], Type]
"""Computes the leaf of a result from the declared one and what is known at the same place."""


def joined(returned: Sequence[Type]) -> Type:
    """Return the union of the types of returned values; Any if they are different functions.

    In a union, mypy would merge functions that have the same parameters.
    """
    functions = [*map(_definitions, returned)]
    return union_of(alike(returned)) if all(each == functions[0] for each in functions) else _ANY


def generator(item: Type, checker: TypeChecker) -> Type:
    """Return the type of a generator that yields items of this type."""
    return checker.named_generic_type(GENERATOR, [item, _ANY, _ANY])


def _definitions(returned: Type) -> tuple[SymbolNode | None, ...]:
    """The definitions of the functions in a result type."""
    proper = unfolded(returned)
    if isinstance(proper, CallableType):
        return (proper.definition,)
    if isinstance(proper, TupleType):
        return tuple(each for item in proper.items for each in _definitions(item))
    return ()


def refined(declared: Type, inferred: Type) -> Type:
    """Return the declared type, with the inferred dtypes where the annotation says none."""
    unannotated = isinstance(get_proper_type(declared), AnyType)
    said = with_parts(declared, inferred)
    return inferred if unannotated else _merged(inferred, said, _as_array)


def filled(declared: Type, inferred: Type, keeps: Callable[[Type], bool] | None = None) -> Type:
    """Return mypy's type, with the inferred dtypes where it has none.

    Args:
        declared: mypy's type.
        inferred: the inferred type.
        keeps: tells which types other than arrays may replace Any. By default none may, because
            mypy would report errors of its own about them.
    """
    known = _known(inferred, keeps or _keeps_none)
    if isinstance(get_proper_type(declared), AnyType):
        return known
    if keeps is None:
        return _merged(known, declared, _marked)
    return _merged(known, with_parts(declared, known), _as_function)


def _merged(known: Type, declared: Type, change: Change) -> Type:
    """The declared type, with known dtypes where it leaves them open, also in iterators."""
    made, said = unfolded(known), unfolded(declared)
    if is_single(made, said):
        return made
    if not is_iterator(made) or not is_iterator(said):
        return with_pairs(declared, known, change)
    item = with_pairs(said.args[0], made.args[0], change)
    return said.copy_modified(args=[item, *said.args[1:]])


def _marked(declared: ProperType, known: ProperType) -> Type:
    """A declared leaf with what is known of it: its dtype, or which function it is.

    For ``Callable[[Array], Array]`` the declared signature stays. So do the other members of a
    union: a variable that gets an ``Array | None`` may get None later.
    """
    if isinstance(declared, UnionType):
        return UnionType.make_union([_as_member(each, known) for each in declared.items])
    if not isinstance(known, CallableType) or known.is_type_obj():
        return with_dtype(declared, known)
    if not isinstance(declared, CallableType) or declared.definition is not None:
        return declared
    return declared.copy_modified(
        name=known.name, definition=known.definition, is_bound=known.is_bound
    )


def _as_member(member: Type, known: ProperType) -> Type:
    """A member of a declared union: the known array if it is an array of unknown dtype."""
    proper = get_proper_type(member)
    return with_dtype(proper, known) if array_instance(proper) is not None else member


def _as_array(declared: ProperType, known: ProperType) -> Type:
    """A declared leaf, or the known array: also in the place of a union with arrays."""
    items = declared.items if isinstance(declared, UnionType) else ()
    is_member = any(_as_member(each, known) is known for each in items)
    return known if is_member else with_dtype(declared, known)


def _as_function(declared: ProperType, known: ProperType) -> Type:
    """What a leaf is in a body: :func:`_as_array`, or a function that the leaf stands for."""
    if has_dtype(known):
        return _as_array(declared, known)
    is_known = isinstance(known, CallableType) and known.definition and not known.is_type_obj()
    return known if is_known and is_function(declared) else _marked(declared, known)


def is_iterator(typ: ProperType) -> TypeGuard[Instance]:
    """Whether a type is a generator, or a declared type such as ``Iterator[T]``."""
    return isinstance(typ, Instance) and typ.type.fullname in ITERATORS and bool(typ.args)


def plain(result: Type, checker: TypeChecker) -> Type:
    """Return a type without ``TypedDict`` and literals: mypy refuses many uses of these."""
    proper = unfolded(result)
    if is_plain_dictionary(proper):
        values = [plain(value, checker) for value in proper.items.values()]
        same = all(are_same(value, values[0]) for value in values)
        text = checker.named_type(BUILTIN_STR)
        return checker.named_generic_type(BUILTIN_DICT, [text, values[0] if same else _ANY])
    if is_plain_tuple(proper):
        return proper.copy_modified(items=[plain(item, checker) for item in proper.items])
    if is_container(proper):
        *keys, value = proper.args
        return proper.copy_modified(args=[*keys, plain(value, checker)])
    if is_iterator(proper):
        return proper.copy_modified(args=[plain(proper.args[0], checker), *proper.args[1:]])
    if isinstance(proper, LiteralType):
        return proper.fallback.copy_modified(last_known_value=proper)
    return result


def _keeps_none(typ: Type) -> bool:
    return False


def _known(inferred: Type, keeps: Callable[[Type], bool]) -> Type:
    """The arrays of a result, with Any for all other parts."""
    proper = unfolded(inferred)
    if has_dtype(proper) or isinstance(proper, CallableType) or keeps(proper):
        return proper
    if is_plain_tuple(proper):
        items = [_known(item, keeps) for item in proper.items]
        return _ANY if all(map(_is_any, items)) else proper.copy_modified(items=items)
    if is_container(proper):
        *keys, value = proper.args
        found = _known(value, keeps)
        # For all items that are functions, mypy keeps the definition of one.
        is_lost = _is_any(found) or isinstance(found, CallableType)
        return _ANY if is_lost else proper.copy_modified(args=[*keys, found])
    if is_iterator(proper):
        item = _known(proper.args[0], keeps)
        return _ANY if _is_any(item) else proper.copy_modified(args=[item, *proper.args[1:]])
    if is_plain_dictionary(proper):
        values = [_known(item, keeps) for item in proper.items.values()]
        return _ANY if all(map(_is_any, values)) else proper.copy_modified(item_types=values)
    if isinstance(proper, UnionType):
        arrays = [item for item in proper.items if not _is_number(item)]
        items = [_known(item, keeps) for item in arrays]
        is_mixed = len(arrays) < len(proper.items) or len({*map(_form, items)}) > 1
        if is_mixed and keeps is _keeps_none:
            return _ANY  # mypy would report that a number has no ``.shape``, nor a tuple.
        return _ANY if not items or any(map(_is_any, items)) else union_of(_with(items, proper))
    return _ANY


def _with(arrays: Sequence[Type], union: UnionType) -> Sequence[Type]:
    """The arrays and the numbers of a union: ``sum(xs)`` may be 0, which promotes as known."""
    return [*arrays, *(_without_value(each) for each in union.items if _is_number(each))]


def _form(typ: Type) -> tuple[str, int]:
    """What is the same for all members of a union that mypy lets a program unpack and index."""
    proper = get_proper_type(typ)
    if has_dtype(proper):
        return "", 0
    if isinstance(proper, Instance):
        return proper.type.fullname, 0
    return type(proper).__name__, len(proper.items) if isinstance(proper, TupleType) else 0


def _is_number(typ: Type) -> bool:
    plain = get_proper_type(_without_value(typ))
    return isinstance(plain, Instance) and plain.type.fullname in BUILTIN_SCALARS


def _without_value(typ: Type) -> Type:
    proper = get_proper_type(typ)
    if isinstance(proper, LiteralType):
        return proper.fallback
    return proper.copy_modified(last_known_value=None) if isinstance(proper, Instance) else proper


def _is_any(typ: Type) -> bool:
    return isinstance(get_proper_type(typ), AnyType | NoneType)
