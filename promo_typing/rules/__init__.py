"""Rules: how the dtypes of a function's results follow from those of its operands, as data."""

from promo_typing.rules.accepts import ACCEPTS, Acceptance
from promo_typing.rules.fingerprint import fingerprint
from promo_typing.rules.maps import RESULT_MAPS
from promo_typing.rules.model import (
    ABSENT,
    GIVEN,
    OF,
    UNIFORM_CONTAINERS,
    Before,
    Mismatch,
    NoPath,
    Operator,
    Outcome,
    Refusal,
    Rejected,
    Resolved,
    Rule,
    Unknown,
    Value,
    Variant,
    parameter_name,
)
from promo_typing.rules.operators import OPERATORS
from promo_typing.rules.resolve import NOT_WRITTEN, resolve, select, variant_parameters
from promo_typing.rules.table import FUNCTIONS, METHODS

__all__ = [
    "ABSENT",
    "ACCEPTS",
    "FUNCTIONS",
    "GIVEN",
    "METHODS",
    "NOT_WRITTEN",
    "OF",
    "OPERATORS",
    "RESULT_MAPS",
    "UNIFORM_CONTAINERS",
    "Acceptance",
    "Before",
    "Mismatch",
    "NoPath",
    "Operator",
    "Outcome",
    "Refusal",
    "Rejected",
    "Resolved",
    "Rule",
    "Unknown",
    "Value",
    "Variant",
    "fingerprint",
    "parameter_name",
    "resolve",
    "select",
    "variant_parameters",
]
