"""Whether a more exact type may replace mypy's without causing new errors of mypy.

NumPy's stubs say ``Any`` where they do not know the type, and programs rely on that: they assign a
sum to an ``int``, or another value to the variable later. Such errors are not about dtypes of JAX.
So nothing is replaced in modules that do not import JAX, nor where another type is expected.
"""

from __future__ import annotations

from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Context, Import, ImportBase, ImportFrom, MypyFile
from mypy.plugin import CheckerPluginInterface
from mypy.subtypes import is_subtype
from mypy.types import Instance, TupleType, Type, UnionType, has_type_vars

from promo_mypy.by_module import ByModule
from promo_mypy.fullnames import JAX_PACKAGE, NUMPY_2_NAME, NUMPY_MODULE, TYPES_PACKAGE
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.convert import array_instance
from promo_mypy.types.value_places import Places, Position, places

_PACKAGES = frozenset({JAX_PACKAGE, TYPES_PACKAGE})


class _Module(NamedTuple):
    """The relevant facts about a module, and the positions where types were replaced."""

    imports_jax: bool
    places: Places
    allowed: set[Position]


class Expectations:
    """Checks the context of an expression."""

    def __init__(self) -> None:
        """Start without a module."""
        self._modules = ByModule(_read)

    def allow(self, typ: Type, context: Context, api: CheckerPluginInterface) -> bool:
        """Whether an expression may be given this type."""
        if not self.is_looked_at(api) or not isinstance(api, TypeChecker):
            return False
        module, position = self._modules.of(api.tree), _position(context)
        if position in module.places.joined:
            return False
        if not api.options.allow_redefinition and position in module.places.rebound:
            return False
        if position in module.allowed:
            return True
        expected = _is_expected(typ, api.type_context)
        if expected and position not in module.places.indices:
            # mypy asks several times about an operand, or an argument of an overloaded function.
            # The last time it may expect Any; without the memory it would get another answer.
            module.allowed.add(position)
        return expected

    def is_looked_at(self, api: CheckerPluginInterface) -> bool:
        """Whether the module imports JAX, and the installed NumPy is one that has rules."""
        if not isinstance(api, TypeChecker):
            return False
        return self._modules.of(api.tree).imports_jax and _has_numpy_2(api)


def _read(module: MypyFile) -> _Module:
    imports_jax = _imports_jax(module)
    return _Module(imports_jax, places(module.path) if imports_jax else Places(), set())


def _is_expected(typ: Type, contexts: list[Type | None]) -> bool:
    """Whether a type fits the innermost expected type without type variables."""
    known = (each for each in reversed(contexts) if each is not None and not has_type_vars(each))
    expected = next(known, None)
    return expected is None or is_subtype(typ, expected) or _has_array(expected)


def _position(context: Context) -> Position:
    return (context.line, context.column, context.end_line, context.end_column)


def _imports_jax(module: MypyFile) -> bool:
    """Whether a module imports JAX or our types, directly or from another module."""
    if any(name.partition(".")[0] in _PACKAGES for each in module.imports for name in _names(each)):
        return True
    return any(
        symbol.node is not None and (symbol.node.fullname or "").startswith(f"{JAX_PACKAGE}.")
        for symbol in module.names.values()
    )


def _has_numpy_2(api: TypeChecker) -> bool:
    numpy = api.modules.get(NUMPY_MODULE)
    return numpy is not None and NUMPY_2_NAME in numpy.names


def _names(statement: ImportBase) -> list[str]:
    if isinstance(statement, Import):
        return [name for name, _ in statement.ids]
    return [statement.id] if isinstance(statement, ImportFrom) else []


def _has_array(typ: Type) -> bool:
    """Whether an expected type contains an array of JAX."""
    proper = unfolded(typ)
    if isinstance(proper, (UnionType, TupleType)):
        return any(map(_has_array, proper.items))
    if array_instance(proper) is not None:
        return True
    return isinstance(proper, Instance) and any(map(_has_array, proper.args))
