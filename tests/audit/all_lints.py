"""The audit with all lints, for tests that need all conversions."""

from __future__ import annotations

import functools

import promo_runtime

audit = functools.partial(promo_runtime.audit, lints="all")
