"""The plugin with a clock around its hooks, and a script that runs mypy with it.

A profiler would not do: mypy is compiled, so it would slow down only the plugin.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import mypy.api
from mypy.plugin import Plugin

from promo_mypy.plugin import PromoPlugin


class Clock:
    """Sums the seconds of measured calls; one inside another is not counted twice."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._depth = 0

    def measured(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def measured(*arguments: Any) -> Any:
            self._depth += 1
            start = time.perf_counter()
            try:
                return function(*arguments)
            finally:
                self._depth -= 1
                if not self._depth:
                    self.seconds += time.perf_counter() - start

        return measured


CLOCK: Clock = mypy.api.__dict__.setdefault("promo_clock", Clock())
"""One clock for both copies of this module: the script, and the plugin that mypy imports."""


class TimedPlugin(PromoPlugin):
    """The plugin, with the clock around the choice of each hook and around the hook itself."""


def _timed(name: str) -> Callable[..., Any]:
    choose = CLOCK.measured(getattr(PromoPlugin, name))

    def get(self: TimedPlugin, fullname: str) -> Any:
        hook = choose(self, fullname)
        return hook if hook is None else CLOCK.measured(hook)

    return get


for _name in vars(PromoPlugin):
    if _name.startswith("get_") and _name.endswith("_hook"):
        setattr(TimedPlugin, _name, _timed(_name))


def plugin(version: str) -> type[Plugin]:
    return TimedPlugin


def main(arguments: list[str]) -> int:
    start = time.perf_counter()
    output, errors, status = mypy.api.run(arguments)
    spent = {"plugin": CLOCK.seconds, "mypy": time.perf_counter() - start}
    print(output, errors, json.dumps(spent), sep="")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
