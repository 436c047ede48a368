# optax does not say that it has types, so mypy takes all of it for Any and asks no plugin.
# The plugin knows what apply_updates returns; everything else stays Any.
from typing import Any

from ._src.update import apply_updates as apply_updates

def __getattr__(name: str) -> Any: ...
