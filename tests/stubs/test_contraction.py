"""The stubs have fewer overloads than the rules have cases, and say the same of every call."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from promo_stubgen.encode import functions
from promo_stubgen.ir.signatures import Parameter, Signature, parse
from promo_stubgen.reduce.contraction import contracted
from promo_stubgen.reduce.operand_aliases import ARRAY_LIKE, SHORT_ARRAY_LIKE, aliases, members
from promo_stubgen.reduce.operand_sets import operands
from promo_stubgen.render import callables, modules
from promo_typing.lattice.semantics import Semantics

SEMANTICS = Semantics()
CALLS = 20
"""For each overload so many calls that it takes are drawn, and so many that none may take."""

Overloads = Sequence[Signature]
Call = dict[str, str | None]
"""By parameter the operand that is given, None if the parameter is left out."""


@cache
def seen() -> list[tuple[Overloads, Overloads]]:
    """The overloads of all functions of the stubs, before and after."""
    found: list[tuple[Overloads, Overloads]] = []

    def recorded(overloads: Overloads, semantics: Semantics) -> list[Signature]:
        after = contracted(overloads, semantics)
        found.append((list(overloads), after))
        return after

    with pytest.MonkeyPatch.context() as patch:
        for module in (functions, callables):
            patch.setattr(module, "contracted", recorded)
        callables.render.__wrapped__(SEMANTICS)
        modules.render(SEMANTICS)
    return found


def first(overloads: Overloads, call: Call) -> str | None:
    """The result of the first overload that takes a call; None if none does."""
    fitting = (each for each in overloads if fits(each, call))
    return next((each.returns for each in fitting), None)


def fits(signature: Signature, call: Call) -> bool:
    parameters = {each.name: each for each in signature.parameters}
    return call.keys() == parameters.keys() and all(
        takes(parameters[name], given) for name, given in call.items()
    )


def takes(parameter: Parameter, given: str | None) -> bool:
    if given is None:
        return parameter.default is not None
    found = given_to(parameter.annotation or "Any")
    return "Any" in found or given in found


@cache
def given_to(annotation: str) -> frozenset[str]:
    """The operands that an annotation takes; what is not known here is one by its own name."""
    found: set[str] = set()
    for member in members(annotation):
        if alias := aliases(SEMANTICS).get(member):
            found |= given_to(alias)
        else:
            found |= operands(member, SEMANTICS) or {member.replace(SHORT_ARRAY_LIKE, ARRAY_LIKE)}
    return frozenset(found)


def drawn(overloads: Overloads, draw: random.Random) -> Iterator[Call]:
    """Calls with the parameters of an overload, each argument from any that has the parameter."""
    pool: dict[str, set[str]] = {}
    for parameter in (each for signature in overloads for each in signature.parameters):
        pool.setdefault(parameter.name, set()).update(given_to(parameter.annotation or "Any"))
    choices = {name: sorted(each) for name, each in pool.items()}
    for signature in overloads:
        for own in (False, True) * CALLS:
            yield {
                each.name: argument(each, None if own else choices[each.name], draw)
                for each in signature.parameters
            }


def argument(parameter: Parameter, others: list[str] | None, draw: random.Random) -> str | None:
    """One that the parameter takes, or one of others."""
    if parameter.default is not None and draw.random() < 0.5:
        return None
    return draw.choice(others or sorted(given_to(parameter.annotation or "Any")))


def test_every_call_has_the_same_result() -> None:
    draw = random.Random(9407)
    different = [
        (call, first(before, call), first(after, call), list(map(str, after)))
        for before, after in seen()
        for call in drawn(before, draw)
        if first(before, call) != first(after, call)
    ]
    assert different == []


def test_there_are_fewer_overloads() -> None:
    before, after = (sum(len(each[place]) for each in seen()) for place in (0, 1))
    assert len(seen()) > 500
    assert after < 0.85 * before


OVERLAPPING = """\
(x: Array[weak_int]) -> Array[weak_float]
(x: Array[int8 | int16 | int32]) -> Array[float32]
(x: Array[_Inexact]) -> Array[_Inexact]
(x: builtins.bool) -> Array[float32]
(x: float) -> Array[weak_float]
"""


def test_the_order_is_kept_where_it_matters() -> None:
    """A weak int is an int32, and a bool is a float: both come before those that take them, too."""
    found = [str(each) for each in contracted([*map(parse, OVERLAPPING.splitlines())], SEMANTICS)]
    assert found == [
        "(x: builtins.bool) -> Array[float32]",
        "(x: Array[weak_int] | float) -> Array[weak_float]",
        "(x: Array[int8 | int16 | int32]) -> Array[float32]",
        "(x: Array[_Inexact]) -> Array[_Inexact]",
    ]


def test_what_no_call_reaches_is_left_out() -> None:
    text = "(x: ArrayLike) -> Array", "(x: Array[float32]) -> Array[float32]"
    assert [str(each) for each in contracted([*map(parse, text)], SEMANTICS)] == [text[0]]


def test_list_displays_are_not_confused() -> None:
    text = (
        "(x: Sequence[Array[int8]]) -> Array",
        "(x: Sequence[Array[float16]]) -> Array",
        "(x: str) -> Array[bool_]",
    )
    assert [str(each) for each in contracted([*map(parse, text)], SEMANTICS)] == [*text]
