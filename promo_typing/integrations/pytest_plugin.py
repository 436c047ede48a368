"""The fixture ``promo_audit``, with which a test fails if a function converts unasked.

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

    The call returns the report of ``promo_runtime.auditing.audit``. The test fails if a forbidden
    conversion is found, or if conversions take more than ``max_bytes``. ``forbid`` has names of
    flags: ``widening``, ``lossy``, ``64-bit``. ``lints`` names a set of lints; by default the
    settings of the project choose it.
    """

    def audited(
        fn: Callable[..., Any],
        *,
        static_argnums: int | tuple[int, ...] = (),
        lints: LintSet | None = None,
        max_bytes: int | None = None,
        forbid: Collection[str] = (),
    ) -> Callable[..., Any]:
        # pytest loads this module always, so the audit is imported only if a test uses it.
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
