"""The promotion for which an operand is converted: other operands, and who brought their dtype."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from promo_runtime.auditing.bringing import Bringing
from promo_runtime.auditing.casting_back import is_cast_back
from promo_runtime.auditing.rules import MOVES
from promo_runtime.auditing.scope import Scope
from promo_runtime.auditing.source import source_of
from promo_runtime.auditing.value import CAST, Value
from promo_runtime.auditing.written import Bringer

_UPDATE: Final = "_scatter_impl"
"""The JAX function behind all updates."""


class Promotion:
    """The promotion for which an operand is converted."""

    def __init__(self, equation: Any, operand: Any, scope: Scope) -> None:
        """Find the equation that reads the converted operand in the same line of the user."""
        self._equation, self._operand, self._scope = equation, operand, scope
        self._at = scope.stack_at(equation)
        self._dtype = str(equation.outvars[0].aval.dtype)
        is_cast = equation.primitive.name == CAST
        self._reader, self._read = (
            self._read_by(equation.outvars[0]) if is_cast else (equation, operand)
        )

    @property
    def casts_down(self) -> bool:
        """Whether an update ``x.at[...]`` promotes the array, and then casts it back."""
        if not any(frame.function == _UPDATE for frame in self._at.inner):
            return False
        made_by = Value(self._equation.invars[0], self._scope).producer
        if made_by is not None and _is_update(made_by) and self._is_here(made_by):
            return True
        reader = self._reader
        return reader is not None and _is_update(reader) and reader.invars[0] is self._read

    @property
    def others(self) -> tuple[str, ...]:
        """The dtypes of the other operands before their own conversions."""
        return tuple((value.before_promotion or value).dtype for value in self._others())

    @property
    def bringer(self) -> Bringer | None:
        """Who gave the other operands the dtype; None if unknown."""
        values = [each for each in self._others() if each.dtype == self._dtype]
        return Bringing(self._dtype, self._at).of_operands(values)

    @property
    def is_meant(self) -> bool:
        """Whether the program states the dtype of the result, or casts it at once."""
        place = self._at.place
        source = None if place is None else source_of(place.file)
        node = None if source is None or place is None else source.at(place)
        return source is not None and node is not None and source.is_meant(node, self._dtype)

    @property
    def is_cast_back(self) -> bool:
        """Whether everything computed from the result is cast to the operand's width."""
        source = str(self._operand.aval.dtype)
        return is_cast_back(self._equation, source, self._scope)

    def _is_here(self, equation: Any) -> bool:
        """Whether an equation belongs to the same call of the user."""
        return self._scope.stack_at(equation).place == self._at.place

    def _others(self) -> Iterator[Value]:
        for each in () if self._reader is None else self._reader.invars:
            if each is not self._read:
                yield Value(each, self._scope)

    def _read_by(self, var: Any) -> tuple[Any, Any]:
        """The equation that reads a variable, and the variable's name in its jaxpr."""
        for equation in filter(self._is_here, self._scope.readers.get(var, ())):
            if equation.primitive.name in MOVES:
                return self._read_by(equation.outvars[0])
            return equation, var
        return None, var


def _is_update(equation: Any) -> bool:
    return bool(equation.primitive.name.startswith("scatter"))
