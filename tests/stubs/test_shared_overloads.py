"""Only functions of one module with the same overloads and the same rule share overloads."""

from __future__ import annotations

from promo_stubgen.encode.declarations import Declaration
from promo_stubgen.ir.signatures import read
from promo_stubgen.render.definitions import function
from promo_stubgen.render.shared_overloads import shared_overloads

PLAIN = [read("(x: ArrayLike, /) -> Array")]
KEPT = [read("(x: Array[bool_], /) -> Array[bool_]"), read("(x: ArrayLike, /) -> Array")]
MODULE = "jax.numpy"


def test_equal_overloads_with_one_rule_are_shared() -> None:
    same = Declaration(PLAIN, KEPT)
    found = shared_overloads(MODULE, {"sin": same, "cos": same, "tan": same})
    assert set(found) == {"sin", "cos", "tan"}
    assert {each.name for each in found.values()} == {"_sin_and_others"}
    assert shared_overloads(MODULE, {"sin": same, "cos": same})["sin"].name == "_sin_and_cos"


def test_other_rules_and_other_overloads_are_not_shared() -> None:
    kept, turned = Declaration(PLAIN, KEPT), Declaration(PLAIN, KEPT[::-1])
    assert not shared_overloads(MODULE, {"sin": kept, "cos": turned})
    assert not shared_overloads(MODULE, {"sin": kept, "sign": kept})
    assert not shared_overloads(MODULE, {"sin": Declaration(PLAIN, PLAIN)})


def test_one_of_them_has_the_overloads_and_all_have_their_own_text() -> None:
    declared = {"sin": Declaration(PLAIN, KEPT), "cos": Declaration(PLAIN, KEPT)}
    shared = shared_overloads(MODULE, declared)
    first, second = (
        "\n".join(function(MODULE, name, each, shared[name])) for name, each in declared.items()
    )
    assert first.count("def _sin_and_cos(") == len(KEPT) + 1
    assert "@_overloaded_as(_sin_and_cos)\n    def sin(x: ArrayLike, /) -> Array:" in first
    assert "def _sin_and_cos(" not in second
    assert "@_overloaded_as(_sin_and_cos)\n    def cos(x: ArrayLike, /) -> Array:" in second
    assert "jax.numpy.cos of x." in second
