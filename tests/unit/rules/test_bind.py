"""The nodes in a call are assigned to the operands of a rule."""

from __future__ import annotations

import pytest

from promo_typing.rules import bind
from promo_typing.rules.model import FirstItem, One, Operand, Rest, Rows

A, B, C = One("a"), One("b"), One("c")


@pytest.mark.parametrize(
    ("operands", "nodes", "bound"),
    [
        ((), (), {}),
        ((A, B), ("1", "2"), {"a": ("1",), "b": ("2",)}),
        # The last operands are the ones that are left out.
        ((A, B), ("1",), {"a": ("1",), "b": ()}),
        ((A, B), (), {"a": (), "b": ()}),
        # An operand that is certainly given is not left out; those in front of it are.
        ((A, B, One("c", given=True)), ("1", "2"), {"a": ("1",), "b": (), "c": ("2",)}),
        ((A, One("b", given=True)), ("1",), {"a": (), "b": ("1",)}),
        # The default that counts for an operand that is left out.
        ((A, One("b", absent="bool")), ("1",), {"a": ("1",), "b": ("bool",)}),
        ((A, One("b", absent="bool")), ("1", "2"), {"a": ("1",), "b": ("2",)}),
        # A variadic operand gets the nodes that the others leave.
        ((Rest("x"),), ("1", "2", "3"), {"x": ("1", "2", "3")}),
        ((Rest("x"),), (), {"x": ()}),
        ((A, Rest("x")), ("1", "2", "3"), {"a": ("1",), "x": ("2", "3")}),
        ((Rows("x"), B), ("1", "2", "3"), {"x": ("1", "2"), "b": ("3",)}),
        ((A, Rest("x")), ("1",), {"a": ("1",), "x": ()}),
        # There is one node for the first item of a tuple.
        ((FirstItem("x"), B), ("1", "2"), {"x": ("1",), "b": ("2",)}),
    ],
)
def test_nodes_by_operand(
    operands: tuple[Operand, ...], nodes: tuple[str, ...], bound: dict[str, tuple[str, ...]]
) -> None:
    assert dict(bind(operands, nodes)) == bound


@pytest.mark.parametrize(
    ("operands", "nodes", "message"),
    [((A, B), ("1", "2", "3"), "3 operands for a, b"), ((), ("1",), "1 operands for 0")],
)
def test_more_nodes_than_operands_are_an_error(
    operands: tuple[Operand, ...], nodes: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        bind(operands, nodes)
