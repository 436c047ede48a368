"""The runtime engine: JAX's functions under any promotion system; and the audit.

``audit`` reports the dtype conversions of a function that the program does not ask for.
"""

from promo_runtime.arrays.array import EngineArray
from promo_runtime.arrays.namespace import Namespace
from promo_runtime.auditing import Conversion, Flag, Origin, Place, Report, audit
from promo_runtime.engine import Engine
from promo_runtime.errors import (
    DtypeError,
    EngineError,
    OperandError,
    PlacementError,
    PromotionError,
)
from promo_runtime.operations.base import Operation
from promo_runtime.operations.plan import Cast, Plan
from promo_runtime.processor import TensorProcessor

__all__ = [
    "Cast",
    "Conversion",
    "DtypeError",
    "Engine",
    "EngineArray",
    "EngineError",
    "Flag",
    "Namespace",
    "OperandError",
    "Operation",
    "Origin",
    "Place",
    "PlacementError",
    "Plan",
    "PromotionError",
    "Report",
    "TensorProcessor",
    "audit",
]
