"""The dtypes that operands have in NumPy, which does not truncate to 32 bits, and accepts lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

from mypy.types import Instance, ProperType, Type, flatten_nested_unions, get_proper_type

from promo_mypy.fullnames import NUMPY_ARRAY
from promo_mypy.types.arguments import Argument, Arguments
from promo_mypy.types.convert import Converter, array_instance, base_instance
from promo_mypy.types.symbols import Operand
from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.lattice.semantics import Semantics
from promo_typing.numpy_rules import DTYPES, NUMPY
from promo_typing.numpy_rules.catalogue.creation import ITEMS
from promo_typing.rules import Resolved, resolve, without_arguments
from promo_typing.rules.model import Operand as Parameter
from promo_typing.rules.model import Rows

_SCALAR_NAMES = frozenset((*DTYPES, *PYTHON_SCALARS))


class Value(NamedTuple):
    """The dtypes that an operand may have, and whether it is a scalar."""

    dtypes: tuple[str, ...]
    is_scalar: bool


class NumPyValues:
    """Finds the dtypes that operands have in NumPy."""

    def __init__(self, converter: Converter, semantics: Semantics) -> None:
        """Use a converter and JAX's settings.

        Args:
            converter: a converter with x64 on, which does not truncate dtypes.
            semantics: JAX's settings, under which weak dtypes become default ones in NumPy.
        """
        self.converter = converter
        self._semantics = semantics

    def of(self, typ: Type) -> Value | None:
        """Return the dtypes of a value in NumPy; None if they are unknown.

        Arrays of JAX count as unknown, because many functions of NumPy leave the operation to their
        methods. So do subclasses of NumPy's array, which may do anything.
        """
        members = flatten_nested_unions([typ])
        arrays = [member for member in map(get_proper_type, members) if _is_array(member)]
        dtypes = self._dtypes(self.converter.operand(typ))
        if dtypes is None or not all(map(_is_plain, arrays)):
            return None
        return Value(dtypes, is_scalar=not arrays)

    def operand(self, arguments: Arguments, parameter: Parameter) -> list[Value | None]:
        """Return the operands for a parameter: several for a sequence of arrays."""
        found: list[Value | None] = []
        for argument in arguments.passed(parameter.name):
            if argument.kind.is_star():
                found.append(None)
            elif isinstance(parameter, Rows):
                found.extend(map(self._array, arguments.operands([parameter]) or [None]))
            else:
                found.append(self._one(arguments, argument, parameter.name))
        return found

    def _one(self, arguments: Arguments, argument: Argument, name: str) -> Value | None:
        leaves = arguments.leaves(name)
        return self.of(argument.type) if leaves is None else self._joined(leaves)

    def _joined(self, leaves: Sequence[Operand | None]) -> Value | None:
        """The array that NumPy makes from the items of a list; float64 if there are none."""
        known = [self._dtypes(leaf) for leaf in leaves]
        items = [dtypes[0] for dtypes in known if dtypes is not None and len(dtypes) == 1]
        if len(items) < len(known):
            return None
        return _array_of(items) if items else Value(("float64",), is_scalar=False)

    def _array(self, operand: Operand | None) -> Value | None:
        dtypes = self._dtypes(operand)
        return None if dtypes is None else Value(dtypes, is_scalar=False)

    def _dtypes(self, operand: Operand | None) -> tuple[str, ...] | None:
        if operand is None or not all(symbol.is_node for symbol in operand):
            return None
        names = tuple(self._semantics.strong(symbol.node) for symbol in operand)
        return names if _SCALAR_NAMES.issuperset(names) else None


def _array_of(items: Sequence[str]) -> Value | None:
    outcome = resolve(without_arguments(ITEMS), items, NUMPY)
    return Value(outcome.results, is_scalar=False) if isinstance(outcome, Resolved) else None


def combinations(values: Iterable[Value]) -> Iterable[tuple[str, ...]]:
    """Yield the combinations of dtypes that operands may have."""
    return product(*(value.dtypes for value in values))


def _is_array(typ: ProperType) -> bool:
    return array_instance(typ) is not None or base_instance(typ, NUMPY_ARRAY) is not None


def _is_plain(array: ProperType) -> bool:
    return isinstance(array, Instance) and array.type.fullname == NUMPY_ARRAY
