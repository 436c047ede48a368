"""Maps mypy's types to dtypes, and dtypes to mypy's types; no other module does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mypy.maptype import map_instance_to_supertype
from mypy.nodes import SymbolTableNode, TypeAlias, TypeInfo
from mypy.typeops import make_simplified_union
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    ProperType,
    Type,
    TypeOfAny,
    TypeVarType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)
from mypy.typevars import fill_typevars_with_any

from promo_mypy.fullnames import (
    BUILTIN_OBJECT,
    BUILTIN_SCALARS,
    INDEX_UPDATE,
    NNX_VARIABLE,
    NUMPY_ARRAY,
    NUMPY_DTYPE,
    NUMPY_MODULE,
    STAND_INS,
)
from promo_mypy.types.numpy_types import scalar_dtype
from promo_mypy.types.symbols import Operand, Symbol, category_nodes, jaxtyping_symbol, node_symbol
from promo_typing.core.dtypes import NODES, PRNG_KEY
from promo_typing.core.stub_names import (
    ARRAY,
    JAXTYPING_CATEGORIES,
    NODE_OF_CLASS,
    PRNG_KEY_CLASS,
    dtype_fullname,
    jaxtyping_class,
)
from promo_typing.lattice.semantics import Semantics

_ARRAYS: Final = frozenset({ARRAY, INDEX_UPDATE})
_NODE_OPERANDS: Final = {
    fullname: (node_symbol(node),)
    for fullname, node in {**NODE_OF_CLASS, PRNG_KEY_CLASS: PRNG_KEY}.items()
}
_SCALAR_OPERANDS: Final = {
    fullname: (node_symbol(scalar),) for fullname, scalar in BUILTIN_SCALARS.items()
}

_ANY_DTYPE: Final = "generic"


class Converter:
    """Maps types to symbols under given settings, and back.

    ``lookup`` finds a symbol of the program by its fully-qualified name.
    """

    def __init__(
        self, semantics: Semantics, lookup: Callable[[str], SymbolTableNode | None]
    ) -> None:
        """Use JAX's settings, and a function that finds the program's definitions."""
        self._semantics = semantics
        self._lookup = lookup
        self._arrays: dict[Symbol | None, Instance] = {}

    # -- from types --------------------------------------------------------------------------

    def operand(self, value: Type) -> Operand | None:
        """Return the dtypes that JAX may give to a value of this type; None if unknown."""
        if isinstance(value, Instance) and value.type.fullname in _ARRAYS:  # the usual case
            return self._array_symbols(value)
        return self._alternatives(value, self._value_symbols)

    def dtype(self, dtype: Type) -> Operand | None:
        """Return the dtypes that a type argument ``X`` of ``Array[X]`` stands for."""
        return self._alternatives(dtype, self._dtype_symbols)

    def _alternatives(
        self, typ: Type, symbols_of: Callable[[ProperType], Operand | None]
    ) -> Operand | None:
        proper = get_proper_type(typ)
        if not isinstance(proper, UnionType):
            return symbols_of(proper)
        found: dict[Symbol, None] = {}
        for item in flatten_nested_unions(proper.items):
            symbols = symbols_of(get_proper_type(item))
            if symbols is None:
                return None
            found.update(dict.fromkeys(symbols))
        return tuple(found)

    def _value_symbols(self, value: ProperType) -> Operand | None:
        if isinstance(value, LiteralType):
            value = value.fallback
        elif isinstance(value, TypeVarType):
            return self.operand(value.upper_bound)
        if not isinstance(value, Instance):
            return None
        array = array_instance(value)
        if array is not None:
            return self._array_symbols(array)
        known = self._numpy_symbols(value) or _python_symbols(value)
        held = held_by(value) if known is None else None
        return known if held is None else self._array_symbols(held)

    def _array_symbols(self, array: Instance) -> Operand | None:
        dtype = array.args[0] if len(array.args) == 1 else None
        if isinstance(dtype, Instance) and dtype.type.fullname in _NODE_OPERANDS:
            return _NODE_OPERANDS[dtype.type.fullname]
        return self.dtype(dtype) if dtype is not None else None

    def _numpy_symbols(self, value: Instance) -> Operand | None:
        """The dtypes that JAX gives to a NumPy array or scalar, truncated if x64 is off."""
        array = base_instance(value, NUMPY_ARRAY)
        if array is not None:
            dtype = get_proper_type(array.args[1])
            if not isinstance(dtype, Instance) or dtype.type.fullname != NUMPY_DTYPE:
                return None
            symbols = self.dtype(dtype.args[0])
        elif _is_numpy_scalar(value.type.fullname):
            symbols = self.dtype(value)
        else:
            return None
        return symbols and tuple(self._taken_in(symbol) for symbol in symbols)

    def _taken_in(self, symbol: Symbol) -> Symbol:
        nodes = tuple(dict.fromkeys(map(self._semantics.canonical, symbol.nodes)))
        return node_symbol(nodes[0]) if len(nodes) == 1 else Symbol(symbol.name, nodes)

    def _dtype_symbols(self, dtype: ProperType) -> Operand | None:
        if isinstance(dtype, TypeVarType):
            return self._variable_symbols(dtype)
        if not isinstance(dtype, Instance):
            return None
        if dtype.type.fullname in _NODE_OPERANDS:
            return _NODE_OPERANDS[dtype.type.fullname]
        if dtype.type.fullname in JAXTYPING_CATEGORIES:
            category = JAXTYPING_CATEGORIES[dtype.type.fullname]
            return (jaxtyping_symbol(category, self._semantics),)
        if dtype.type.fullname in STAND_INS:
            variable = dtype.type.fullname
            nodes = category_nodes(STAND_INS[variable], self._semantics)
            return (Symbol(variable, nodes, variable, dtype),)
        name = scalar_dtype(dtype)
        if name is None:
            return None
        if name in NODES:
            return (node_symbol(name),)
        return (Symbol(name, category_nodes(name, self._semantics), spelling=dtype),)

    def _variable_symbols(self, variable: TypeVarType) -> Operand | None:
        """The dtypes that a type variable may be; it is the same dtype wherever it stands."""
        bounds = variable.values or [variable.upper_bound]
        symbols = [symbol for bound in bounds for symbol in self._bound_symbols(bound) or ()]
        nodes = dict.fromkeys(node for symbol in symbols for node in symbol.nodes)
        if not nodes:
            return None
        return (
            Symbol(variable.name, tuple(nodes), f"{variable.fullname}@{variable.id}", variable),
        )

    def _bound_symbols(self, bound: Type) -> Operand | None:
        """The dtypes that a bound allows; all dtypes for ``object``, which is not a bound."""
        proper = get_proper_type(bound)
        if isinstance(proper, Instance) and proper.type.fullname == BUILTIN_OBJECT:
            return (Symbol(_ANY_DTYPE, category_nodes(_ANY_DTYPE, self._semantics)),)
        return self.dtype(proper)

    # -- to types ----------------------------------------------------------------------------

    def array(self, symbols: Iterable[Symbol | None]) -> Type | None:
        """Return ``Array[X]`` for a dtype, a union for several; None stands for an unknown dtype.

        The result is None if the stubs do not define the class of a dtype.
        """
        arrays: list[Type] = []
        for symbol in symbols:
            array = self._array_of(symbol)
            if array is None:
                return None
            arrays.append(array)
        return arrays[0] if len(arrays) == 1 else make_simplified_union(arrays)

    def arrays(self, results: Iterable[Iterable[Symbol | None]]) -> list[Type] | None:
        """Return :meth:`array` of each of several results; None if it is None for any of them."""
        types: list[Type] = []
        for symbols in results:
            typ = self.array(symbols)
            if typ is None:
                return None
            types.append(typ)
        return types

    def forget(self) -> None:
        """Drop the types made so far: mypy has made new classes for the stubs."""
        self._arrays.clear()

    def _array_of(self, symbol: Symbol | None) -> Instance | None:
        if symbol in self._arrays:
            return self._arrays[symbol]
        info, argument = self._class(ARRAY), self._argument(symbol)
        if info is None or len(info.type_vars) != 1 or argument is None:
            return None
        array = Instance(info, [argument])
        if symbol is None or symbol.is_node:
            self._arrays[symbol] = array
        return array

    def _argument(self, symbol: Symbol | None) -> Type | None:
        if symbol is None:
            return AnyType(TypeOfAny.special_form)
        if symbol.spelling is not None:
            return symbol.spelling
        if symbol.is_node:
            return self.instance(dtype_fullname(symbol.node))
        if symbol.is_of_jaxtyping:
            return self.instance(jaxtyping_class(symbol.name))
        return self.instance(f"{NUMPY_MODULE}.{symbol.name}")

    def instance(self, fullname: str) -> Instance | None:
        """Return a class of the program as a type with unknown arguments; None if missing."""
        info = self._class(fullname)
        typ = info and get_proper_type(fill_typevars_with_any(info))
        return typ if isinstance(typ, Instance) else None

    def alias(self, fullname: str) -> Type | None:
        """Return the target of a type alias; None if there is no such alias."""
        found = self._lookup(fullname)
        return (
            found.node.target if found is not None and isinstance(found.node, TypeAlias) else None
        )

    def _class(self, fullname: str) -> TypeInfo | None:
        found = self._lookup(fullname)
        return found.node if found is not None and isinstance(found.node, TypeInfo) else None


def array_instance(value: ProperType) -> Instance | None:
    """Return the JAX array type that a type is or inherits from; None for other types."""
    array = base_instance(value, ARRAY)
    return array if array is not None and len(array.args) == 1 else None


def held_by(value: Type) -> Instance | None:
    """Return the array type that a variable of flax.nnx holds: JAX uses it in the variable's place.

    None for other types.
    """
    variable = base_instance(get_proper_type(value), NNX_VARIABLE)
    if variable is None or not variable.args:
        return None
    return array_instance(get_proper_type(variable.args[0]))


def is_open(dtype: Type) -> bool:
    """Whether ``X`` in ``Array[X]`` leaves the dtype open: Any, or a category of jaxtyping."""
    proper = get_proper_type(dtype)
    named = isinstance(proper, Instance) and proper.type.fullname in JAXTYPING_CATEGORIES
    return named or isinstance(proper, AnyType)


def base_instance(value: ProperType, fullname: str) -> Instance | None:
    """Return a type as an instance of one of its base classes; None if it has no such base."""
    if not isinstance(value, Instance):
        return None
    if value.type.fullname == fullname:
        return value
    if not value.type.has_base(fullname):  # This is compiled, and so faster than the loop below.
        return None
    base = next(each for each in value.type.mro if each.fullname == fullname)
    return map_instance_to_supertype(value, base)


def _is_numpy_scalar(fullname: str) -> bool:
    """Whether a class is a scalar type of NumPy or of ``ml_dtypes``."""
    return fullname.startswith(f"{NUMPY_MODULE}.") or fullname in NODE_OF_CLASS


def _python_symbols(value: Instance) -> Operand | None:
    """The symbol of a Python scalar, also for subclasses of ``int`` and ``float``."""
    for base in value.type.mro:
        if base.fullname in _SCALAR_OPERANDS:
            return _SCALAR_OPERANDS[base.fullname]
    return None
