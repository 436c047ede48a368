"""``python -m promo_cli.annotate.tracing MODULE:FUNCTION ARGUMENT...``: trace a function once.

It runs in a process of its own, under the recorder. Arrays become tracers; literals are passed as
they are.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from promo_cli.audit_arguments import argument, imported, use_x64
from promo_cli.command_error import CommandError
from promo_cli.console import say


def trace(name: str, texts: Sequence[str]) -> None:
    """Evaluate a function for the shapes and dtypes of its arguments.

    Args:
        name: the function, as ``MODULE:FUNCTION``.
        texts: its arguments, each ``bfloat16[8,128]`` or a Python literal.

    Raises:
        CommandError: the function cannot be imported, or raises an error.
    """
    use_x64(None)
    import jax

    function = imported(name)
    given = [argument(text) for text in texts]
    traced = [each for each in given if isinstance(each, jax.ShapeDtypeStruct)]

    def call(*arrays: Any) -> Any:
        left = list(arrays)
        whole = [left.pop(0) if isinstance(x, jax.ShapeDtypeStruct) else x for x in given]
        function(*whole)
        return 0

    try:
        jax.eval_shape(call, *traced)
    except Exception as error:
        raise CommandError(f"{name} raised {type(error).__name__}: {error}") from None


def main() -> int:
    """Trace the function that the arguments of the process name."""
    try:
        trace(sys.argv[1], sys.argv[2:])
    except CommandError as error:
        say("error", str(error))
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
