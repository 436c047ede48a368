from typing import Any

from optax.tree_utils._casting import *
from optax.tree_utils._tree_math import *

def __getattr__(name: str) -> Any: ...
