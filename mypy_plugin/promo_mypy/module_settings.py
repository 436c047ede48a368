"""JAX's settings in each module: the usual ones, and overrides for some modules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from promo_typing.core.dataclass import dataclass
from promo_typing.core.module_patterns import matching
from promo_typing.lattice.semantics import Semantics


@dataclass(frozen=True)
class ModuleSettings:
    """The settings of a run, with overrides for modules that match a pattern.

    Attributes:
        usual: the settings in all other modules.
        overrides: for each pattern of module names, the settings that differ there.
    """

    usual: Semantics
    overrides: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def of(self, module: str) -> Semantics:
        """Return the settings in a module."""
        return replace(self.usual, **self.stated(module)) if self.overrides else self.usual

    def stated(self, module: str) -> Mapping[str, Any]:
        """Return the settings that the configuration overrides for a module."""
        stated: dict[str, Any] = {}
        for pattern in matching(self.overrides, module):
            stated.update(self.overrides[pattern])
        return stated

    def in_modules(self, modules: Iterable[str]) -> list[Semantics]:
        """Return the distinct settings of some modules, the usual ones first."""
        if not self.overrides:
            return [self.usual]
        return list(dict.fromkeys((self.usual, *map(self.of, modules))))

    @property
    def x64(self) -> frozenset[bool]:
        """The values of x64 in the program: one or both."""
        stated = (each["x64"] for each in self.overrides.values() if "x64" in each)
        return frozenset((self.usual.x64, *stated))

    @property
    def fingerprint(self) -> str:
        """A digest that changes with any setting of any module."""
        if not self.overrides:
            return self.usual.fingerprint
        return f"{self.usual.fingerprint},{json.dumps(self.overrides)}"
