"""The runtime engine: JAX's functions under a promotion system, with the rules of promo_typing."""

from promo_runtime.engine import Engine
from promo_runtime.errors import DtypeError, OperandError, PromotionError
from promo_runtime.operation import Operation
from promo_runtime.systems import SYSTEMS, System

__all__ = [
    "SYSTEMS",
    "DtypeError",
    "Engine",
    "OperandError",
    "Operation",
    "PromotionError",
    "System",
]
