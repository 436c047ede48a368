"""JAX's settings at each place of the program.

A place has the settings of its module, unless a block or function changes them. A function that is
checked for a call has the settings of the call instead: at run time JAX's configuration does not
depend on where the function is written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef, FuncItem, MypyFile
from mypy.plugin import CheckerPluginInterface

from promo_mypy.blocks import Region, regions
from promo_mypy.by_module import ByModule
from promo_mypy.module_settings import ModuleSettings
from promo_mypy.settings_doubts import lines_in_doubt
from promo_mypy.statements import decorated
from promo_typing.lattice.semantics import Semantics


class SettingsInForce:
    """The settings by line of each module, and in each inferred body."""

    def __init__(self, settings: ModuleSettings) -> None:
        """Use the settings outside of all blocks."""
        self._settings = settings
        self._in_modules = ByModule(self._read)
        self._decorated = ByModule(lambda module: decorated(module.defs))
        self._in_doubt = ByModule(self._read_doubts)
        self._in_calls: dict[TypeChecker, Sequence[Region]] = {}

    def at(self, api: CheckerPluginInterface, line: int) -> Semantics | None:
        """Return the settings at a line of the module that is being checked.

        None if they are known only at run time: ``with jax.enable_x64(flag):``.
        """
        if not isinstance(api, TypeChecker):
            return self._settings.usual
        regions_here = self._in_calls.get(api) or self._in_modules.of(api.tree)
        if len(regions_here) == 1:
            return regions_here[0].semantics  # The usual case: nothing changes the settings.
        found: Semantics | None = None
        for region in regions_here:
            if region.first <= line <= region.last:
                found = region.semantics  # An inner region comes after the outer one.
        return found

    def may_be_wide(self, api: CheckerPluginInterface, line: int) -> bool:
        """Whether x64 may be on when a line runs, although it is off where the line stands."""
        return isinstance(api, TypeChecker) and line in self._in_doubt.of(api.tree)

    def elsewhere(self, module: str, modules: Iterable[str]) -> Iterator[Semantics]:
        """Yield the settings of other modules that differ from those of this one, each once."""
        here = self._settings.of(module)
        return (each for each in self._settings.in_modules(modules) if each != here)

    @contextmanager
    def called(
        self, function: FuncItem, semantics: Semantics | None, checker: TypeChecker
    ) -> Iterator[None]:
        """Apply the settings of a call to the body of a function while the block lasts.

        Blocks in the function and its decorators may change them; blocks around its definition do
        not. If ``semantics`` is None, the settings are those of the place of the definition.
        """
        if semantics is None:
            yield
            return
        self._in_calls[checker] = self._read_function(function, semantics, checker.tree)
        try:
            yield
        finally:
            del self._in_calls[checker]

    def _read(self, module: MypyFile) -> Sequence[Region]:
        usual = self._settings.of(module.fullname)
        inner = () if module.is_stub else regions(module.defs, usual, is_module=True)
        return (Region.everywhere(usual), *inner)

    def _read_doubts(self, module: MypyFile) -> Collection[int]:
        return lines_in_doubt(module, self._in_modules.of(module))

    def _read_function(
        self, function: FuncItem, semantics: Semantics, module: MypyFile
    ) -> Sequence[Region]:
        everywhere = Region.everywhere(semantics)
        changes_settings = len(self._in_modules.of(module)) > 1
        if not changes_settings or not isinstance(function, FuncDef):
            return (everywhere,)
        whole = self._decorated.of(module).get(function, function)
        return (everywhere, *regions([whole], semantics))
