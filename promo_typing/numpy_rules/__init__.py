"""NumPy's own functions: how the dtypes of their results follow from those of their operands.

The rules are values of :mod:`promo_typing.rules.model`, as those of JAX are, and
:func:`promo_typing.rules.resolve` evaluates them under the settings :data:`NUMPY`.

NumPy's stubs leave most of these dtypes open (``np.sqrt(2)`` is ``Any``). The results are strong,
so they widen 16-bit arrays of JAX, and these rules make that visible.
"""

from promo_typing.numpy_rules.catalogue.methods import METHODS
from promo_typing.numpy_rules.catalogue.operators import OPERATORS
from promo_typing.numpy_rules.catalogue.table import FUNCTIONS
from promo_typing.numpy_rules.dtypes import DTYPES
from promo_typing.numpy_rules.semantics import NUMPY

__all__ = ["DTYPES", "FUNCTIONS", "METHODS", "NUMPY", "OPERATORS"]
