"""The audit: finds the dtype conversions of a function that the program does not ask for."""

from promo_runtime.auditing.conversion import Conversion, Flag, Origin, Place
from promo_runtime.auditing.report import Report
from promo_runtime.auditing.trace import audit

__all__ = ["Conversion", "Flag", "Origin", "Place", "Report", "audit"]
