# optax does not say that it has types. These stubs name the functions that promo check infers from
# the installed optax (promo_typing.core.library_sources); everything else is Any.
from typing import Any

from optax import losses as losses
from optax import tree as tree
from optax import tree_utils as tree_utils
from optax._src.linear_algebra import *
from optax._src.update import *
from optax.losses import *
from optax.tree_utils import _tree_math

bias_correction = _tree_math.tree_bias_correction
update_infinity_moment = _tree_math.tree_update_infinity_moment
update_moment = _tree_math.tree_update_moment

def __getattr__(name: str) -> Any: ...
