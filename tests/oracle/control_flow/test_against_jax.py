"""mypy with the plugin agrees with JAX about loops, conditionals and transforms.

Known dtypes and weakness must be right, and errors of carries, branches and derivatives must be
reported exactly where JAX raises them. A least share must be known, so that knowing nothing does
not pass. Each call is checked twice, with inference in bodies, as by ``promo check``, and without.
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
    pytest.mark.xdist_group("control flow"),  # One worker, because the calls are checked only once.
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
"""The least share of leaves of known dtype, for constructs where not all are known.

Unknown are generic functions with a weak carry, loops whose bounds may or may not be traced,
results of ``vjp`` and ``jvp`` of generic functions, pytrees with Python scalars as leaves, and
Python numbers that a transformed function returns.
"""


@pytest.fixture(scope="module", params=[True, False], ids=["bodies", "signatures"])
def infer(request: pytest.FixtureRequest) -> bool:
    """Whether the bodies of functions without annotations are inferred."""
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
    """Functions with annotations always take and return floats."""
    refused = tallies[construct].refused
    assert refused >= 5 if infer else refused == 0
