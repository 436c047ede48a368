"""Families: a class with its subclasses, whose objects a variable of the class may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    RefExpr,
    Statement,
    TypeInfo,
)

from promo_mypy.inference.mentions import Class, Mentions
from promo_mypy.inference.names import last_part, name_of
from promo_typing.core.module_names import closed
from promo_typing.core.program_files import is_program_file

_BASES: Final = frozenset({"NamedTuple", "object", "ABC", "Generic"})
_LINEN: Final = "flax.linen.module."
"""The prefix of flax.linen's ``Module``, which is not a pytree although others of that name are."""
_KNOWN_BASES: Final = (
    *("builtins.object", "builtins.tuple", "typing.", "abc.ABC"),
    *("equinox._module.", "flax.struct.PyTreeNode", _LINEN),
)
"""The prefixes of library classes that set no fields of their subclasses."""
_PYTREE_BASES: Final = frozenset({"NamedTuple", "Module", "PyTreeNode"})

DATACLASS: Final = "dataclasses.dataclass"
_PLAIN: Final = frozenset({"final", "total_ordering", "runtime_checkable", "jaxtyped", "beartype"})
_DATACLASSES: Final = frozenset({"dataclass", "pytree_dataclass"})
_REGISTERING: Final = frozenset(
    {"register_pytree_node_class", "register_dataclass", "register_static"}
)

_HIDING: Final = frozenset(
    (
        *("__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__new__"),
        *("__setstate__", "__reduce__", "__reduce_ex__", "__init_subclass__"),
    )
)
"""Methods of a class that can make an attribute differ from the value it was assigned."""


class Family(NamedTuple):
    """A class with its subclasses.

    Attributes:
        classes: the full names of the class and its subclasses.
        relatives: these, and the full names of all their base classes.
        foreign: the short names of the relatives that the program does not define.
        definitions: the relatives that the program defines.
        is_pytree: whether JAX may flatten an object of the family and rebuild it.
    """

    classes: frozenset[str]
    relatives: frozenset[str]
    foreign: frozenset[str]
    definitions: Sequence[Class]
    is_pytree: bool

    def has(self, name: str) -> bool:
        """Whether a class of this name may belong to the family."""
        if name in self.relatives or "." in name:
            return name in self.relatives
        return any(last_part(each) == name for each in self.relatives)

    def holds(self, info: TypeInfo) -> bool:
        """Whether an object of a class may belong to the family."""
        is_relative = info.fullname in self.relatives or info.name in self.foreign
        return is_relative or any(base.fullname in self.classes for base in info.mro)

    @property
    def words(self) -> frozenset[str]:
        """The short names of the classes."""
        return frozenset(map(last_part, self.classes))


def family(
    info: TypeInfo,
    mentions: Mentions,
    modules: Mapping[str, MypyFile],
    known_bases: tuple[str, ...] = (),
) -> Family | None:
    """Return the family of a class; None if something unknown may set its fields.

    Args:
        info: the class.
        mentions: the uses of names in the program.
        modules: the modules of the program and of its libraries.
        known_bases: prefixes of the full names of more library classes that set no fields.
    """
    known = (*_KNOWN_BASES, *known_bases)
    if not _is_simple(info) or not all(_is_known(each, modules, known) for each in info.mro):
        return None
    bases = _BASES.union(each.name for each in info.mro)
    classes = closed([info.fullname], mentions.below)
    relatives = closed(classes, partial(_bases, mentions))
    definitions = [each for name in sorted(relatives) for each in mentions.definitions(name)]
    foreign = {last_part(each) for each in relatives - mentions.classes.keys()}
    if not foreign <= bases or not all(_is_plain(each.definition) for each in definitions):
        return None
    plain = {each.name for each in info.mro if each.fullname.startswith(_LINEN)}
    is_pytree = not foreign.isdisjoint(_PYTREE_BASES - plain) or mentions.are_registered(classes)
    is_pytree = is_pytree or any(_is_registered(each.definition) for each in definitions)
    return Family(classes, relatives, frozenset(foreign), definitions, is_pytree)


def _bases(mentions: Mentions, name: str) -> Iterator[str]:
    """The full names of the classes that may be bases of a class."""
    for definition, module in mentions.definitions(name):
        for each in definition.base_type_exprs:
            base = each.base if isinstance(each, IndexExpr) else each
            yield from mentions.meant(mentions.names.of(base, module))


def _is_simple(info: TypeInfo) -> bool:
    """Whether a class is defined at the top of a module, and is not of a special kind."""
    if info.fallback_to_any or info.is_protocol or info.is_enum:
        return False
    is_at_top = info.fullname == f"{info.module_name}.{info.name}"
    return is_at_top and info.typeddict_type is None


def _is_known(info: TypeInfo, modules: Mapping[str, MypyFile], bases: tuple[str, ...]) -> bool:
    """Whether a class is defined in the program, or sets no fields of its subclasses."""
    module = modules.get(info.module_name)
    is_of_program = module is not None and is_program_file(module.path)
    return is_of_program or info.fullname.startswith(bases)


def _is_plain(definition: ClassDef) -> bool:
    """Whether a class has known decorators, no metaclass, and no method of :data:`_HIDING`."""
    is_usual = definition.metaclass is None or name_of(definition.metaclass) == "ABCMeta"
    if not is_usual or definition.keywords:
        return False
    if not all(_decorator(each) in _DECORATORS for each in definition.decorators):
        return False
    return all(_defined(each) not in _HIDING for each in definition.defs.body)


_DECORATORS: Final = _PLAIN | _DATACLASSES | _REGISTERING
"""The decorators of a class that do not change the values of its fields."""


def _is_registered(definition: ClassDef) -> bool:
    """Whether a decorator may register a class as a pytree."""
    return any(map(_registers, definition.decorators))


def _registers(decorator: Expression) -> bool:
    called = decorator.callee if isinstance(decorator, CallExpr) else decorator
    is_dataclass = isinstance(called, RefExpr) and called.fullname == DATACLASS
    return not is_dataclass and _decorator(decorator) not in _PLAIN


def _decorator(decorator: Expression) -> str:
    """The name of a decorator, or of the function in ``partial(register_dataclass, ...)``."""
    match decorator:
        case CallExpr(callee=NameExpr(name="partial") | MemberExpr(name="partial"), args=[f, *_]):
            return name_of(f)
        case CallExpr(callee=callee):
            return name_of(callee)
    return name_of(decorator)


def _defined(statement: Statement) -> str:
    match statement:
        case FuncDef() | Decorator() | OverloadedFuncDef():
            return statement.name
    return ""


def methods_named(family: Family, name: str) -> Iterator[Class]:
    """Yield the classes of a family, and their bases, that define a method or property."""
    for each in family.definitions:
        if any(_defined(statement) == name for statement in each.definition.defs.body):
            yield each
