"""The fixture ``promo_audit``: a test fails if a function promotes where it should not.

pytest loads this module in every run where the package is installed, so it imports nothing heavy.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import pytest

from promo_typing.core.lints import LintSet


@pytest.fixture
def promo_audit() -> Callable[..., Callable[..., Any]]:
    """Audit a function: ``promo_audit(fn, forbid={"widening"}, max_bytes=0)(*args)``.

    The result is the report of ``promo_runtime.auditing.audit``; the test fails if it is over
    budget. ``forbid`` has names of flags: ``widening``, ``lossy``, ``64-bit``; ``lints`` is a set
    of lints, without which the settings of the project choose.
    """

    def audited(
        fn: Callable[..., Any],
        *,
        static_argnums: int | tuple[int, ...] = (),
        lints: LintSet | None = None,
        max_bytes: int | None = None,
        forbid: Collection[str] = (),
    ) -> Callable[..., Any]:
        # An entry point of pytest, which loads the audit only for who asks for it.
        from promo_runtime.auditing import Flag, audit  # noqa: TID251

        flags = {Flag(name) for name in forbid}
        trace = audit(fn, static_argnums=static_argnums, lints=lints)

        def check(*args: Any, **kwargs: Any) -> Any:
            report = trace(*args, **kwargs)
            broken = report.violations(max_bytes=max_bytes, forbid=flags)
            if broken:
                pytest.fail("\n".join(broken), pytrace=False)
            return report

        return check

    return audited
