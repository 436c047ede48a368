"""The dtype that a call requests.

It may be a class (``jnp.float32``, ``np.float32``, ``float``), a string, or an object with a dtype
such as ``x.dtype`` or ``jnp.dtype("float32")``. Everything else is unknown.
"""

from __future__ import annotations

from difflib import get_close_matches

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    StrExpr,
    TypeInfo,
    Var,
)
from mypy.plugin import CheckerPluginInterface, FunctionContext
from mypy.types import (
    CallableType,
    Instance,
    LiteralType,
    Overloaded,
    ProperType,
    Type,
    TypeType,
    UnionType,
    get_proper_type,
)

from promo_mypy import errors
from promo_mypy.fullnames import BUILTIN_SCALARS, NUMPY_ARRAY, NUMPY_DTYPE
from promo_mypy.session import Session
from promo_mypy.types.arguments import Argument
from promo_mypy.types.bindings import is_of_module
from promo_mypy.types.classes import class_of
from promo_mypy.types.convert import array_instance, base_instance
from promo_mypy.types.dtype_strings import is_unknown, node_of_string
from promo_mypy.types.expressions import known_type
from promo_mypy.types.symbols import Operand, exact_node, node_symbol
from promo_typing.core.dtypes import STRONG


def requested(
    session: Session, typ: Type, expression: Expression, api: CheckerPluginInterface
) -> Operand | None:
    """Return the dtypes that an argument may request; None if they are unknown.

    The symbol ``float`` stands for Python's class, which requests JAX's default float. mypy does
    not infer the dtype of ``np.dtype("bfloat16")``, so its argument is looked at.
    """
    match expression:
        case CallExpr(callee=RefExpr(fullname=fullname), args=[inner]) if fullname == NUMPY_DTYPE:
            inner_type = known_type(inner, api)
            return None if inner_type is None else requested(session, inner_type, inner, api)
        case NameExpr(node=Var() as variable) if isinstance(api, TypeChecker):
            return named_by(session, typ) or _of_constant(session, variable, api.tree)
        case MemberExpr(expr=owner, name=name) if isinstance(api, TypeChecker):
            return named_by(session, typ) or _of_field(session, owner, name, api)
    return named_by(session, typ)


def _of_constant(session: Session, variable: Var, module: MypyFile) -> Operand | None:
    """The dtype named by a variable of the module, if the variable is always the same string."""
    if not is_of_module(variable, module):
        return None
    text = session.bindings.text(variable.name, module)
    node = None if text is None else node_of_string(text)
    return None if node is None else (node_symbol(node),)


def _of_field(
    session: Session, owner: Expression, name: str, checker: TypeChecker
) -> Operand | None:
    """The dtype that a field holds, if the program gives it only one: ``config.dtype``."""
    text = _text_of_field(session, owner, name, checker)
    if text is not None:
        return _of_string(text)
    info = _class_of(owner, checker)
    types = () if info is None else session.inference.program.fields.types(info, name, checker)
    asked = {named_by(session, each) for each in types}
    return asked.pop() if len(asked) == 1 else None


def _text_of_field(
    session: Session, owner: Expression, name: str, checker: TypeChecker
) -> str | None:
    """The string that a field holds, if the program gives it only one."""
    info = _class_of(owner, checker)
    texts = () if info is None else session.inference.program.fields.texts(info, name, checker)
    return next(iter(texts)) if len(texts) == 1 else None


def _class_of(owner: Expression, checker: TypeChecker) -> TypeInfo | None:
    typ = known_type(owner, checker)
    return None if typ is None else class_of(typ)


def named_by(session: Session, typ: Type) -> Operand | None:
    """Return the dtypes that a value of this type names; None if they are unknown."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        members = [named_by(session, item) for item in proper.items]
        known = [member for member in members if member is not None]
        return tuple(s for m in known for s in m) if len(known) == len(members) else None
    symbols = _of_class(session, proper) or _of_value(session, proper)
    if symbols is None or any(s.variable is None and not s.is_node for s in symbols):
        # NumPy's abstract classes are not dtypes; JAX refuses them or uses a default.
        return None
    return symbols


def constructed(session: Session, ctx: FunctionContext) -> Type:
    """Answer ``jnp.dtype("bfloat16")``: NumPy's stubs do not tell which dtype it is."""
    default = get_proper_type(ctx.default_return_type)
    if not isinstance(default, Instance) or len(ctx.args[0]) != 1:
        return default
    node = exact_node(requested(session, ctx.arg_types[0][0], ctx.args[0][0], ctx.api))
    made = None if node is None else session.converter.array([node_symbol(node)])
    array = None if made is None else array_instance(get_proper_type(made))
    return default if array is None else default.copy_modified(args=[array.args[0]])


def report_x64(
    session: Session, asked: Operand, api: CheckerPluginInterface, context: Context
) -> None:
    """Report each requested dtype that JAX truncates to 32 bits, or refuses.

    Nothing is reported if only some of the possible dtypes are of this kind: such a program may
    test the setting first. Nor is it in a function that a block with x64 on may call.
    """
    if session.inference.settings.may_be_wide(api, context.line):
        return
    if all(symbol.is_node and session.semantics.truncates(symbol.node) for symbol in asked):
        for symbol in asked:
            errors.explicit_x64(api, context, symbol.node, session.semantics)


def report_none(
    session: Session, function: str, argument: Argument, api: CheckerPluginInterface
) -> None:
    """Report an argument that is not a dtype: an array, or an unknown name."""
    proper = get_proper_type(argument.type)
    if array_instance(proper) or base_instance(proper, NUMPY_ARRAY):
        if not _is_called_dtype(argument.expression):
            errors.array_as_dtype(api, argument.expression, function, "dtype")
        return
    text = _text(session, argument, api)
    if text is not None and is_unknown(text):
        similar = get_close_matches(text, STRONG, 1)
        errors.unknown_dtype(api, argument.expression, text, next(iter(similar), None))


def _is_called_dtype(expression: Expression) -> bool:
    """Whether the name says that it is a dtype; ``dtype: jnp.ndarray`` is a wrong annotation."""
    return isinstance(expression, NameExpr | MemberExpr) and "dtype" in expression.name.lower()


def _text(session: Session, argument: Argument, api: CheckerPluginInterface) -> str | None:
    """The string that an argument is, if it is known."""
    proper = get_proper_type(argument.type)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    if isinstance(proper, LiteralType):
        return proper.value if isinstance(proper.value, str) else None
    match argument.expression:
        case StrExpr(value=text):
            return text
        case NameExpr(node=Var() as variable) if isinstance(api, TypeChecker):
            known = is_of_module(variable, api.tree)
            return session.bindings.text(variable.name, api.tree) if known else None
        case MemberExpr(expr=owner, name=name) if isinstance(api, TypeChecker):
            is_tested = name in session.inference.conditions.names(api.tree)
            return None if is_tested else _text_of_field(session, owner, name, api)
    return None


def _of_string(text: str) -> Operand | None:
    node = node_of_string(text)
    return (node_symbol(node),) if node else None


def _of_class(session: Session, proper: ProperType) -> Operand | None:
    """The dtype of a class, from the class object or from ``type[X]``."""
    if isinstance(proper, Overloaded):
        proper = proper.items[0]
    if isinstance(proper, CallableType) and proper.is_type_obj():
        return _of_item(session, get_proper_type(proper.ret_type))
    if isinstance(proper, TypeType):
        return _of_item(session, proper.item)
    return None


def _of_item(session: Session, item: ProperType) -> Operand | None:
    """The dtype of a class, from the type of its objects; for ``jnp.float32`` these are arrays."""
    array = array_instance(item)
    if array is not None:
        return session.converter.dtype(array.args[0])
    if isinstance(item, Instance) and item.type.fullname in BUILTIN_SCALARS:
        return (node_symbol(BUILTIN_SCALARS[item.type.fullname]),)
    return session.converter.dtype(item)


def _of_value(session: Session, proper: ProperType) -> Operand | None:
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    if isinstance(proper, LiteralType):
        return _of_string(proper.value) if isinstance(proper.value, str) else None
    if isinstance(proper, Instance) and proper.type.fullname == NUMPY_DTYPE:
        return session.converter.dtype(proper.args[0])
    return None
