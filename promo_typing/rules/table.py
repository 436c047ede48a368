"""All rules: functions by their fully-qualified public name, methods of arrays by name."""

from __future__ import annotations

from typing import Final

from promo_typing.rules import elementwise, operators
from promo_typing.rules.model import Rule

FUNCTIONS: Final[dict[str, Rule]] = {
    **operators.FUNCTIONS,
    **elementwise.UNARY,
    **elementwise.BINARY,
}
"""The rule of each function that has one. A function that is missing has no proven rule."""

METHODS: Final[dict[str, Rule]] = {}
"""Methods and properties of arrays; the first operand is ``self``."""
