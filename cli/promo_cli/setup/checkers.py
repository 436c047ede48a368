"""The settings that each type checker needs, besides the stubs, to report dtypes.

A setting of the user is never changed; at most an entry is added to the end of a list. If a setting
keeps dtypes from being reported, a remark says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from configparser import RawConfigParser
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mypy.options import Options

from promo_cli.setup.document import Change

_PLUGIN: Final = "promo_mypy.plugin"
_ENVIRONMENTS: Final = (".venv", "venv")
_REDEFINITION: Final = "without it x = x.astype(...) is an error of mypy"


@dataclass(slots=True)
class Plan:
    """The settings to write, and what to tell the user."""

    changes: list[Change] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def _mypy(stated: Mapping[str, object] | None) -> Plan:
    stated = stated or {}
    plan = Plan()
    if not {_PLUGIN, _PLUGIN.partition(".")[0]}.intersection(_listed(stated.get("plugins"))):
        plan.changes.append(Change("plugins", _PLUGIN, appended=True))
    _allow_redefinition(stated, plan)
    return plan


def _allow_redefinition(stated: Mapping[str, object], plan: Plan) -> None:
    """Let assignments change the dtype of a variable; mypy's option had other names before 2.0."""
    before_mypy_2 = hasattr(Options(), "allow_redefinition_new")
    option = "allow_redefinition_new" if before_mypy_2 else "allow_redefinition"
    other = "allow_redefinition" if before_mypy_2 else "allow_redefinition_old"
    if option in stated:
        if not _is_true(stated[option]):
            plan.remarks.append(f"{option} stays off; {_REDEFINITION}")
    elif "local_partial_types" in stated and not _is_true(stated["local_partial_types"]):
        plan.remarks.append(
            f"{option} is not written, since it needs local_partial_types; {_REDEFINITION}"
        )
    elif _is_true(stated.get(other)):
        plan.remarks.append(f"{option} is not written, since mypy takes it only without {other}")
    else:
        plan.changes.append(Change(option, True))
        if before_mypy_2 and "local_partial_types" not in stated:
            plan.changes.append(Change("local_partial_types", True))


def _pyright(stated: Mapping[str, object] | None) -> Plan:
    """Name the project's environment, which has the stubs: pyright does not find it by itself."""
    stated = stated or {}
    plan = Plan()
    environment = next((name for name in _ENVIRONMENTS if Path(name, "pyvenv.cfg").exists()), None)
    if environment is not None and not {"venv", "venvPath"}.intersection(stated):
        plan.changes += [Change("venvPath", "."), Change("venv", environment)]
    if stated.get("typeCheckingMode") == "off":
        plan.remarks.append('typeCheckingMode stays "off"; pyright reports no dtypes with it')
    return plan


def _pyrefly(stated: Mapping[str, object] | None) -> Plan:
    """Ensure that there is a configuration: without one Pyrefly does not report dtypes."""
    if stated is None:
        return Plan([Change("preset", "default")])
    preset = stated.get("preset")
    if preset in ("off", "basic"):
        return Plan(remarks=[f'preset stays "{preset}"; Pyrefly reports no dtypes with it'])
    return Plan()


def _listed(value: object) -> list[str]:
    """The items of a list; in INI files and in mypy's TOML tables it may be one text."""
    entries: Any = value.split(",") if isinstance(value, str) else value or []
    return [str(entry).strip() for entry in entries]


def _is_true(value: object) -> bool:
    if isinstance(value, str):
        return RawConfigParser.BOOLEAN_STATES.get(value.lower(), False)
    return value is True


PLANS: Final[dict[str, Callable[[Mapping[str, object] | None], Plan]]] = {
    "mypy": _mypy,
    "pyright": _pyright,
    "pyrefly": _pyrefly,
}
"""For each checker, a function from its settings in the project to what `promo init` does."""
