"""Compares a type with the pytree of dtypes that JAX returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from promo_typing.core.stub_names import ARRAY, NODE_OF_CLASS

from .calls import Call
from .checked import CODES, Checked
from .executed import Executed


@dataclass
class Tally:
    """How many leaves are of known dtype, of how many, and the calls that mypy has wrong."""

    known: int = 0
    leaves: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, call: Call, checked: Checked, executed: Executed) -> None:
        """Compare what both say of a call."""
        problem = _difference_in_errors(checked, executed)
        if problem:
            self.wrong.append(f"{call.text}\n    {problem}")
        if problem or executed.exception is not None:
            return
        pairs = list(_leaves(checked.type, executed.result))
        self.leaves += len(pairs)
        self.known += sum(static is not None for static, _ in pairs)
        if any(static not in (None, node) for static, node in pairs):
            static = checked.type
            self.wrong.append(f"{call.text}\n    mypy: {static}\n    JAX: {executed.result}")


def _difference_in_errors(checked: Checked, executed: Executed) -> str:
    reported = [text for code, text in checked.errors if code in CODES]
    others = [text for code, text in checked.errors if code not in CODES]
    if others and executed.exception is None:
        return f"mypy complains of what JAX accepts: {others}"
    if bool(reported) != executed.refused and not others:
        raised = repr(executed.exception).partition("\\n")[0]
        return f"mypy reports {reported}, JAX raises {raised}; type {checked.type}"
    return ""


def _leaves(typ: Type, value: Any) -> Iterator[tuple[str | None, str]]:
    """Yield what mypy and JAX say of each leaf; None is unknown."""
    proper = get_proper_type(typ)
    if isinstance(value, str):
        yield _node(proper), value
        return
    parts = list(value.values()) if isinstance(value, Mapping) else list(value)
    for part, inner in zip(_parts(proper, len(parts)), parts, strict=True):
        yield from _leaves(part, inner)


def _parts(typ: Type, count: int) -> Sequence[Type]:
    if isinstance(typ, TupleType) and len(typ.items) == count:
        return typ.items
    return [typ.args[-1] if isinstance(typ, Instance) and typ.args else typ] * count


def _node(typ: Type) -> str | None:
    """The one dtype that a type stands for."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType) or not isinstance(proper, Instance):
        return None
    if proper.type.fullname != ARRAY:
        return proper.type.fullname  # A Python scalar, say: JAX returns an array.
    dtype = get_proper_type(proper.args[0])
    return NODE_OF_CLASS.get(dtype.type.fullname) if isinstance(dtype, Instance) else None
