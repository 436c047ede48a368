"""Calls of NumPy's functions that need more arguments than the operands of their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Call = Callable[..., Any]

_ARGUMENTS: Final[dict[str, tuple[Any, ...]]] = {
    **dict.fromkeys(("repeat", "roll", "tile", "partition", "argpartition"), (1,)),
    **dict.fromkeys(("expand_dims", "diagonal", "diag", "delete"), (0,)),
    "reshape": (-1,),
    "full_like": (1,),
    "swapaxes": (0, 1),
    "moveaxis": (0, 1),
    "broadcast_to": ((2, 2),),
    "pad": (1,),
    "take": ([0],),
    "tensordot": (1,),
}
"""Arguments after the operands, by the name of the function."""

_LEADING: Final[dict[str, tuple[Any, ...]]] = {
    "full": ((2,),),
    "where": (True,),
    "zeros": ((2,),),
    "ones": ((2,),),
    "empty": ((2,),),
    "random": ((2,),),
    "randint": (0, 9, (2,)),
    "integers": (0, 9, (2,)),
    **dict.fromkeys(("eye", "identity", "tri"), (2,)),
    **dict.fromkeys(("hanning", "hamming", "blackman", "bartlett"), (3,)),
    "kaiser": (3, 1.0),
    **dict.fromkeys(("randn", "rand"), (2,)),
}
"""Arguments before the operands, by the name of the function."""

_DRAWN: Final[dict[str, tuple[Any, ...]]] = {
    **dict.fromkeys(("beta", "f", "gamma", "uniform", "vonmises", "wald", "weibull"), (1.0, 2.0)),
    "weibull": (1.0,),
    "gamma": (1.0,),
    **dict.fromkeys(("chisquare", "pareto", "power", "standard_t", "standard_gamma"), (2.0,)),
    "noncentral_chisquare": (2.0, 1.0),
    "noncentral_f": (2.0, 2.0, 1.0),
    "triangular": (0.0, 0.5, 1.0),
    "dirichlet": ([1.0, 1.0],),
    "multivariate_normal": ([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]),
    "binomial": (3, 0.5),
    "negative_binomial": (3, 0.5),
    "geometric": (0.5,),
    "logseries": (0.5,),
    "hypergeometric": (2, 2, 2),
    "zipf": (2.0,),
    "multinomial": (3, [0.5, 0.5]),
}
"""The parameters of distributions, in front of the size."""

_OPTIONAL: Final = {"numpy.arange": 2}

OF_SCALARS: Final = frozenset({"numpy.arange", "numpy.full"})
"""Functions whose operands are numbers."""

OF_LISTS: Final = frozenset({"numpy.round", "numpy.around", "numpy.isclose", "numpy.angle"})
"""Elementwise functions that are no ufuncs: they convert a Python number to an array."""

_OF_VECTORS: Final = frozenset({"numpy.random.choice"})
_OF_TRIPLES: Final = frozenset({"numpy.cross"})
"""Functions of vectors with three components; NumPy 2.5 has no others."""


def optional_operands(function: str) -> int:
    """Return how many operands of a rule may be omitted, counted from the end."""
    return _OPTIONAL.get(function, 0)


def call(function: str, operands: list[Any], rows: bool, keywords: Mapping[str, Any]) -> Any:
    """Call a function of NumPy, or a method of a generator, with these operands."""
    import numpy as np

    if function == "numpy.einsum":
        return np.einsum(",".join(["ij"] * len(operands)), *operands, **keywords)
    owner: Any = np
    *path, name = function.split(".")[1:]
    for part in path:
        owner = np.random.default_rng(0) if part == "Generator" else getattr(owner, part)
    given = [operands] if rows else operands
    if function in _OF_VECTORS:
        given = [operand[0] for operand in given]
    if function in _OF_TRIPLES:
        given = [np.resize(operand, 3) if np.ndim(operand) else operand for operand in given]
    if "random" in path and not operands and name not in _LEADING:
        return getattr(owner, name)(*_DRAWN.get(name, ()), size=(2,), **keywords)
    arguments = (*_LEADING.get(name, ()), *given, *_ARGUMENTS.get(name, ()))
    return getattr(owner, name)(*arguments, **keywords)
