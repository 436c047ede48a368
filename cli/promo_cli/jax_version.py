"""The warning about a version of JAX that is not supported."""

from __future__ import annotations

from promo_cli.console import say
from promo_typing.core.versions import OLDEST, SUPPORTED, Minor, installed, nearest, shown


def warn_of_unsupported_jax() -> None:
    """Warn if the installed JAX is not supported, and say whose dtypes are used instead."""
    minor = installed()
    if minor is not None and minor not in SUPPORTED:
        say("warning", _unsupported(minor))


def _unsupported(minor: Minor) -> str:
    known = shown(nearest(minor))
    relation = "older" if minor < OLDEST else "newer"
    return (
        f"the installed jax {shown(minor)} is {relation} than those that promo-typing supports; "
        f"the dtypes are those of jax {known}, and `promo verify` lists where they differ"
    )
