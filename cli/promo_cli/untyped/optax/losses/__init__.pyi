from typing import Any

from optax.losses._classification import *
from optax.losses._regression import *
from optax.losses._self_supervised import *
from optax.losses._smoothing import *

def __getattr__(name: str) -> Any: ...
