"""Operands that may be a number of Python or a scalar of NumPy: ``0.1 if warm else np.cos(step)``.

The number is weak, the scalar is not. So lints look at the call as if the operand were the scalar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mypy.types import Type, flatten_nested_unions

from promo_mypy.features.ruled_call import Call
from promo_mypy.origins.sources import is_of_numpy
from promo_mypy.session import Session
from promo_mypy.types.evaluate import Combined
from promo_mypy.types.symbols import Operand
from promo_typing.core.dtypes import PYTHON_SCALARS


def with_scalars(session: Session, call: Call) -> Iterator[tuple[Call, Combined]]:
    """Yield the call and its result, with the operand replaced by each NumPy scalar it may be."""
    several = [place for place, each in enumerate(call.operands) if _is_either(each)]
    if len(several) != 1 or call.dtype is None:
        return
    written, (place,) = call.written(), several
    for typ in _scalars(written[place].type) if len(written) == len(call.operands) else ():
        operands, values = [*call.operands], [*written]
        operands[place] = session.converter.operand(typ)
        values[place] = values[place]._replace(type=typ)
        combined = session.evaluate(call.rule, tuple(operands), call.dtype)
        if combined is not None:
            yield call._replace(operands=operands, written=partial(list, values)), combined


def _is_either(operand: Operand | None) -> bool:
    return len(operand or ()) > 1 and any(each.name in PYTHON_SCALARS for each in operand or ())


def _scalars(typ: Type) -> Sequence[Type]:
    return [each for each in flatten_nested_unions([typ]) if is_of_numpy(each)]
