"""Expressions that promote operands to another dtype than by default."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from typing import Final, NamedTuple

from promo_cli.explanation import Explained, Named, has_room, loss
from promo_typing.core.dtypes import NODES
from promo_typing.core.formats import width
from promo_typing.lattice.wishes import Wish, lost_in
from promo_typing.rules.advice import Cast
from promo_typing.systems import Operand, Promoted, Result, Undefined, system
from promo_typing.systems.explain import explain_sum
from promo_typing.systems.jax import Jax
from promo_typing.systems.spelling import Spelling


class Advice(NamedTuple):
    """A dtype, an expression that has it, and what it loses; or why there is no such expression."""

    dtype: str
    text: str
    remark: str = ""
    is_code: bool = True


_LETTERS: Final = "xyz"


def letters(number: int) -> tuple[str, ...]:
    """Return the variables that stand for operands: x, y, z, or x1, x2, ... if there are more."""
    if number <= len(_LETTERS):
        return tuple(_LETTERS[:number])
    return tuple(f"x{place}" for place in range(1, number + 1))


def advice(explained: Explained, elsewhere: Mapping[str, Result]) -> list[Advice]:
    """Return an expression for each other dtype that a user may want, as `_targets` lists them.

    A dtype is left out if its conversion drops an imaginary part, overflows a Python integer, or
    turns numbers into bools: that would be no promotion.

    Args:
        explained: the operands and their default result.
        elsewhere: the results of other promotion systems, by the names of the systems.
    """
    spelling = explained.system.spelling
    operands = [each.described for each in explained.operands if each.described]
    if spelling is None or not 1 < len(operands) == len(explained.operands):
        return []
    found: list[Advice] = []
    for dtype in dict.fromkeys(_targets(explained, operands, elsewhere)):
        there = dtype not in spelling.without_addition and explained.result != Promoted(dtype)
        if there and _is_sensible(explained, dtype):
            found += _to_get(dtype, explained, operands, spelling)
    return found


def _targets(
    explained: Explained, operands: Sequence[Operand], elsewhere: Mapping[str, Result]
) -> Iterator[str]:
    """The dtypes for which there may be advice, with repetitions, the most useful first.

    In this order: the explainer's advice for an undefined result; the dtype that each operand has
    alone in the chosen system; the dtype of the result; the operands' own dtypes; the narrowest
    dtype that loses nothing; and the results of other libraries.
    """
    chosen = explained.system
    yield from _explainer(explained, operands)
    alone = (chosen.result_type(each) for each in operands)
    yield from (each.dtype for each in (*alone, explained.result) if isinstance(each, Promoted))
    yield from (each.dtype for each in operands)
    yield from _lossless(explained.operands)
    for name, result in elsewhere.items():
        another_setting = isinstance(chosen, Jax) and isinstance(system(name), Jax)
        if isinstance(result, Promoted) and not another_setting:
            yield result.dtype


def _explainer(explained: Explained, operands: Sequence[Operand]) -> Iterator[str]:
    """The dtype that ``explain_sum`` advises if the result is undefined, as the engine does."""
    if isinstance(explained.result, Undefined):
        found = explain_sum(explained.system, operands, explained.result)
        if isinstance(found.advice, Cast):
            yield found.advice.dtype


def _lossless(operands: Sequence[Named]) -> Iterator[str]:
    """The narrowest usual dtype that holds all values of all operands, if there is one."""
    usual = [node for node in NODES.values() if node.bits >= 8 and "_" not in node.name]
    for node in sorted(usual, key=lambda each: width(each.name)):
        if not any(loss(each, node.name) for each in operands) and all(
            lost_in(each.symbol, node.name) is not None for each in operands
        ):
            yield node.name
            return


def _is_sensible(explained: Explained, dtype: str) -> bool:
    symbols = {each.symbol for each in explained.operands}
    if dtype not in NODES or (dtype == "bool" and symbols != {"bool"}):
        return False
    broken = (lost_in(each, dtype) or frozenset() for each in symbols)
    dropped = any(Wish.COMPONENTS in wishes for wishes in broken)
    return not dropped and all(has_room(each, dtype) for each in explained.operands)


def _to_get(
    dtype: str, explained: Explained, operands: Sequence[Operand], spelling: Spelling
) -> Iterator[Advice]:
    chosen = explained.system
    if isinstance(chosen, Jax) and chosen.semantics.truncates(dtype):
        yield Advice(dtype, f"needs jax_enable_x64; see --system {chosen.name}-x64", is_code=False)
        return
    cast = _fewest_casts(dtype, explained, operands, spelling)
    if cast is None:
        return
    written = [
        _written(x, operand, dtype, spelling) if place in cast else x
        for place, (x, operand) in enumerate(zip(letters(len(operands)), operands, strict=True))
    ]
    lost = {each.name: loss(each, dtype) for each in explained.distinct}
    remark = "; ".join(f"{name} {words}" for name, words in lost.items() if words)
    yield Advice(dtype, reduce(spelling.addition.format, written), remark)


def _written(x: str, operand: Operand, dtype: str, spelling: Spelling) -> str:
    conversion = spelling.scalar if operand.python else spelling.array
    return conversion.format(x=x, dtype=dtype)


def _fewest_casts(
    dtype: str, explained: Explained, operands: Sequence[Operand], spelling: Spelling
) -> frozenset[int] | None:
    """The places of the fewest operands to convert; None if no conversion gives the dtype."""

    def gives(cast: Collection[int]) -> bool:
        converted = [
            Operand(dtype, zero_dimensional=spelling.flat and each.python) if n in cast else each
            for n, each in enumerate(operands)
        ]
        return explained.system.result_type(*converted) == Promoted(dtype)

    places = range(len(operands))
    cast = frozenset(places)
    if not gives(cast):
        return None
    for place in sorted(places, key=lambda n: not (operands[n].python or operands[n].weak)):
        cast = cast - {place} if gives(cast - {place}) else cast
    return cast
