"""The uses of a program's classes, functions and attributes, by name.

Classes and functions have their full names where these can be resolved; see :mod:`names`. A name
that cannot be resolved, and each name of an attribute, counts as it is written, for all that have
this name. That finds too many places where a field is set rather than too few. :mod:`reading`
collects the uses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple, TypeVar

from mypy.nodes import CallExpr, ClassDef, Expression, FuncDef, MemberExpr, MypyFile

from promo_mypy.inference.names import Names, last_part
from promo_mypy.inference.places import Place, Written
from promo_typing.core.module_names import closed

ANY: Final = ""
"""Stands for an unknown package in :attr:`Mentions.reached`."""


class Called(NamedTuple):
    """A call, and its place."""

    call: CallExpr
    place: Place


class Class(NamedTuple):
    """A class, and the module that it is defined in."""

    definition: ClassDef
    module: MypyFile


class AttributeSet(NamedTuple):
    """An assignment to an attribute of an object.

    Attributes:
        owner: the object.
        value: the value; None if it is not known.
        place: the place of the assignment.
        method: the object's method that sets the attribute in a copy: ``state.replace(step=0)``.
    """

    owner: Expression
    value: Written | None
    place: Place
    method: str | None = None


_Used = TypeVar("_Used")


class Mentions:
    """All uses of names in some modules of a program.

    Attributes:
        names: resolves the names of classes and functions.
        modules: the full names of the modules.
        attributes: for each attribute name, the values assigned to it, or put in by ``replace``.
        assigned: the names of attributes that are assigned, not only replaced in a copy.
        anything: the objects on which any attribute may be set, or that may be copied with any.
        inits: the calls of ``__init__`` by that name.
        tree_maps: the calls of ``jax.tree.map``.
        classes: the definitions of classes, by the names of the classes.
        subclasses: the names of direct subclasses, by the name of the base.
        by_last_part: the full names of classes, by the last part of the name.
        decorated: the functions with decorators that may replace them.
        calls: the calls of classes and functions, by name.
        called: the last parts of the names of everything that is called.
        makers: the calls of ``cls`` and ``type(self)``, by the name of the class around.
        escaped: the names of classes and functions that are used other than by calling them.
        handed_on: the last parts of these names.
        registered: the names of classes that a call registers with JAX.
        reached: the packages whose modules are loaded by a string, or :data:`ANY`.
        is_open: whether any field of any class may be set, or any class be called.
        is_rebuilt: whether any pytree may be rebuilt with leaves of other dtypes.
        goes_to_libraries: whether a library may rebuild any pytree with leaves that it computes.
        changes_integers: whether leaves other than floats may change their dtypes when rebuilt.
    """

    def __init__(self, names: Names, modules: Iterable[MypyFile]) -> None:
        """Start without uses; ``names`` resolves the names in the modules."""
        self.names: Final = names
        self.modules: Final = frozenset(each.fullname for each in modules)
        self.attributes: Final[dict[str, list[AttributeSet]]] = defaultdict(list)
        self.assigned: Final = set[str]()
        self.anything: Final[list[AttributeSet]] = []
        self.inits: Final[list[Called]] = []
        self.tree_maps: Final[list[Called]] = []
        self.classes: Final[dict[str, list[Class]]] = defaultdict(list)
        self.subclasses: Final[dict[str, list[str]]] = defaultdict(list)
        self.by_last_part: Final[dict[str, set[str]]] = defaultdict(set)
        self.decorated: Final = set[FuncDef]()
        self.calls: Final[dict[str, list[Called]]] = defaultdict(list)
        self.called: Final = set[str]()
        self.makers: Final[dict[str, list[Called]]] = defaultdict(list)
        self.escaped: Final = {*names.unfollowed()}
        self.handed_on: Final = set[str]()
        self.registered: Final = set[str]()
        self.reached: Final = set[str]()
        self.is_open = False
        self.is_rebuilt = False
        self.goes_to_libraries = False
        self.changes_integers = False

    def is_called(self, names: Iterable[str]) -> bool:
        """Whether a function of one of these names is called, or passed on.

        Args:
            names: the last parts of the names.
        """
        return not (self.called | self.handed_on).isdisjoint(names)

    def is_only_called(self, name: str) -> bool:
        """Whether a class of a library is only called, not passed on or subclassed."""
        is_base = any(last_part(each) == name for each in self.subclasses)
        return not is_base and name not in self.handed_on

    def calls_of(self, name: str) -> Iterator[Called]:
        """Yield the calls of a class or a function."""
        yield from _of(self.calls, name)

    def escape(self, names: Iterable[str]) -> bool:
        """Whether a class or function of these names is used other than by calling it."""
        return any(not self.escaped.isdisjoint(spelled(each)) for each in names)

    def are_registered(self, names: Iterable[str]) -> bool:
        """Whether a call registers a class of one of these names with JAX."""
        return any(not self.registered.isdisjoint(spelled(each)) for each in names)

    def made_within(self, name: str) -> Iterator[Called]:
        """Yield the calls of ``cls`` and ``type(self)`` within a class."""
        yield from _of(self.makers, name)

    def definitions(self, name: str) -> Iterator[Class]:
        """Yield the definitions of the classes of a name."""
        yield from _of(self.classes, name)

    def below(self, name: str) -> Iterator[str]:
        """Yield the names of the direct subclasses of a class."""
        yield from _of(self.subclasses, name)

    def meant(self, name: str) -> Iterator[str]:
        """Yield the full names of the classes that a name may refer to, and the name itself."""
        yield name
        if "." not in name:
            yield from self.by_last_part.get(name, ())

    def is_class(self, name: str) -> bool:
        """Whether a name may refer to a class of the program."""
        return any(each in self.classes for each in self.meant(name))

    def inits_of(self, name: str) -> Iterator[Called]:
        """Yield the calls that may mean the ``__init__`` of a class: ``super().__init__()``."""
        below = closed(self.below(name), self.below)
        for each in self.inits:
            place, callee = each.place, each.call.callee
            base = callee.expr if isinstance(callee, MemberExpr) else None
            named = self.names.of(base, place.module) if base is not None else ""
            if self.is_class(named):
                may_be_it = named in spelled(name)
            else:
                may_be_it = place.owner is None or self.name_around(place) in below
            if may_be_it:
                yield each

    def name_around(self, place: Place) -> str:
        """Return the name of the class around a method; empty if it is not known."""
        return self.names.of_class(place.owner, place.module) if place.owner is not None else ""


def spelled(name: str) -> tuple[str, ...]:
    """Return the names under which a class or function is recorded: in full, and the last part."""
    return tuple(dict.fromkeys((name, last_part(name))))


def _of(found: Mapping[str, Iterable[_Used]], name: str) -> Iterator[_Used]:
    for each in spelled(name):
        yield from found.get(each, ())
