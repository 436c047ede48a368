"""The explainer's advice in words, to be put behind a semicolon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from promo_typing.core.dtypes import INEXACT_KINDS, PYTHON_SCALARS
from promo_typing.core.stub_names import dtype_class
from promo_typing.rules.advice import Advice, Request, TakeReal
from promo_typing.rules.explain import Explanation

PYTHON_BOOL: Final = "Python bool"
"""The name of a Python ``bool`` operand, to tell it from an array of dtype ``bool``."""

_SCALARS: Final = {
    **{name: f"Python {name}" for name in PYTHON_SCALARS if name != "bool"},
    PYTHON_BOOL: PYTHON_BOOL,
}

_REWRITES: Final[dict[tuple[str, str], str]] = {
    ("jax.numpy.subtract", "bool"): "write x ^ y",
    ("jax.numpy.negative", "bool"): "write ~x",
    **{
        (f"jax.numpy.{name}", kind): "compare first, e.g. (x > 0)"
        for name in ("bitwise_and", "bitwise_or", "bitwise_xor")
        for kind in INEXACT_KINDS
    },
    **{("jax.numpy.bitwise_not", kind): "compare first, e.g. ~(x > 0)" for kind in INEXACT_KINDS},
}
"""Another way to write a call, by the function and the kind of the refused dtype."""


def rewrite(function: str, kind: str) -> str | None:
    """Return another way to write a call, if there is one: ``x ^ y`` for ``subtract`` of bools."""
    return _REWRITES.get((function, kind))


def advised(
    explanation: Explanation, operands: Sequence[str], alternative: str | None = None
) -> str:
    """Return the advice in words, after a semicolon; an empty text if nothing is advised.

    Args:
        explanation: the explanation of the refusal.
        operands: the dtype of each operand as messages name it; ``int``, ``float``, ``complex`` and
            :data:`PYTHON_BOOL` stand for Python scalars.
        alternative: another way to write the call, which is named before the advice.
    """
    advice = explanation.advice
    own = None if advice is None else _of(advice, explanation.refused, operands)
    words = ", or ".join(filter(None, (alternative, own)))
    return words and f"; {words}"


def _of(advice: Advice, refused: Sequence[int], operands: Sequence[str]) -> str:
    target = f"jnp.{dtype_class(advice.dtype)}"
    if isinstance(advice, Request):
        return f"ask for {target}"
    if isinstance(advice, TakeReal):
        return "take x.real or jnp.abs(x) first"
    names = list(dict.fromkeys(_shown(operands[place]) for place in advice.places))
    if all(operands[place] in _SCALARS for place in advice.places):
        return f"write the {' and the '.join(names)} as an array, e.g. {target}(x)"
    return f"{_cast(advice.places, refused, operands)}, e.g. x.astype({target})"


def _cast(places: Sequence[int], refused: Sequence[int], operands: Sequence[str]) -> str:
    """Name the operands to cast: by their dtypes, or by number if another operand has the same."""
    if len(places) == len(operands):
        return "cast" if len(operands) == 1 else "cast all operands"
    names = dict.fromkeys(_shown(operands[place]) for place in places)
    if names.keys().isdisjoint(_shown(each) for p, each in enumerate(operands) if p not in places):
        return f"cast the {' and the '.join(names)}"
    if set(places) < set(refused):
        return "cast one operand"
    return f"cast operand {' and operand '.join(str(place + 1) for place in places)}"


def _shown(operand: str) -> str:
    return _SCALARS.get(operand, operand)
