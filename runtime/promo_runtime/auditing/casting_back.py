"""Whether a widened value is cast back within the same function.

``promo check`` takes that for meant, too: what is computed in more digits and then rounded.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from promo_runtime.auditing.conversion import Origin, Place
from promo_runtime.auditing.origin import asked_by
from promo_runtime.auditing.scope import Scope
from promo_runtime.auditing.source import source_of
from promo_runtime.auditing.value import CAST
from promo_typing.core.dtypes import NODES


def is_cast_back(equation: Any, source: str, scope: Scope) -> bool:
    """Whether everything computed from a result is cast to as few bits as ``source`` has.

    Args:
        equation: what converts an operand, or computes with one that it converts.
        source: the dtype before.
        scope: the jaxpr of the equation.
    """
    function = _function_at(scope.stack_at(equation).place)
    result, is_cast = equation.outvars[0], False
    if function is None or _casts_up(function, str(result.aval.dtype)):
        return False
    rest, seen = [result], {result}
    while rest:
        variable = rest.pop()
        if variable in scope.jaxpr.outvars:
            return False
        for reader in scope.readers.get(variable, ()):
            if _function_at(scope.stack_at(reader).place) is not function:
                return False
            if _is_written_cast(reader, variable, scope):
                is_cast = True
                if NODES[str(reader.params["new_dtype"])].bits > NODES[source].bits:
                    return False
            else:
                further = {*_as_wide(reader, result)} - seen
                seen |= further
                rest.extend(further)
    return is_cast


def _casts_up(function: ast.AST, dtype: str) -> bool:
    """Whether the function casts to the wide dtype: then it takes the value for a narrow one.

    JAX leaves out a cast of what has the dtype already, so only the source tells of it.
    """
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "astype"
        and any(dtype in ast.unparse(each) for each in node.args)
        for node in ast.walk(function)
    )


def _is_written_cast(reader: Any, operand: Any, scope: Scope) -> bool:
    if reader.primitive.name != CAST:
        return False
    target = str(reader.params["new_dtype"])
    return target in NODES and asked_by(reader, operand, target, scope) is Origin.EXPLICIT


def _as_wide(reader: Any, result: Any) -> Iterator[Any]:
    """The results of an equation that have the wide dtype, too."""
    return (each for each in reader.outvars if each.aval.dtype == result.aval.dtype)


def _function_at(place: Place | None) -> ast.AST | None:
    """The syntax tree of the user's function around a call."""
    source = None if place is None else source_of(place.file)
    node = None if source is None or place is None else source.at(place)
    return None if source is None or node is None else source.function_around(node)
