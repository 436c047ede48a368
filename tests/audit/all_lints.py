"""The audit with all lints, for the tests of which conversions there are."""

from __future__ import annotations

import functools

import promo_runtime

audit = functools.partial(promo_runtime.audit, lints="all")
