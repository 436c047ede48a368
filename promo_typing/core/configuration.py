"""JAX's settings that decide dtypes: their values, and where a project's own stand."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

ExplicitX64: TypeAlias = Literal["warn", "error", "allow"]
"""The values of ``jax_explicit_x64_dtypes``."""

Promotion: TypeAlias = Literal["standard", "strict"]
"""The values of ``jax_numpy_dtype_promotion``."""

EXPLICIT_X64: Final[tuple[str, ...]] = get_args(ExplicitX64)
PROMOTION: Final[tuple[str, ...]] = get_args(Promotion)

SETTINGS_TABLE: Final = "promo-typing"
"""The settings stand in ``[tool.promo-typing]`` of a TOML file or ``[promo-typing]`` of an INI."""

SECTION_OF_MODULES: Final = f"{SETTINGS_TABLE}-"
"""The prefix of those sections of an INI file that hold the settings of some modules."""

SETTINGS_VARIABLE: Final = "PROMO_TYPING_SETTINGS"
"""The environment variable that holds settings of higher precedence, as a JSON object."""
RAISE_VARIABLE: Final = "PROMO_TYPING_RAISE"
"""The environment variable with which a failure of the plugin ends mypy."""
