"""Compares a type with the pytree of dtypes that JAX returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mypy.types import Instance, TupleType, Type, UnionType, get_proper_type

from promo_typing.core.stub_names import ARRAY, NODE_OF_CLASS
from promo_typing.lattice.semantics import Semantics

from .calls import Call
from .checked import CODES, Checked
from .executed import Executed


@dataclass
class Tally:
    """The leaves of known dtype, all leaves, the calls that JAX refuses, and those in error."""

    known: int = 0
    leaves: int = 0
    refused: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, call: Call, checked: Checked, executed: Executed) -> None:
        """Compare what both say of a call."""
        problem = _difference_in_errors(call, checked, executed)
        if problem:
            self.wrong.append(f"{call.text}\n    {problem}")
        self.refused += executed.refused
        if problem or executed.exception is not None:
            return
        pairs = list(_leaves(checked.type, executed.result))
        if call.open:
            pairs = [({_strong(each) for each in nodes}, _strong(node)) for nodes, node in pairs]
        self.leaves += len(pairs)
        self.known += sum(len(static) == 1 for static, _ in pairs)
        if any(static and node not in static for static, node in pairs):
            types = f"mypy: {checked.type}\n    JAX: {executed.result}"
            self.wrong.append(f"{call.text}\n    {types}")


def _strong(node: str) -> str:
    """The dtype without its weakness."""
    return Semantics().strong(node)


def _difference_in_errors(call: Call, checked: Checked, executed: Executed) -> str:
    reported = [text for code, text in checked.errors if code in CODES]
    others = [text for code, text in checked.errors if code not in CODES]
    if others:
        return f"mypy complains: {others}"
    if executed.exception is not None and not executed.refused:
        return f"JAX raises {executed.exception!r}"
    if reported and not executed.refused:
        return f"mypy reports {reported}, JAX accepts it"
    if executed.refused and not reported and not call.open:
        return f"mypy says {checked.type}, JAX raises {executed.exception!r}"
    return ""


def _leaves(typ: Type, value: Any) -> Iterator[tuple[set[str], str]]:
    """Yield what mypy and JAX say of each leaf; nothing if it is unknown."""
    proper = get_proper_type(typ)
    if isinstance(value, str):
        yield _nodes(proper), value
        return
    parts = list(value.values()) if isinstance(value, Mapping) else list(value)
    for part, inner in zip(_parts(proper, len(parts)), parts, strict=True):
        yield from _leaves(part, inner)


def _parts(typ: Type, count: int) -> Sequence[Type]:
    if isinstance(typ, TupleType) and len(typ.items) == count:
        return typ.items
    return [typ.args[-1] if isinstance(typ, Instance) and typ.args else typ] * count


def _nodes(typ: Type) -> set[str]:
    """The dtypes that a type stands for, empty if it is not known which."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        members = [_nodes(item) for item in proper.items]
        return set().union(*members) if all(members) else set()
    if not isinstance(proper, Instance):
        return set()
    if proper.type.fullname != ARRAY:
        return {proper.type.fullname}  # A Python scalar, say: JAX returns an array.
    dtype = get_proper_type(proper.args[0])
    name = NODE_OF_CLASS.get(dtype.type.fullname) if isinstance(dtype, Instance) else None
    return set() if name is None else {name}
