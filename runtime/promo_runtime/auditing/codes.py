"""The codes of conversions, which are the codes of the plugin's errors and lints.

Two codes are reported by the audit only, for conversions without a wider result: narrowing and
changes of kind.
"""

from __future__ import annotations

from typing import Final

from promo_runtime.auditing.conversion import Conversion, Flag
from promo_runtime.auditing.promotion import Promotion
from promo_runtime.auditing.written import Bringer
from promo_typing.core import error_codes, lints
from promo_typing.core.dtypes import INTEGER_KINDS, NODES
from promo_typing.core.formats import real_part
from promo_typing.lattice.suspects import (
    SMALL,
    has_other_sign,
    rounds_integers,
    widening,
)

_EXACT: Final = {
    Bringer.NUMPY: lints.NUMPY_WIDENING,
    Bringer.DEFAULT: lints.DEFAULT_WIDENING,
}

_POWERS: Final = frozenset({"pow", "power"})
"""Functions that compute with the integer exponent itself, although JAX converts it, too."""


def code_of(found: Conversion, promotion: Promotion) -> str:
    """Return the code of an implicit conversion."""
    source, target = found.source, found.target
    if promotion.casts_down and not found.weak:
        return error_codes.UPDATE
    kinds = NODES[source].kind, NODES[target].kind
    if kinds[0] in INTEGER_KINDS and any(
        has_other_sign(source, other) for other in (target, *promotion.others)
    ):
        return lints.MIXED_SIGN
    general = widening(source, real_part(target))
    if general is not None:
        return _most_exact(general, found, promotion)
    if INTEGER_KINDS.issuperset(kinds) and Flag.WIDENING in found.flags:
        return lints.INTEGER_WIDENING
    if rounds_integers(source, target) and not found.constant and found.operation not in _POWERS:
        return lints.INTEGER_ROUNDING
    if kinds[0] == "bool" or (kinds[0] in INTEGER_KINDS and kinds[1] not in INTEGER_KINDS):
        return lints.KIND_CHANGE
    return lints.NARROWING


def _most_exact(general: str, found: Conversion, promotion: Promotion) -> str:
    if NODES[found.source].bits > SMALL or promotion.is_meant:
        return general
    bringer = promotion.bringer
    exact = general if bringer is None else _EXACT.get(bringer, general)
    return general if exact != general and promotion.is_cast_back else exact
