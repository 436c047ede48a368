"""The classes of a random program: each keeps functions, and is a function of one array itself."""

from __future__ import annotations

import random
from string import Template
from typing import Final

FIELDS: Final = ("function", "function", "activation", "inner{0}")

CLASSES: Final = (
    """\
class $name:
    def __init__(self, function):
        self.$field = function

    def __call__(self, x):
        return self.$field(x)
""",
    """\
class $name:
    def __init__(self, function, rate=0.5, last=None):
        self.$field = function
        self.rate = rate
        self.last = last or doubled

    def __call__(self, x):
        return self.last(self.$field(x) * self.rate)
""",
    """\
@dataclass(eq=False)
class $name:
    $field: Any
    rate: float = 0.5

    def __call__(self, x):
        return self.$field(x * self.rate)
""",
    """\
@dataclass(frozen=True, eq=False)
class $name:
    $field: Any
    last: Any = doubled

    def __call__(self, x):
        return self.last(self.$field(x))
""",
    """\
class $name:
    def __init__(self, function):
        self.$field = [function, widened]

    def __call__(self, x):
        return self.$field[0](x)
""",
    """\
class $name:
    def __init__(self, *functions):
        self.$field = functions

    def __call__(self, x):
        for function in self.$field:
            x = function(x)
        return x
""",
    """\
class $name:
    def __init__(self, function):
        self.$field = {"first": function, "other": best}

    def __call__(self, x):
        return self.$field["first"](x)
""",
    """\
class $name:
    def __init__(self, function):
        self.$field = jax.jit(function)
        self.other = lambda x: function(x) * 2

    def __call__(self, x):
        return self.other(x) + self.$field(x)
""",
    """\
class Base$name:
    def __init__(self, function):
        self.$field = function

    def __call__(self, x):
        return self.last(self.$field(x))


class $name(Base$name):
    def last(self, x):
        return x * 0.5
""",
    """\
class $name:
    $field = staticmethod(widened)

    def __init__(self, function):
        self.last = function

    def __call__(self, x):
        return self.last(self.$field(x))
""",
)

METHODS: Final = """\

    def run(self, x):
        return self(x) + x

    def scanned(self, x):
        return lax.map(self.run, jnp.stack([x, x]))[0]
"""


def definition(chooser: random.Random, name: str) -> str:
    """Return the text of a class."""
    field = chooser.choice(FIELDS).format(name)
    return f"\n\n{Template(chooser.choice(CLASSES)).substitute(name=name, field=field)}{METHODS}"
