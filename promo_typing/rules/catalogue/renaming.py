"""Rules of functions that pass their parameters to another function under other names."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Final

from promo_typing.rules.model import (
    Absent,
    DtypeMap,
    DtypeParameter,
    DtypeSet,
    FirstItem,
    Given,
    Is,
    Of,
    One,
    PythonInt,
    Rest,
    Rows,
    Rule,
)

_NAMING: Final[dict[type, str]] = {
    **dict.fromkeys((One, Rest, Rows, FirstItem, DtypeParameter), "name"),
    **dict.fromkeys((Is, Given, Absent), "parameter"),
    PythonInt: "operand",
}
"""The classes in rules that name a parameter, and the field with the name."""


def renamed(rule: Rule, names: Mapping[str, str]) -> Rule:
    """Return a rule with some parameters renamed.

    Args:
        rule: the rule of a function.
        names: the new name for each old one; other parameters keep their names.
    """
    return Rule(
        _renamed(rule.operands, names), _renamed(rule.cases, names), _renamed(rule.dtype, names)
    )


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    if isinstance(part, tuple):
        return tuple(_renamed(each, names) for each in part)
    if isinstance(part, Of):
        return Of(*(names.get(name, name) for name in part.operands))
    if type(part) in _NAMING:
        field = _NAMING[type(part)]
        name = getattr(part, field)
        return dataclasses.replace(part, **{field: names.get(name, name)})
    return rebuilt(part, lambda each: _renamed(each, names))


def rebuilt(part: Any, change: Callable[[Any], Any]) -> Any:
    """Return a copy of a part of a rule, with ``change`` applied to each of its fields.

    The fields are set directly, since the constructors of some classes take other parameters.
    """
    if not dataclasses.is_dataclass(part) or isinstance(part, DtypeMap | DtypeSet):
        return part
    made = copy.copy(part)
    for field in dataclasses.fields(part):
        object.__setattr__(made, field.name, change(getattr(part, field.name)))
    return made
