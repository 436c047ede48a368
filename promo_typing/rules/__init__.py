"""Rules: how the dtypes of a function's results follow from those of its operands, as values."""

from promo_typing.rules.bind import bind
from promo_typing.rules.catalogue.operators import OPERATORS, Operator
from promo_typing.rules.catalogue.table import FUNCTIONS, METHODS
from promo_typing.rules.conditions import is_unconditional
from promo_typing.rules.evaluate import resolve
from promo_typing.rules.fingerprint import fingerprint, rule_fingerprint
from promo_typing.rules.model import (
    Case,
    Mismatch,
    NoPath,
    Outcome,
    Refusal,
    Rejected,
    Resolved,
    Rule,
    TooNarrow,
    Unknown,
)
from promo_typing.rules.select import (
    NOT_WRITTEN,
    Unwritten,
    by_arguments,
    of_version,
    parameters,
    select,
    without_arguments,
)

__all__ = [
    "FUNCTIONS",
    "METHODS",
    "NOT_WRITTEN",
    "OPERATORS",
    "Case",
    "Mismatch",
    "NoPath",
    "Operator",
    "Outcome",
    "Refusal",
    "Rejected",
    "Resolved",
    "Rule",
    "TooNarrow",
    "Unknown",
    "Unwritten",
    "bind",
    "by_arguments",
    "fingerprint",
    "is_unconditional",
    "of_version",
    "parameters",
    "resolve",
    "rule_fingerprint",
    "select",
    "without_arguments",
]
