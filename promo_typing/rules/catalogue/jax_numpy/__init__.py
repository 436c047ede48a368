"""Functions of ``jax.numpy``, with a module for each of its topics."""

from typing import Final

from promo_typing.rules.catalogue.jax_numpy.creation import CREATION
from promo_typing.rules.catalogue.jax_numpy.fft import FFT
from promo_typing.rules.catalogue.jax_numpy.indices import INDICES
from promo_typing.rules.catalogue.jax_numpy.linalg import LINALG
from promo_typing.rules.catalogue.jax_numpy.polynomials import POLYNOMIALS
from promo_typing.rules.catalogue.jax_numpy.products import PRODUCTS
from promo_typing.rules.catalogue.jax_numpy.reductions import REDUCTIONS
from promo_typing.rules.catalogue.jax_numpy.sets import SETS
from promo_typing.rules.catalogue.jax_numpy.shaping import SHAPING
from promo_typing.rules.catalogue.jax_numpy.statistics import STATISTICS
from promo_typing.rules.catalogue.jax_numpy.ufuncs import UFUNCS
from promo_typing.rules.catalogue.renaming import renamed
from promo_typing.rules.model import Rule

_ALIASES: Final[dict[str, Rule]] = {
    "jax.numpy.linalg.cross": renamed(PRODUCTS["jax.numpy.cross"], {"a": "x1", "b": "x2"}),
    "jax.numpy.linalg.outer": renamed(PRODUCTS["jax.numpy.outer"], {"a": "x1", "b": "x2"}),
    "jax.numpy.linalg.vecdot": PRODUCTS["jax.numpy.vecdot"],
    "jax.numpy.linalg.matmul": renamed(PRODUCTS["jax.numpy.matmul"], {"a": "x1", "b": "x2"}),
    "jax.numpy.linalg.tensordot": renamed(PRODUCTS["jax.numpy.tensordot"], {"a": "x1", "b": "x2"}),
    "jax.numpy.linalg.trace": renamed(REDUCTIONS["jax.numpy.trace"], {"a": "x"}),
    "jax.numpy.linalg.diagonal": renamed(SHAPING["jax.numpy.diagonal"], {"a": "x"}),
    "jax.numpy.linalg.matrix_transpose": SHAPING["jax.numpy.matrix_transpose"],
}
"""Functions of ``jax.numpy.linalg`` with the rules of ``jax.numpy``, but other parameter names."""

NUMPY: Final[dict[str, Rule]] = {
    **UFUNCS,
    **PRODUCTS,
    **REDUCTIONS,
    **CREATION,
    **SHAPING,
    **INDICES,
    **SETS,
    **POLYNOMIALS,
    **STATISTICS,
    **LINALG,
    **_ALIASES,
    **FFT,
}
"""All functions of ``jax.numpy``, ``jax.numpy.linalg`` and ``jax.numpy.fft`` that have a rule."""
