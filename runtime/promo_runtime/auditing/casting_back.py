"""Whether a widened value is cast back within the same function.

Then the widening counts as intended: the function computes with more digits and rounds at the end.
``promo check`` decides likewise.
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
    """Whether everything computed from a result is cast to at most the bits of ``source``.

    Args:
        equation: the equation that converts an operand, maybe as part of its computation.
        source: the dtype of the operand before the conversion.
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
    """Whether the function also casts to the wide dtype, and so expects the value to be narrow.

    Only the source shows such a cast: JAX omits it in the jaxpr if the value has the dtype already.
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
    """The results of an equation that also have the wide dtype."""
    return (each for each in reader.outvars if each.aval.dtype == result.aval.dtype)


def _function_at(place: Place | None) -> ast.AST | None:
    """The syntax tree of the user's function around a call."""
    source = None if place is None else source_of(place.file)
    node = None if source is None or place is None else source.at(place)
    return None if source is None or node is None else source.function_around(node)
