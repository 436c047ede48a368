"""The functions behind Python's operators, and the special methods that call them."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.model import Operator, Rule
from promo_typing.rules.products import PRODUCTS

_BINARY: Final = ("x1", "x2")
_PLAIN: Final = ("x", "y")
"""The names of the operands; JAX has two conventions."""

_POWER: Final = Rule(_BINARY, combine="power", with_python_int=Rule(("x1",), results=("numeric",)))

FUNCTIONS: Final[dict[str, Rule]] = {
    "jax.numpy.add": Rule(_BINARY),
    "jax.numpy.subtract": Rule(_BINARY, accepts="not_bool"),
    "jax.numpy.multiply": Rule(_BINARY),
    "jax.numpy.true_divide": Rule(_BINARY, results=("inexact",)),
    "jax.numpy.floor_divide": Rule(_BINARY, accepts="not_complex", results=("numeric",)),
    "jax.numpy.remainder": Rule(_BINARY, accepts="not_complex", results=("numeric",)),
    "jax.numpy.divmod": Rule(
        _BINARY, accepts="not_complex", results=("numeric", "numeric"), container="tuple"
    ),
    "jax.numpy.power": _POWER,
    "jax.numpy.pow": _POWER,
    "jax.numpy.matmul": PRODUCTS["jax.numpy.dot"],
    "jax.numpy.bitwise_and": Rule(_BINARY, accepts="integer_or_bool"),
    "jax.numpy.bitwise_or": Rule(_BINARY, accepts="integer_or_bool"),
    "jax.numpy.bitwise_xor": Rule(_BINARY, accepts="integer_or_bool"),
    "jax.numpy.left_shift": Rule(_PLAIN, accepts="integer_or_bool", results=("numeric",)),
    "jax.numpy.right_shift": Rule(_BINARY, accepts="integer_or_bool", results=("numeric",)),
    "jax.numpy.equal": Rule(_PLAIN, results=("bool",)),
    "jax.numpy.not_equal": Rule(_PLAIN, results=("bool",)),
    "jax.numpy.less": Rule(_PLAIN, results=("bool",)),
    "jax.numpy.less_equal": Rule(_PLAIN, results=("bool",)),
    "jax.numpy.greater": Rule(_PLAIN, results=("bool",)),
    "jax.numpy.greater_equal": Rule(_PLAIN, results=("bool",)),
    "jax.numpy.negative": Rule(("x",), accepts="not_bool"),
    "jax.numpy.positive": Rule(("x",)),
    "jax.numpy.abs": Rule(("x",), accepts="absolute", results=("absolute",)),
    "jax.numpy.bitwise_not": Rule(("x",), accepts="integer_or_bool"),
}

_ARITHMETIC: Final = {
    "add": ("+", "add"),
    "sub": ("-", "subtract"),
    "mul": ("*", "multiply"),
    "truediv": ("/", "true_divide"),
    "floordiv": ("//", "floor_divide"),
    "mod": ("%", "remainder"),
    "divmod": ("divmod", "divmod"),
    "pow": ("**", "power"),
    "matmul": ("@", "matmul"),
    "and": ("&", "bitwise_and"),
    "or": ("|", "bitwise_or"),
    "xor": ("^", "bitwise_xor"),
    "lshift": ("<<", "left_shift"),
    "rshift": (">>", "right_shift"),
}

_COMPARISONS: Final = {
    "eq": ("==", "equal"),
    "ne": ("!=", "not_equal"),
    "lt": ("<", "less"),
    "le": ("<=", "less_equal"),
    "gt": (">", "greater"),
    "ge": (">=", "greater_equal"),
}

_UNARY: Final = {
    "neg": ("-", "negative"),
    "pos": ("+", "positive"),
    "abs": ("abs", "abs"),
    "invert": ("~", "bitwise_not"),
}

OPERATORS: Final[dict[str, Operator]] = {
    **{f"__{k}__": Operator(s, f"jax.numpy.{f}") for k, (s, f) in _ARITHMETIC.items()},
    **{f"__r{k}__": Operator(s, f"jax.numpy.{f}", True) for k, (s, f) in _ARITHMETIC.items()},
    **{f"__{k}__": Operator(s, f"jax.numpy.{f}") for k, (s, f) in _COMPARISONS.items()},
    **{f"__{k}__": Operator(s, f"jax.numpy.{f}", unary=True) for k, (s, f) in _UNARY.items()},
}
"""The special methods of arrays by name."""
