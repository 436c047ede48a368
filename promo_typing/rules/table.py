"""All rules: functions by their fully-qualified public name, methods of arrays by name."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.model import Rule
from promo_typing.rules.operators import OPERATOR_FUNCTIONS

FUNCTIONS: Final[dict[str, Rule]] = {**OPERATOR_FUNCTIONS}
"""The rule of each function that has one. A function that is missing has no proven rule."""

METHODS: Final[dict[str, Rule]] = {}
"""Methods and properties of arrays; the first operand is ``self``."""
