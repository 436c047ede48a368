# optax does not say that it has types. These stubs name the functions that promo check infers from
# the installed optax (promo_typing.core.library_sources); everything else is Any.
from typing import Any

from optax import losses as losses
from optax import tree as tree
from optax import tree_utils as tree_utils
from optax._src.linear_algebra import *
from optax._src.update import *
from optax.losses import *

def __getattr__(name: str) -> Any: ...
