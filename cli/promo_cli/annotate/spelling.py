"""Spells a term with the names that a file imports, and collects the imports that it lacks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

import libcst as cst
from libcst.helpers import get_full_name_for_node

from promo_cli.annotate.bindings import Bindings
from promo_cli.annotate.terms import (
    Anything,
    ArrayOf,
    ArrayOfVariable,
    Builtin,
    ClassOf,
    Generic,
    More,
    NumPyArrayOf,
    NumPyScalarOf,
    Term,
    Union,
    Variable,
    inside,
)
from promo_typing.core.dtypes import DEFAULTS, PRNG_KEY

_SPARE_NAMES: Final = {
    "promo_typing.Array": ("Array", "DtypeArray", "PromoArray"),
    "jax.numpy": ("jnp", "jax_numpy"),
    "jax.dtypes": ("dtypes", "jax_dtypes"),
    "numpy": ("np", "numpy"),
    "numpy.typing": ("npt", "numpy_typing"),
    "typing.Any": ("Any",),
    "typing.TypeVar": ("TypeVar", "TypeVariable"),
    "collections.abc.AsyncGenerator": ("AsyncGenerator",),
    "collections.abc.Generator": ("Generator",),
    "collections.abc.Iterator": ("Iterator",),
}
"""The names under which a module or class is imported, the usual name first."""

_OF_COLLECTIONS: Final = frozenset({"AsyncGenerator", "Generator", "Iterator"})
_VARIABLE_NAMES: Final = ("D", "D2", "D3", "D4", "D5", "D6", "D7", "D8")


class UnspeakableError(Exception):
    """A file cannot name something that an annotation needs."""


@dataclass(frozen=True, slots=True)
class Import:
    """An import that a file needs: a module, or a name from one."""

    module: str
    name: str | None
    alias: str


@dataclass
class Speller:
    """Spells terms with the names of one file, and collects the imports that are missing.

    Args:
        path: the file.
        bindings: its names.
        at_run_time: whether its annotations are evaluated when the program runs.
        parameters: whether type variables are written ``def f[D: (...)]``.
    """

    path: str
    bindings: Bindings
    at_run_time: bool
    parameters: bool
    imports: dict[str, Import] = field(default_factory=dict)
    run_time_imports: set[str] = field(default_factory=set)
    variables: dict[Variable, str] = field(default_factory=dict)
    defined: set[str] = field(default_factory=set)
    """The classes above the place where an annotation is written, by their qualified names."""
    around: str = ""
    """The class whose body the annotation stands in; empty inside a function."""

    def text(self, term: Term, variables: dict[Variable, str] | None = None) -> str:
        """Return the text of an annotation.

        Args:
            term: the annotation as a value.
            variables: the names of the function's type variables.

        Raises:
            UnspeakableError: the file cannot name a part of it.
        """
        match term:
            case ArrayOf(dtype):
                return f"{self.name('promo_typing.Array')}[{self.dtype(dtype)}]"
            case ArrayOfVariable(variable):
                names = {} if variables is None else variables
                return f"{self.name('promo_typing.Array')}[{names[variable]}]"
            case NumPyArrayOf(dtype):
                return f"{self.name('numpy.typing')}.NDArray[{self._numpy(dtype)}]"
            case NumPyScalarOf(dtype):
                return self._numpy(dtype)
            case Builtin(name):
                return name
            case ClassOf():
                return self._class(term)
            case Generic(name, parts):
                return f"{self._generic(name)}[{', '.join(self.text(p, variables) for p in parts)}]"
            case Union(parts):
                return " | ".join(self.text(part, variables) for part in parts)
            case Anything():
                return self.name("typing.Any")
            case More():
                return "..."

    def has_name(self, term: Term) -> bool:
        """Whether the file has names for all classes of the program in a term."""
        try:
            for each in inside(term):
                if isinstance(each, ClassOf):
                    self._class(each)
        except UnspeakableError:
            return False
        return True

    def dtype(self, dtype: str, *, at_run_time: bool = False) -> str:
        """Return the text of a dtype, as it stands in the brackets of ``Array[...]``."""
        if dtype == PRNG_KEY:
            if self.bindings.name_of("jax", at_run_time=at_run_time or self.at_run_time):
                return f"{self.name('jax', at_run_time=at_run_time)}.dtypes.{dtype}"
            return f"{self.name('jax.dtypes', at_run_time=at_run_time)}.{dtype}"
        if dtype in DEFAULTS:
            return self.name(f"promo_typing.{dtype}", at_run_time=at_run_time)
        return f"{self.name('jax.numpy', at_run_time=at_run_time)}.{dtype}"

    def _numpy(self, dtype: str) -> str:
        return f"{self.name('numpy')}.{dtype}{'_' if dtype == 'bool' else ''}"

    def _generic(self, name: str) -> str:
        return self.name(f"collections.abc.{name}") if name in _OF_COLLECTIONS else name

    def _class(self, term: ClassOf) -> str:
        outermost = term.name.partition(".")[0]
        if term.file == self.path:
            return self._own_class(term.name, outermost)
        found = self.bindings.imported.get(outermost)
        last_module = term.module.rpartition(".")[2]
        if found is None or not found.endswith(outermost) or last_module == "__main__":
            raise UnspeakableError(term.name)
        if self.at_run_time and outermost in self.bindings.for_checkers:
            raise UnspeakableError(term.name)
        return term.name

    def _own_class(self, name: str, outermost: str) -> str:
        """The text of a class of this file, which has to be defined above the annotation.

        While the body of a class is executed, its inner classes can be named only there, by their
        last names. Postponed annotations are evaluated later, so they may name any class.
        """
        if outermost in (self.bindings.classes if self.bindings.postponed else self.defined):
            return name
        around, _, last = name.rpartition(".")
        if name not in self.defined or around != self.around:
            raise UnspeakableError(name)
        return last

    def name(self, dotted: str, *, at_run_time: bool = False) -> str:
        """Return the file's name for ``dotted``, which is imported if the file lacks it.

        Raises:
            UnspeakableError: the names for the import are taken.
        """
        evaluated = at_run_time or self.at_run_time
        present = self.bindings.name_of(dotted, at_run_time=evaluated)
        if present is not None:
            return present
        if dotted not in self.imports:
            usual = _SPARE_NAMES.get(dotted, (dotted.rpartition(".")[2],))
            alias = self.bindings.free(*usual)
            if alias is None:
                raise UnspeakableError(dotted)
            self.imports[dotted] = _import(dotted, alias)
        if evaluated:
            self.run_time_imports.add(dotted)
        return self.imports[dotted].alias

    def variable(self, variable: Variable) -> str:
        """Return the name of a type variable of the module, an existing one or a new one.

        Raises:
            UnspeakableError: all usual names are taken.
        """
        if variable not in self.variables:
            constraints = [self.dtype(each, at_run_time=True) for each in variable.dtypes]
            present = self._present(constraints)
            if present is None:
                self.name("typing.TypeVar", at_run_time=True)
            self.variables[variable] = present or self.new_variable(self.variables.values())
        return self.variables[variable]

    def _present(self, constraints: list[str]) -> str | None:
        for name, call in self.bindings.variables.items():
            function = get_full_name_for_node(call.func)
            if function is None or self.bindings.stands_for(function) != "typing.TypeVar":
                continue
            given = [cst.Module([]).code_for_node(each.value) for each in call.args[1:]]
            if given == constraints and all(each.keyword is None for each in call.args):
                return name
        return None

    def new_variable(self, taken: Collection[str]) -> str:
        """Return a name for a new type variable, which the file does not bind.

        Raises:
            UnspeakableError: all usual names are taken.
        """
        name = self.bindings.free(*(each for each in _VARIABLE_NAMES if each not in taken))
        if name is None:
            raise UnspeakableError("a type variable")
        return name


def _import(dotted: str, alias: str) -> Import:
    if dotted in ("jax.numpy", "numpy", "numpy.typing", "jax"):
        return Import(dotted, None, alias)
    module, _, name = dotted.rpartition(".")
    return Import(module, name, alias)
