"""What mypy says of loops, conditionals and transforms is what JAX does.

Dtypes and weakness have to be right wherever they are known, and errors of carries, branches and
derivatives where JAX raises them. How much is known is counted, so that knowing nothing does not
pass. All is asked twice: with a look into bodies, as ``promo check`` does, and without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import pytest

from .agreement import Tally
from .calls import CONSTRUCTS, calls
from .checked import check
from .executed import execute
from .transforms import DERIVATIVES

pytestmark = [
    pytest.mark.slow,  # The programs are random.
    pytest.mark.xdist_group("control flow"),  # For the calls, which are checked once.
]

_COUNT: Final = 30
_KNOWN: Final = {
    True: {
        "scan": 0.7,
        "fori_loop": 0.7,
        "vmap": 0.9,
        "vjp": 0.8,
        "jvp": 0.7,
        "tree.map": 0.6,
        "checkpoint": 0.75,
        "jit": 0.95,
    },
    False: {"scan": 0.7, "fori_loop": 0.7, "vjp": 0.5, "jvp": 0.5, "tree.map": 0.2},
}
"""The share of leaves whose dtype is known at least, where it is not all of them.

Not known are generic functions with a weak carry, loops whose bounds may be traced or not, what
``vjp`` and ``jvp`` make of generic functions, trees in which some leaves are Python scalars, and
numbers of Python that come out of a function that is transformed.
"""


@pytest.fixture(scope="module", params=[True, False], ids=["bodies", "signatures"])
def infer(request: pytest.FixtureRequest) -> bool:
    """Whether mypy looks into the bodies of functions without annotations."""
    return bool(request.param)


@pytest.fixture(scope="module")
def tallies(
    infer: bool, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Mapping[str, Tally]:
    cases = list(calls(request.config.getoption("--seed"), _COUNT, bodies=infer))
    checked = check(cases, tmp_path_factory.mktemp("calls"), infer=infer)
    found: dict[str, Tally] = defaultdict(Tally)
    for case, static, live in zip(cases, checked, execute(cases), strict=True):
        found[case.construct].add(case, static, live)
    return found


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_mypy_says_what_jax_does(tallies: Mapping[str, Tally], construct: str) -> None:
    assert not tallies[construct].wrong, "\n".join(tallies[construct].wrong)


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_what_jax_refuses_is_reported(tallies: Mapping[str, Tally], construct: str) -> None:
    assert not tallies[construct].overlooked, "\n".join(tallies[construct].overlooked)


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_enough_is_known(tallies: Mapping[str, Tally], construct: str, infer: bool) -> None:
    tally = tallies[construct]
    assert tally.leaves >= 10
    assert tally.known >= _KNOWN[infer].get(construct, 1.0), "\n".join(tally.unknown)


_REFUSING: Final = ("cond", "switch", "scan", "while_loop", "fori_loop")


@pytest.mark.parametrize("construct", _REFUSING)
def test_errors_are_among_the_cases(tallies: Mapping[str, Tally], construct: str) -> None:
    assert tallies[construct].refused >= 5


@pytest.mark.parametrize("construct", DERIVATIVES)
def test_what_has_no_derivative_is_among_the_bodies(
    tallies: Mapping[str, Tally], construct: str, infer: bool
) -> None:
    """Functions that are declared take floats and return them."""
    refused = tallies[construct].refused
    assert refused >= 5 if infer else refused == 0
