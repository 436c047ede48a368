"""Reads the settings of a project, as settings of JAX."""

from __future__ import annotations

from promo_mypy.module_settings import ModuleSettings
from promo_typing.core import project_settings, versions
from promo_typing.lattice.semantics import Semantics


def load(config_file: str | None) -> ModuleSettings:
    """Return the settings for the configuration file that mypy uses.

    Raises:
        ConfigError: see :mod:`promo_typing.core.project_settings`; the file or the environment
            variable has an unknown key or a wrong value, or cannot be read.
    """
    installed = versions.installed()
    jax = None if installed is None else versions.nearest(installed)
    given = project_settings.of_jax(config_file)
    return ModuleSettings(Semantics(**given.everywhere, jax=jax), given.modules)
