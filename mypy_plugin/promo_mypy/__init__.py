"""The mypy plugin of promo-typing; mypy finds it under ``promo_mypy`` or ``promo_mypy.plugin``."""

from promo_mypy.plugin import plugin

__all__ = ["plugin"]
