"""Compares a type with the pytree of dtypes that JAX returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mypy.types import Instance, TupleType, Type, TypedDictType, UnionType, get_proper_type

from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.core.stub_names import ARRAY, NODE_OF_CLASS
from promo_typing.lattice.semantics import Semantics

from .calls import Call
from .checked import CODES, Checked
from .executed import Executed

_SCALARS: Final = {f"builtins.{each}" for each in PYTHON_SCALARS}


@dataclass
class Tally:
    """The outcome of the comparison for the calls of a construct.

    Attributes:
        leaves: how many leaves JAX returns.
        unknown: the calls with a leaf of unknown dtype, once for each such leaf.
        refused: how many calls JAX refuses.
        overlooked: the refused calls that mypy does not report.
        wrong: the calls for which mypy's type or errors are wrong.
    """

    leaves: int = 0
    unknown: list[str] = field(default_factory=list)
    refused: int = 0
    overlooked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @property
    def known(self) -> float:
        """The share of the leaves whose dtype is known."""
        return 1 - len(self.unknown) / self.leaves

    def add(self, call: Call, checked: Checked, executed: Executed) -> None:
        """Compare mypy's answer with JAX's for a call.

        Calls that raise ZeroDivisionError do not count: some bodies divide Python numbers.
        """
        if isinstance(executed.exception, ZeroDivisionError):
            return
        problem = _difference_in_errors(checked, executed)
        if problem:
            self.wrong.append(f"{call.source}\n    {problem}")
        if executed.refused:
            self._add_refused(call, checked, executed)
        elif not problem:
            self._add_leaves(call, checked, executed)

    def _add_refused(self, call: Call, checked: Checked, executed: Executed) -> None:
        self.refused += 1
        if not _reported(checked) and not call.open:
            says = f"mypy says {checked.type}, JAX raises {executed.exception!r}"
            self.overlooked.append(f"{call.source}\n    {says}")

    def _add_leaves(self, call: Call, checked: Checked, executed: Executed) -> None:
        pairs = list(_leaves(checked.type, executed.result))
        if call.open:
            pairs = [({_strong(each) for each in nodes}, _strong(node)) for nodes, node in pairs]
        types = f"{call.source}\n    mypy: {checked.type}\n    JAX: {executed.result}"
        self.leaves += len(pairs)
        self.unknown += [types for static, _ in pairs if len(static) != 1]
        if any(static and not _includes(static, node) for static, node in pairs):
            self.wrong.append(types)


def _includes(static: set[str], node: str) -> bool:
    """Whether a leaf is among those that mypy names.

    A result that does not depend on the arguments of a function may be a Python number in JAX,
    while mypy names the weak array for which it stands.
    """
    return node in static or PYTHON_SCALARS.get(node) in static


def _strong(node: str) -> str:
    """The dtype without its weakness."""
    return Semantics().strong(node)


def _reported(checked: Checked) -> list[str]:
    return [text for code, text in checked.errors if code in CODES]


def _difference_in_errors(checked: Checked, executed: Executed) -> str:
    others = [text for code, text in checked.errors if code not in CODES]
    if others:
        return f"mypy complains: {others}"
    if executed.exception is not None and not executed.refused:
        return f"JAX raises {executed.exception!r}"
    if _reported(checked) and not executed.refused:
        return f"mypy reports {_reported(checked)}, JAX accepts it"
    return ""


def _leaves(typ: Type, value: Any) -> Iterator[tuple[set[str], str]]:
    """Yield the answers of mypy and JAX for each leaf; mypy's is empty if it is unknown."""
    proper = get_proper_type(typ)
    if isinstance(value, str):
        yield _nodes(proper), value
        return
    inner = value if isinstance(value, Mapping) else dict(enumerate(value))
    for key, part in inner.items():
        yield from _leaves(_part(proper, key, len(inner)), part)


def _part(typ: Type, key: object, count: int) -> Type:
    """The type of a part of a pytree, by its position or its key."""
    if isinstance(typ, TupleType) and isinstance(key, int) and len(typ.items) == count:
        return typ.items[key]
    if isinstance(typ, TypedDictType) and isinstance(key, str):
        return typ.items[key]
    return typ.args[-1] if isinstance(typ, Instance) and typ.args else typ


def _nodes(typ: Type) -> set[str]:
    """The dtypes that a type stands for; empty if they are not known."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        members = [_nodes(item) for item in proper.items]
        return set().union(*members) if all(members) else set()
    if not isinstance(proper, Instance):
        return set()
    if proper.type.fullname == ARRAY:
        dtype = get_proper_type(proper.args[0])
        name = NODE_OF_CLASS.get(dtype.type.fullname) if isinstance(dtype, Instance) else None
    else:
        name = proper.type.name if proper.type.fullname in _SCALARS else None
    return set() if name is None else {name}
