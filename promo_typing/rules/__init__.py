"""Rules: how the dtypes of a function's results follow from those of its operands, as data."""

from promo_typing.rules.fingerprint import fingerprint
from promo_typing.rules.maps import ACCEPTS, RESULT_MAPS, Acceptance
from promo_typing.rules.model import NoPath, Operator, Outcome, Rejected, Resolved, Rule, Unknown
from promo_typing.rules.operators import OPERATORS
from promo_typing.rules.resolve import resolve
from promo_typing.rules.table import FUNCTIONS, METHODS

__all__ = [
    "ACCEPTS",
    "FUNCTIONS",
    "METHODS",
    "OPERATORS",
    "RESULT_MAPS",
    "Acceptance",
    "NoPath",
    "Operator",
    "Outcome",
    "Rejected",
    "Resolved",
    "Rule",
    "Unknown",
    "fingerprint",
    "resolve",
]
