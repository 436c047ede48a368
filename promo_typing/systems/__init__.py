"""Promotion systems: JAX's, those of other libraries, and those of JEP 9407, behind one protocol.

::

    >>> from promo_typing.systems import system
    >>> system("numpy").result_type("int8", "uint8")
    Promoted(dtype='int16', weak=False)
    >>> system("torch").result_type("int8", "float")
    Promoted(dtype='float32', weak=False)
"""

from promo_typing.systems.lattice_system import LatticeSystem, system_of_edges, system_of_file
from promo_typing.systems.model import (
    OPERATION_CLASSES,
    ExecutableSystem,
    Family,
    Function,
    JaxSettings,
    Kernel,
    Operand,
    OperandError,
    OperationClass,
    Promoted,
    Promoter,
    Result,
    System,
    Undefined,
)
from promo_typing.systems.operand import operand_of
from promo_typing.systems.registry import SYSTEMS, UnknownSystemError, system

__all__ = [
    "OPERATION_CLASSES",
    "SYSTEMS",
    "ExecutableSystem",
    "Family",
    "Function",
    "JaxSettings",
    "Kernel",
    "LatticeSystem",
    "Operand",
    "OperandError",
    "OperationClass",
    "Promoted",
    "Promoter",
    "Result",
    "System",
    "Undefined",
    "UnknownSystemError",
    "operand_of",
    "system",
    "system_of_edges",
    "system_of_file",
]
