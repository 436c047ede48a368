"""JAX's settings that decide dtypes: their values, and where a project sets them."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

ExplicitX64: TypeAlias = Literal["warn", "error", "allow"]
"""The values of ``jax_explicit_x64_dtypes``."""

Promotion: TypeAlias = Literal["standard", "strict"]
"""The values of ``jax_numpy_dtype_promotion``."""

EXPLICIT_X64: Final[tuple[str, ...]] = get_args(ExplicitX64)
PROMOTION: Final[tuple[str, ...]] = get_args(Promotion)

SETTINGS_TABLE: Final = "promo-typing"
"""The table of the settings: ``[tool.promo-typing]`` in TOML, ``[promo-typing]`` in an INI file."""

SECTION_OF_MODULES: Final = f"{SETTINGS_TABLE}-"
"""The prefix of INI sections with settings for some modules: ``[promo-typing-PATTERN]``."""

SETTINGS_VARIABLE: Final = "PROMO_TYPING_SETTINGS"
"""The environment variable with a JSON object of settings, which override those of the file."""
RAISE_VARIABLE: Final = "PROMO_TYPING_RAISE"
"""The environment variable that, if set, makes a failure of the plugin end mypy."""
