"""The special methods of arrays, and the functions that they call."""

from __future__ import annotations

from typing import Final

from promo_typing.core.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Operator:
    """A special method of arrays and the function that it calls.

    ``reflected`` means that the operands are exchanged (``__radd__``).
    """

    symbol: str
    function: str
    reflected: bool = False
    unary: bool = False


_ARITHMETIC: Final = {
    "add": ("+", "jax.numpy.add"),
    "sub": ("-", "jax.numpy.subtract"),
    "mul": ("*", "jax.numpy.multiply"),
    "truediv": ("/", "jax.numpy.true_divide"),
    "floordiv": ("//", "jax.numpy.floor_divide"),
    "mod": ("%", "jax.numpy.remainder"),
    "divmod": ("divmod", "jax.numpy.divmod"),
    "pow": ("**", "jax.numpy.power"),
    "matmul": ("@", "jax.numpy.matmul"),
    "and": ("&", "jax.numpy.bitwise_and"),
    "or": ("|", "jax.numpy.bitwise_or"),
    "xor": ("^", "jax.numpy.bitwise_xor"),
    "lshift": ("<<", "jax.numpy.left_shift"),
    "rshift": (">>", "jax.numpy.right_shift"),
}

_COMPARISONS: Final = {
    "eq": ("==", "jax.numpy.equal"),
    "ne": ("!=", "jax.numpy.not_equal"),
    "lt": ("<", "jax.numpy.less"),
    "le": ("<=", "jax.numpy.less_equal"),
    "gt": (">", "jax.numpy.greater"),
    "ge": (">=", "jax.numpy.greater_equal"),
}

_UNARY: Final = {
    "neg": ("-", "jax.numpy.negative"),
    "pos": ("+", "jax.numpy.positive"),
    "abs": ("abs", "jax.numpy.abs"),
    "invert": ("~", "jax.numpy.bitwise_not"),
}

OPERATORS: Final[dict[str, Operator]] = {
    **{f"__{name}__": Operator(*of) for name, of in _ARITHMETIC.items()},
    **{f"__r{name}__": Operator(*of, reflected=True) for name, of in _ARITHMETIC.items()},
    **{f"__{name}__": Operator(*of) for name, of in _COMPARISONS.items()},
    **{f"__{name}__": Operator(*of, unary=True) for name, of in _UNARY.items()},
}
"""The special methods of arrays by name."""
