"""Marks overloaded functions, so that the stubs of transforms can recognise them.

If a transform such as ``jax.jit`` takes its function by a ``ParamSpec``, checkers see only the
first overload of that function, and refuse calls of the others. So each overloaded function has one
more overload, the mark, which no call fits. The first overload of a transform takes functions with
that mark, and returns them unchanged, or with unknown parameters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from promo_stubgen.ir.annotation import Name
from promo_stubgen.ir.signatures import Parameter, Signature
from promo_typing.core.stub_names import NO_OPERAND, NO_RESULT, OVERLOADED_AS

OVERLOADED: Final = "_Overloaded"

DEFINITIONS: Final = f"""\
# The mark: one overload of each overloaded function takes and returns these, which have no
# instances. By the mark, transforms recognise overloaded functions.
class {NO_OPERAND}:
    def __init__(self, it: {NO_OPERAND}) -> None: ...

class {NO_RESULT}:
    def __init__(self, it: {NO_RESULT}) -> None: ...

class {OVERLOADED}(Protocol):
    def __call__(self, operand: {NO_OPERAND}, /, *args: Any, **kwargs: Any) -> {NO_RESULT}: ...

_OverloadsT = TypeVar("_OverloadsT")

# Gives a function the overloads of a private one, which several functions share.
def {OVERLOADED_AS}(overloads: _OverloadsT) -> Callable[[Any], _OverloadsT]: ...
"""

_KEYWORD: Final = Parameter("mark", "keyword", Name(NO_OPERAND))


def marked(overloads: Sequence[Signature], *, for_plugin: bool = False) -> list[Signature]:
    """The overloads with the mark before the last one; a single signature gets none.

    The mark requires a keyword that no call gives. So checkers leave it out by the number of the
    arguments, and one argument of unknown type does not fit it. It is not the last overload, since
    pyright shows that one for a call that fits none. Only for mypy with the plugin it is the last:
    there refused operands fit every overload, and mypy takes the first.
    """
    if len(overloads) < 2:
        return list(overloads)
    *others, last = overloads
    parameters = [*map(_unavailable, last.parameters)]
    place = len(parameters) - any(each.kind == "**" for each in parameters)
    mark = Signature((*parameters[:place], _KEYWORD, *parameters[place:]), Name(NO_RESULT))
    return [*others, last, mark] if for_plugin else [*others, mark, last]


def is_mark(overload: Signature) -> bool:
    """Whether an overload is the mark."""
    return overload.returns == Name(NO_RESULT)


def _unavailable(parameter: Parameter) -> Parameter:
    if parameter.name == "self":
        return parameter
    return replace(parameter, annotation=Name(NO_OPERAND), default=None)
