"""Arguments that mypy only knows as ``object``.

To mypy ``{"dtype": jnp.bfloat16, "n": 3}`` is a ``dict[str, object]``, so that it would refuse an
item as a dtype argument. Under JAX's own annotations it would not, since ``jnp.bfloat16`` is Any
there. So a parameter accepts an ``object`` here.
"""

from __future__ import annotations

from mypy.nodes import Expression, IndexExpr, RefExpr, Var
from mypy.plugin import FunctionSigContext, MethodSigContext
from mypy.types import AnyType, CallableType, Instance, ProperType, TypeOfAny, get_proper_type

from promo_mypy.fullnames import BUILTIN_OBJECT


def with_objects(
    signature: CallableType, parameter: str, ctx: FunctionSigContext | MethodSigContext
) -> CallableType:
    """Return the signature, in which the parameter accepts Any if an ``object`` is passed."""
    if parameter not in signature.arg_names:
        return signature
    place = signature.arg_names.index(parameter)
    passed = ctx.args[place] if place < len(ctx.args) else []
    if not any(map(_is_object, passed)):
        return signature
    types = [*signature.arg_types]
    types[place] = AnyType(TypeOfAny.special_form)
    return signature.copy_modified(arg_types=types)


def _is_object(expression: Expression) -> bool:
    """Whether an expression is a variable of type ``object``, or an item of such a container."""
    match expression:
        case RefExpr(node=Var(type=typ)):
            found = get_proper_type(typ)
        case IndexExpr(base=RefExpr(node=Var(type=typ))):
            found = _last_argument(get_proper_type(typ))
        case _:
            return False
    return isinstance(found, Instance) and found.type.fullname == BUILTIN_OBJECT


def _last_argument(container: ProperType | None) -> ProperType | None:
    """The item type of a list, or the value type of a dictionary."""
    if not isinstance(container, Instance) or not container.args:
        return None
    return get_proper_type(container.args[-1])
