"""Types of single objects, with the types of the fields of this very object.

mypy gives all objects of a class one type. If the fields of an object are known, its type is a
made-up subclass that declares them. Then mypy handles two such objects correctly by itself: their
join is the common class.

Such types exist only in inferred bodies. mypy caches the types of other variables, and could not
find the made-up classes when it reads the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import count
from operator import itemgetter
from typing import Final, TypeAlias, TypeGuard

from mypy.nodes import (
    MDEF,
    Block,
    ClassDef,
    SymbolNode,
    SymbolTable,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.types import Instance, ProperType, TupleType, Type, UnionType, get_proper_type

from promo_mypy.types.aliases import unfolded
from promo_mypy.types.sameness import are_same, functions_in

_DEPTH: Final = 4
"""How deep single objects may be nested: ``node = Node(node)`` in a loop would never end."""
_MOST: Final = 4096
_NUMBERS: Final = count()
_MARK: Final = "!"
_Field: TypeAlias = tuple[str, Type, tuple[SymbolNode | None, ...]]
"""The name of a field, its type, and the functions in it: equal types may hold different ones."""


def with_fields(plain: Type, fields: Mapping[str, Type]) -> Type:
    """Return the type of an object whose fields have exactly these types."""
    written = of_class(plain)
    known = {name: typ for name, typ in fields.items() if _depth(typ) < _DEPTH}
    info = _info(written)
    if not known or info is None:
        return written
    given = sorted(known.items(), key=itemgetter(0))
    told = tuple((name, typ, functions_in(typ)) for name, typ in given)
    below = Instance(_below(info, told), [])
    if not isinstance(written, TupleType):
        return below
    names = info.metadata.get("namedtuple", {}).get("fields", [])
    pairs = zip(names, written.items, strict=True)
    items = [known.get(str(name), declared) for name, declared in pairs]
    return written.copy_modified(items=items, fallback=below)


@lru_cache(_MOST)
def _below(info: TypeInfo, fields: tuple[_Field, ...]) -> TypeInfo:
    """A subclass that declares these fields; the same one for equal fields."""
    definition = ClassDef(info.name, Block([]))
    definition.fullname = f"{info.fullname}{_MARK}{next(_NUMBERS)}"
    made = TypeInfo(SymbolTable(), definition, info.module_name)
    definition.info = made
    made.bases = [Instance(info, [])]
    made.mro = [made, *info.mro]
    made.metaclass_type = info.metaclass_type
    made.metadata = info.metadata
    for name, typ, _ in fields:
        variable = Var(name, typ)
        variable.info = made
        variable._fullname = f"{made.fullname}.{name}"
        variable.is_ready = True
        made.names[name] = SymbolTableNode(MDEF, variable)
    return made


def _info(typ: ProperType) -> TypeInfo | None:
    if isinstance(typ, TupleType):
        return typ.partial_fallback.type
    return typ.type if isinstance(typ, Instance) else None


def is_made(typ: ProperType) -> TypeGuard[Instance | TupleType]:
    """Whether a type is that of a single object."""
    info = _info(typ)
    return info is not None and is_made_class(info)


def is_made_class(info: TypeInfo) -> bool:
    """Whether a class stands for a single object."""
    return _MARK in info.fullname


def is_single(typ: Type, of: Type) -> bool:
    """Whether a type is that of a single object whose class is ``of`` or a subclass."""
    proper, plain = get_proper_type(typ), _info(get_proper_type(of))
    info = _info(proper)
    return is_made(proper) and plain is not None and info is not None and plain in info.mro


def written_class(info: TypeInfo) -> TypeInfo:
    """Return the program's class for the made-up class of a single object; others as they are."""
    return info.bases[0].type if is_made_class(info) else info


def written_name(fullname: str) -> str:
    """Return the full name of the program's class for that of the made-up class of an object."""
    return fullname.partition(_MARK)[0]


def of_class(typ: Type) -> ProperType:
    """Return mypy's plain type of the class, for the type of a single object."""
    proper = get_proper_type(typ)
    if not is_made(proper):
        return proper
    if not isinstance(proper, TupleType):
        return proper.type.bases[0]
    plain = proper.partial_fallback.type.bases[0]
    whole = plain.type.tuple_type
    return proper if whole is None else whole.copy_modified(fallback=plain)


def fields_of(typ: Type) -> Mapping[str, Type]:
    """Return the known types of the fields of a single object; empty for other types."""
    proper = get_proper_type(typ)
    info = _info(proper) if is_made(proper) else None
    nodes = {} if info is None else {name: each.node for name, each in info.names.items()}
    return {
        name: node.type
        for name, node in nodes.items()
        if isinstance(node, Var) and node.type is not None
    }


def changed(typ: Type, change: Callable[[Type], Type]) -> Type:
    """Return the type of an object with changed fields, as after ``jax.tree.map``.

    A named tuple is always a pytree. Another object may be none, and then JAX does not change it.
    So a field of such an object is known only if the change keeps its type.
    """
    proper = get_proper_type(typ)
    fields = {name: change(each) for name, each in fields_of(proper).items()}
    if isinstance(proper, TupleType):
        return with_fields(proper, fields)
    before = fields_of(proper)
    kept = {name: each for name, each in fields.items() if are_same(each, before[name])}
    return with_fields(proper, kept)


def alike(types: Iterable[Type]) -> Iterable[Type]:
    """Return the types with one type for all single objects of a class.

    That type has the fields on which these objects agree.
    """
    given = [*types]
    found: dict[TypeInfo, list[Type]] = {}
    for each in given:
        if (info := _info(get_proper_type(each))) is not None:
            found.setdefault(written_class(info), []).append(each)
    several = {info: them for info, them in found.items() if len(them) > 1 and _any_made(them)}
    if not several:
        return given
    joined = {each for them in several.values() for each in them}
    return [*map(_common, several.values()), *(each for each in given if each not in joined)]


def _any_made(types: Iterable[Type]) -> bool:
    return any(is_made(get_proper_type(each)) for each in types)


def _common(types: Sequence[Type]) -> Type:
    """The type with the fields on which several objects of one class agree."""
    first, *rest = map(fields_of, types)
    shared = {
        name: typ
        for name, typ in first.items()
        if all(name in each and are_same(each[name], typ) for each in rest)
    }
    return with_fields(types[0], shared)


def without(typ: Type) -> Type:
    """Return a type in which all single objects are replaced by their classes."""
    proper = unfolded(typ)
    if is_made(proper):
        return of_class(proper)
    if isinstance(proper, TupleType | UnionType):
        items = [without(each) for each in proper.items]
        same = all(new is old for new, old in zip(items, proper.items, strict=True))
        if same:
            return typ
        if isinstance(proper, UnionType):
            return UnionType.make_union(items)
        return proper.copy_modified(items=items)
    if isinstance(proper, Instance) and proper.args:
        arguments = [without(each) for each in proper.args]
        same = all(new is old for new, old in zip(arguments, proper.args, strict=True))
        return typ if same else proper.copy_modified(args=arguments)
    return typ


def _depth(typ: Type) -> int:
    proper = get_proper_type(typ)
    if is_made(proper):
        return 1 + max(map(_depth, fields_of(proper).values()), default=0)
    if isinstance(proper, TupleType | UnionType):
        return max(map(_depth, proper.items), default=0)
    return 0
