"""The messages of promo-typing: one function for each kind of error, each with its own code.

A message says which dtypes meet, why JAX refuses them (or what it does), and what to write instead.
"""

from promo_mypy.errors.control_flow import branches_differ, carry_changes, comes_from
from promo_mypy.errors.dtypes import (
    array_as_dtype,
    explicit_x64,
    names_disagree,
    never_identical,
    never_subdtype,
    no_limits,
    unknown_dtype,
)
from promo_mypy.errors.gradients import (
    cotangent_differs,
    cotangent_of_rule,
    no_derivative,
    tangent_differs,
    tangent_of_integer,
    tangent_of_rule,
)
from promo_mypy.errors.keys import key_as_number, key_as_numpy, key_as_seed, seed_is_no_integer
from promo_mypy.errors.numbers import (
    negative_power,
    out_of_range,
    overflows,
    overflows_to_infinity,
    wraps_around,
)
from promo_mypy.errors.refusals import (
    casts_down,
    imaginary_part_is_lost,
    refused,
    refused_by_parameter,
)
from promo_mypy.errors.shapes import no_index, no_size, unlike_indices
from promo_mypy.errors.words import function_name, shown

__all__ = [
    "array_as_dtype",
    "branches_differ",
    "carry_changes",
    "casts_down",
    "comes_from",
    "cotangent_differs",
    "cotangent_of_rule",
    "explicit_x64",
    "function_name",
    "imaginary_part_is_lost",
    "key_as_number",
    "key_as_numpy",
    "key_as_seed",
    "names_disagree",
    "negative_power",
    "never_identical",
    "never_subdtype",
    "no_derivative",
    "no_index",
    "no_limits",
    "no_size",
    "out_of_range",
    "overflows",
    "overflows_to_infinity",
    "refused",
    "refused_by_parameter",
    "seed_is_no_integer",
    "shown",
    "tangent_differs",
    "tangent_of_integer",
    "tangent_of_rule",
    "unknown_dtype",
    "unlike_indices",
    "wraps_around",
]
