"""Shares overloads between functions of a module that have the same ones.

The overloads stand once, in a private function, and a decorator gives its type to the public
functions. So a checker sees a function with overloads, which can be called, passed on and bound as
such. An object of a class with ``__call__`` would not do: editors would show its class in place of
the called signature, and zuban would take its first overload for the whole object where it is
passed to another function (see ``docs/stubs.md``).
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
"""The most functions that are all named in the name of their shared overloads."""


@dataclass(frozen=True, slots=True)
class SharedOverloads:
    """Overloads that several functions of a module share.

    Attributes:
        module: the full name of the module.
        functions: the names of the functions, in the order of the module.
        overloads: their overloads, without the mark.
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
            signature: the plain signature, for readers.
        """
        if function == self.functions[0]:
            # The rule is the same for all functions; editors show it for the called overload.
            rule = rule_docstring(f"{self.module}.{function}")
            yield from overloaded(self.name, self.overloads, rule, rule)
        yield f"@{OVERLOADED_AS}({self.name})"
        yield f"def {function}{signature}:"
        yield indent(docstring(f"{self.module}.{function}"), "    ")


def shared_overloads(
    module: str, declarations: Mapping[str, Declaration]
) -> dict[str, SharedOverloads]:
    """The shared overloads of a module by function.

    Functions share overloads if these and the words for the rule are the same.

    Args:
        module: the full name of the module.
        declarations: the declarations of its functions, by name.
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
