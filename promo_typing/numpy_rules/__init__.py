"""NumPy's own functions: how the dtypes of their results follow from those of their operands.

NumPy's stubs leave most of them open (``np.sqrt(2)`` is ``Any`` there). A result of NumPy is not
weak, so an array of JAX of 16 bits is widened by it: these rules are what makes that visible.
"""

from promo_typing.numpy_rules.catalogue.methods import METHODS
from promo_typing.numpy_rules.catalogue.operators import OPERATORS
from promo_typing.numpy_rules.catalogue.table import FUNCTIONS
from promo_typing.numpy_rules.evaluate import resolve
from promo_typing.numpy_rules.model import Form, NumPyRule

__all__ = ["FUNCTIONS", "METHODS", "OPERATORS", "Form", "NumPyRule", "resolve"]
