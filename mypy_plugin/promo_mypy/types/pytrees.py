"""Pytrees of arrays as mypy's types, and operations on their leaves.

The parts of tuples, lists and dictionaries are leaves or containers again. An object of a class (a
named tuple, a dataclass, a ``TypedDict``) is a leaf, because the class declares its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeGuard

from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    UnionType,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_DICT, BUILTIN_LIST, BUILTIN_OBJECT, BUILTIN_TUPLE
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import Converter, array_instance, is_open
from promo_mypy.types.made import changed, fields_of, is_made, of_class, with_fields
from promo_mypy.types.sameness import are_same
from promo_mypy.types.symbols import node_symbol
from promo_typing.core.dtypes import PYTHON_SCALARS

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_CONTAINERS: Final = frozenset({BUILTIN_LIST, BUILTIN_DICT, BUILTIN_TUPLE})


class Field(str):
    """The name of a field, as a step to a leaf."""

    __slots__ = ()


Steps: TypeAlias = tuple[int | str | None, ...]
"""The path to a leaf: positions, keys and fields; None for any item of a list or dictionary."""


class Change(NamedTuple):
    """A leaf with different dtypes in two pytrees; a single array has no steps."""

    steps: Steps
    before: str
    after: str

    @property
    def path(self) -> str:
        """The path to the leaf as source text."""
        return "".join(map(_written, self.steps))


def _written(step: int | str | None) -> str:
    if isinstance(step, Field):
        return f".{step}"
    return "[...]" if step is None else f"[{step!r}]"


def traced(converter: Converter, tree: Type) -> Type:
    """Return a value's type in a traced function, where Python scalars are weak arrays."""
    return with_leaves(tree, lambda leaf: _array(converter, leaf))


def known_result(converter: Converter, result: Type) -> Type:
    """Return mypy's type with traced leaves; Any for ``object``, which mypy joins others to."""
    proper = unfolded(result)
    return _UNKNOWN if is_object(proper) else traced(converter, proper)


def unknown_array(converter: Converter) -> Type:
    """Return the type of an array of unknown dtype."""
    return converter.array([None]) or _UNKNOWN


def with_leaves(tree: Type, change: Callable[[ProperType], Type]) -> Type:
    """Return a pytree with changed leaves; unknown containers are leaves."""
    proper = unfolded(tree)
    if isinstance(proper, UnionType):
        return UnionType.make_union([with_leaves(item, change) for item in proper.items])
    if is_plain_tuple(proper):
        return proper.copy_modified(items=[with_leaves(item, change) for item in proper.items])
    if is_plain_dictionary(proper):
        values = [with_leaves(value, change) for value in proper.items.values()]
        return proper.copy_modified(item_types=values)
    if is_container(proper):
        *keys, value = proper.args
        return proper.copy_modified(args=[*keys, with_leaves(value, change)])
    if isinstance(proper, NoneType):
        return proper
    if is_made(proper):
        return changed(proper, lambda field: with_leaves(field, change))
    return change(proper)


def _array(converter: Converter, leaf: ProperType) -> Type:
    value = get_proper_type(leaf.fallback) if isinstance(leaf, LiteralType) else leaf
    if not isinstance(value, Instance) or array_instance(value):
        return value
    if is_object(value):
        return _UNKNOWN
    symbols = converter.operand(value)
    if symbols is None or not all(symbol.is_node for symbol in symbols):
        return value
    nodes = [PYTHON_SCALARS.get(symbol.node, symbol.node) for symbol in symbols]
    return converter.array([node_symbol(node) for node in nodes]) or value


def leaves(tree: Type) -> Iterator[ProperType]:
    """Yield the types of the leaves, as far as containers are known."""
    proper = unfolded(tree)
    if isinstance(proper, TupleType) and not is_made(proper):
        for item in proper.items:
            yield from leaves(item)
    elif is_plain_dictionary(proper):
        for value in proper.items.values():
            yield from leaves(value)
    elif is_container(proper):
        yield from leaves(proper.args[-1])
    elif not isinstance(proper, NoneType):
        yield proper


def pairs(
    left: Type, right: Type, steps: Steps = ()
) -> Iterator[tuple[Steps, ProperType, ProperType]]:
    """Yield the leaves at the same places of two pytrees, with the paths to them."""
    one, other = unfolded(left), unfolded(right)
    if is_made(one) and is_made(other) and of_class(one) == of_class(other):
        there = fields_of(other)
        for name, field in fields_of(one).items():
            if name in there:
                yield from pairs(field, there[name], (*steps, Field(name)))
    elif isinstance(one, TupleType) and isinstance(other, TupleType):
        if len(one.items) == len(other.items):
            for index, items in enumerate(zip(one.items, other.items, strict=True)):
                yield from pairs(*items, (*steps, index))
    elif is_plain_dictionary(one) and is_plain_dictionary(other):
        if one.items.keys() == other.items.keys():
            for key, value in one.items.items():
                yield from pairs(value, other.items[key], (*steps, key))
    elif is_container(one) and is_container(other):
        if one.type is other.type and len(one.args) == len(other.args):
            yield from pairs(one.args[-1], other.args[-1], (*steps, None))
    elif is_plain_dictionary(one) and _is_dictionary(other):
        for key, value in one.items.items():
            yield from pairs(value, other.args[-1], (*steps, key))
    elif _is_dictionary(one) and is_plain_dictionary(other):
        for key, value in other.items.items():
            yield from pairs(one.args[-1], value, (*steps, key))
    else:
        yield steps, one, other


def _is_dictionary(tree: ProperType) -> TypeGuard[Instance]:
    """Whether a type is a dictionary with one type for all values."""
    return is_container(tree) and tree.type.fullname == BUILTIN_DICT


def with_pairs(left: Type, right: Type, change: Callable[[ProperType, ProperType], Type]) -> Type:
    """Return the left pytree with each leaf computed from both.

    ``change`` gets a leaf of the left, and the part of the right at the same place: a leaf, a
    pytree, or Any where the structures differ.
    """
    one, other = unfolded(left), unfolded(right)
    if is_made(one):
        return _with_fields_of(one, other, change)
    if is_plain_tuple(one):
        others = _items(other, len(one.items))
        items = [with_pairs(*pair, change) for pair in zip(one.items, others, strict=True)]
        return one.copy_modified(items=items)
    if is_plain_dictionary(one):
        there = other.items if isinstance(other, TypedDictType) else {}
        values = [
            with_pairs(value, there.get(key, _UNKNOWN), change) for key, value in one.items.items()
        ]
        return one.copy_modified(item_types=values)
    if is_container(one):
        *keys, value = one.args
        return one.copy_modified(args=[*keys, with_pairs(value, _each_item(one, other), change)])
    return one if isinstance(one, NoneType) else change(one, other)


def _each_item(container: Instance, other: ProperType) -> Type:
    """The type of all items of a container of the same class; Any if there are several types."""
    if is_container(other) and other.type is container.type:
        return other.args[-1]
    if not is_plain_tuple(other) or container.type.fullname != BUILTIN_TUPLE or not other.items:
        return _UNKNOWN
    first, *rest = other.items
    return first if all(are_same(each, first) for each in rest) else _UNKNOWN


def _with_fields_of(
    one: ProperType, other: ProperType, change: Callable[[ProperType, ProperType], Type]
) -> Type:
    """An object with each field computed from two others; unknown fields are left out."""
    there = fields_of(other)
    fields = {
        name: with_pairs(field, there.get(name, _UNKNOWN), change)
        for name, field in fields_of(one).items()
    }
    return with_fields(one, {name: typ for name, typ in fields.items() if tells_dtypes(typ)})


def _items(tree: ProperType, count: int) -> Sequence[Type]:
    """The items of a tuple of this length; a tuple of any length repeats its item; else Any."""
    if isinstance(tree, TupleType) and len(tree.items) == count:
        return tree.items
    is_of_any_length = is_container(tree) and tree.type.fullname == BUILTIN_TUPLE
    item = tree.args[0] if is_of_any_length and is_container(tree) else _UNKNOWN
    return [item] * count


def zipped(trees: Sequence[Type]) -> Iterator[tuple[ProperType, ...]]:
    """Yield the leaves at the same places of several pytrees.

    A list or dictionary of any length counts as a leaf, and so do parts whose structures differ.
    """
    given = [unfolded(each) for each in trees]
    below = _below(given)
    if below is None:
        yield tuple(given)
        return
    for each in below:
        yield from zipped(each)


def _below(trees: Sequence[ProperType]) -> Sequence[Sequence[Type]] | None:
    """The children of trees of one structure, place by place; None for leaves and other trees."""
    first = trees[0]
    if isinstance(first, TupleType):
        others = [each.items if isinstance(each, TupleType) else () for each in trees]
        is_alike = len({*map(len, others)}) == 1
        return [*zip(*others, strict=True)] if is_alike else None
    if is_plain_dictionary(first):
        known = [each.items if is_plain_dictionary(each) else {} for each in trees]
        is_alike = all(each.keys() == first.items.keys() for each in known)
        return [[each[key] for each in known] for key in first.items] if is_alike else None
    return None


def merged(known: Type, result: Type) -> Type:
    """Return a result with its unknown parts filled from a known tree of the same dtypes."""
    return with_pairs(result, known, with_dtype)


def with_dtype(leaf: ProperType, known: ProperType) -> Type:
    """Return a leaf, or the known type if that is an array of known dtype and the leaf is not."""
    if not any(map(has_dtype, leaves(known))):
        return leaf
    array = array_instance(leaf)
    if array is None:
        return known if isinstance(leaf, AnyType) else leaf
    return known if is_open(array.args[0]) and has_dtype(known) else leaf


def has_dtype(leaf: ProperType) -> bool:
    """Whether a leaf is an array of known dtype."""
    array = array_instance(leaf)
    return array is not None and not is_open(array.args[0])


def is_dtype_class(leaf: ProperType) -> bool:
    """Whether a leaf is a dtype such as ``jnp.float32``; to mypy it is a class of arrays."""
    is_class = isinstance(leaf, CallableType) and leaf.is_type_obj()
    return isinstance(leaf, CallableType) and is_class and has_dtype(get_proper_type(leaf.ret_type))


def tells_dtypes(tree: Type) -> bool:
    """Whether a pytree has arrays, all of known dtypes."""
    arrays = [leaf for leaf in leaves(tree) if array_instance(leaf)]
    return bool(arrays) and all(map(has_dtype, arrays))


def is_plain_tuple(tree: ProperType) -> TypeGuard[TupleType]:
    """Whether a type is a tuple of known length, but not a named tuple."""
    return isinstance(tree, TupleType) and tree.partial_fallback.type.fullname == BUILTIN_TUPLE


def is_plain_dictionary(tree: ProperType) -> TypeGuard[TypedDictType]:
    """Whether a type is a dictionary with known keys, but no class of the program."""
    return isinstance(tree, TypedDictType) and tree.is_anonymous()


def is_object(leaf: ProperType) -> bool:
    """Whether a leaf is only known as ``object``, as values of different types are."""
    return isinstance(leaf, Instance) and leaf.type.fullname == BUILTIN_OBJECT


def is_container(tree: ProperType) -> TypeGuard[Instance]:
    """Whether a type is a list, a dictionary, or a tuple of any length."""
    return isinstance(tree, Instance) and tree.type.fullname in _CONTAINERS and bool(tree.args)
