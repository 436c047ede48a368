"""What mypy says of loops, conditionals and transforms is what JAX does.

Dtypes and weakness have to be right wherever they are known, and errors of carries and branches
where JAX raises them. How much is known is counted, so that knowing nothing does not pass.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final

import pytest

from .agreement import Tally
from .calls import CONSTRUCTS, LAMBDAS, calls
from .checked import check
from .executed import execute

pytestmark = pytest.mark.xdist_group("control flow")  # For the calls, which are checked once.

_COUNT: Final = 40
_KNOWN: Final = {"scan": 0.8, "fori_loop": 0.8, "vjp": 0.6, "jvp": 0.6, "tree.map": 0.5}
"""The share of leaves whose dtype is known at least, where it is not all of them.

Not known are generic functions with a weak carry, loops whose bounds may be traced or not, what
``vjp`` and ``jvp`` make of generic functions, and trees in which some leaves are Python scalars.
"""


@pytest.fixture(scope="module")
def tallies(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Mapping[str, Tally]:
    cases = list(calls(request.config.getoption("--seed"), _COUNT))
    checked = check(cases, tmp_path_factory.mktemp("calls"))
    found: dict[str, Tally] = defaultdict(Tally)
    for case, static, live in zip(cases, checked, execute(cases), strict=True):
        found[case.construct].add(case, static, live)
    return found


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_mypy_says_what_jax_does(tallies: Mapping[str, Tally], construct: str) -> None:
    assert not tallies[construct].wrong, "\n".join(tallies[construct].wrong)


# mypy infers a lambda that is given to a transform before it sees what that is called with.
@pytest.mark.parametrize("construct", sorted({*CONSTRUCTS} - {LAMBDAS}))
def test_enough_is_known(tallies: Mapping[str, Tally], construct: str) -> None:
    tally = tallies[construct]
    assert tally.leaves >= 10
    assert tally.known / tally.leaves >= _KNOWN.get(construct, 1.0)


@pytest.mark.parametrize("construct", ["cond", "switch", "scan", "while_loop", "fori_loop"])
def test_errors_are_among_the_cases(tallies: Mapping[str, Tally], construct: str) -> None:
    assert tallies[construct].refused >= 5
