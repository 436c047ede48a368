"""JAX's settings that decide dtypes: their values, and where a project's own stand."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

ExplicitX64: TypeAlias = Literal["warn", "error", "allow"]
"""What ``jax_explicit_x64_dtypes`` may be."""

Promotion: TypeAlias = Literal["standard", "strict"]
"""What ``jax_numpy_dtype_promotion`` may be."""

EXPLICIT_X64: Final[tuple[str, ...]] = get_args(ExplicitX64)
PROMOTION: Final[tuple[str, ...]] = get_args(Promotion)

SETTINGS_TABLE: Final = "promo-typing"
"""The settings stand in ``[tool.promo-typing]`` of a TOML file or ``[promo-typing]`` of an INI."""

SECTION_OF_MODULES: Final = f"{SETTINGS_TABLE}-"
"""How the name of a section of an INI file begins that has the settings of some modules."""

SETTINGS_VARIABLE: Final = "PROMO_TYPING_SETTINGS"
RAISE_VARIABLE: Final = "PROMO_TYPING_RAISE"
"""With this variable of the environment a failure of the plugin ends mypy."""
"""The environment variable that holds settings of higher precedence, as a JSON object."""
