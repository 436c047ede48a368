"""Keys of unknown type, in a program that makes keys of both kinds."""

from operator import itemgetter
from typing import Any, reveal_type

import jax


def stored(key: Any) -> Any:
    return itemgetter(0)([key])


raw, typed = stored(jax.random.PRNGKey(0)), stored(jax.random.key(0))
reveal_type(jax.random.split(raw))  # unknown: a key of either kind
reveal_type(jax.random.key_data(jax.random.split(typed)))
