"""Classes of a program, made by hand: types of mypy without a run of mypy."""

from __future__ import annotations

from mypy.nodes import GDEF, Block, ClassDef, SymbolTable, SymbolTableNode, TypeInfo
from mypy.types import (
    AnyType,
    Instance,
    TupleType,
    Type,
    TypeOfAny,
    TypeVarId,
    TypeVarType,
)

from promo_mypy.fullnames import (
    BUILTIN_DICT,
    BUILTIN_LIST,
    BUILTIN_OBJECT,
    BUILTIN_SCALARS,
    BUILTIN_TUPLE,
)
from promo_mypy.types.convert import Converter
from promo_typing.core.dtypes import CATEGORIES, NODES, PRNG_KEY
from promo_typing.core.stub_names import ARRAY, PRNG_KEY_CLASS, dtype_fullname
from promo_typing.lattice.semantics import Semantics

ANY = AnyType(TypeOfAny.special_form)
_OBJECT = BUILTIN_OBJECT


class Program:
    """The classes that the plugin looks up, and types made of them."""

    def __init__(self) -> None:
        self._classes: dict[str, TypeInfo] = {}
        self.define(_OBJECT)
        self.define(ARRAY, variables=1)
        for name in (BUILTIN_LIST, BUILTIN_TUPLE):
            self.define(name, variables=1)
        self.define(BUILTIN_DICT, variables=2)
        for name in BUILTIN_SCALARS:
            self.define(name)
        for category in CATEGORIES:
            self.define(f"numpy.{category}")
        for node in NODES:
            self.define(dtype_fullname(node))
        self.define(PRNG_KEY_CLASS)

    def define(self, fullname: str, base: str = _OBJECT, variables: int = 0) -> TypeInfo:
        """Define a class with one base, and with ``variables`` type parameters."""
        module, _, name = fullname.rpartition(".")
        definition = ClassDef(name, Block([]))
        definition.fullname = fullname
        info = definition.info = TypeInfo(SymbolTable(), definition, module)
        definition.type_vars = [self.variable(f"T{n}", n + 1, fullname) for n in range(variables)]
        info.add_type_vars()
        above = [] if fullname == base else self._classes[base].mro
        info.bases = [Instance(above[0], [])] if above else []
        info.mro = [info, *above]
        self._classes[fullname] = info
        return info

    def lookup(self, fullname: str) -> SymbolTableNode | None:
        """Find a class as mypy does."""
        info = self._classes.get(fullname)
        return None if info is None else SymbolTableNode(GDEF, info)

    def variable(
        self, name: str, number: int, scope: str = "f", bound: Type | None = None
    ) -> TypeVarType:
        """Return a type variable."""
        identity = TypeVarId(number, namespace=scope)
        return TypeVarType(name, f"{scope}.{name}", identity, [], bound or ANY, ANY)

    def instance(self, fullname: str, *arguments: Type) -> Instance:
        """Return a class as a type."""
        return Instance(self._classes[fullname], arguments)

    def category(self, name: str) -> Instance:
        """Return an abstract dtype."""
        return self.instance(f"numpy.{name}")

    def array(self, dtype: str | Type | None) -> Instance:
        """Return an array type of a dtype, given by name or as a type; None is unknown."""
        if isinstance(dtype, str):
            name = PRNG_KEY_CLASS if dtype == PRNG_KEY else dtype_fullname(dtype)
            return self.instance(ARRAY, self.instance(name))
        return self.instance(ARRAY, dtype or ANY)

    def tuple(self, *items: Type) -> TupleType:
        """Return a tuple of known length."""
        return TupleType([*items], self.instance(BUILTIN_TUPLE, ANY))

    def converter(self, semantics: Semantics | None = None) -> Converter:
        """Return a converter for this program."""
        return Converter(semantics or Semantics(), self.lookup)
