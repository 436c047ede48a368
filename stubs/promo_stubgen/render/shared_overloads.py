"""Shares overloads between functions of a module that have the same ones.

The overloads stand once, in a private function, which the public ones are declared to be by a
decorator. So a checker sees the same function as before, with overloads: it is called, passed on
and bound as one. An object of a class with a ``__call__`` would be none: editors would show its
class in the place of the signature that is called, and zuban takes the first overload of it for
all where it is passed to another function (see ``docs/stubs.md``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import indent
from typing import Final

from promo_stubgen.encode.declarations import Declaration
from promo_stubgen.ir.signatures import Signature
from promo_stubgen.render.docstrings import docstring, rule_docstring
from promo_stubgen.render.overloads import overloaded
from promo_typing.core.stub_names import OVERLOADED_AS

_FEW: Final = 2
"""The most functions that are named in the name of their overloads."""


@dataclass(frozen=True, slots=True)
class SharedOverloads:
    """Overloads that several functions of a module share.

    Attributes:
        module: the full name of the module.
        functions: the names of the functions, in their order in the module.
        overloads: of each of them, without the mark.
    """

    module: str
    functions: tuple[str, ...]
    overloads: tuple[Signature, ...]

    @property
    def name(self) -> str:
        """The name of the private function with the overloads, which messages show."""
        first, *others = self.functions
        rest = others[0] if len(self.functions) <= _FEW else "others"
        return f"_{first}_and_{rest}"

    def definitions(self, function: str, signature: Signature) -> Iterator[str]:
        """The declaration of one of the functions; the first one also defines the overloads.

        Args:
            function: the name of the function.
            signature: what a reader sees of it.
        """
        if function == self.functions[0]:
            # The functions share the rule, which editors show for the overload that is called.
            rule = rule_docstring(f"{self.module}.{function}")
            yield from overloaded(self.name, self.overloads, rule, rule)
        yield f"@{OVERLOADED_AS}({self.name})"
        yield f"def {function}{signature}:"
        yield indent(docstring(f"{self.module}.{function}"), "    ")


def shared_overloads(
    module: str, declarations: Mapping[str, Declaration]
) -> dict[str, SharedOverloads]:
    """The shared overloads of a module by function.

    They share what is the same and is told of them in the same words.

    Args:
        module: the full name of the module.
        declarations: of its functions, by their names.
    """
    alike: dict[tuple[tuple[Signature, ...], str], list[str]] = {}
    for name, declared in declarations.items():
        overloads = tuple(declared.promoting)
        if len(overloads) > 1 and declared.promoting is not declared.plain:
            alike.setdefault((overloads, rule_docstring(f"{module}.{name}")), []).append(name)
    return {
        name: SharedOverloads(module, tuple(names), overloads)
        for (overloads, _), names in alike.items()
        if len(names) > 1
        for name in names
    }
