"""Checks the body of a function with other types of parameters than it declares.

mypy has no public way to do that. All its private parts that inference needs are in this module:
``TypeChecker`` and ``Errors`` (made anew for each body, so that mypy's own types and errors stay as
they are), ``check_func_item``, ``accept``, ``enter_partial_types``, ``scope``, ``tscope``,
``binder`` with its frames, ``deferred_nodes`` and the passes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo, Errors
from mypy.literals import literal_hash
from mypy.nodes import (
    Context,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    MypyFile,
    NameExpr,
    Statement,
    Var,
)
from mypy.options import Options
from mypy.plugin import Plugin
from mypy.types import CallableType, Type

from promo_mypy.inference.bodies import Body, is_of_module
from promo_mypy.types.silence import is_silent

_REDEFINITION: Final = ("allow_redefinition_new", "allow_redefinition")
"""The option that lets a variable get another type; mypy 2 has the second name for it."""


class Checked(NamedTuple):
    """The result of checking a body.

    ``is_ready`` says whether all types were known that the body needs from outside of it.
    """

    checker: TypeChecker
    types: Mapping[Expression, Type]
    errors: Sequence[ErrorInfo]
    is_ready: bool


@contextmanager
def checked(
    function: FuncItem,
    body: Body,
    typ: CallableType,
    checker: TypeChecker,
    caller: TypeChecker,
    captured: Mapping[Var, Type] | None,
) -> Iterator[Checked | None]:
    """Check the body of a function as if it had this type; None if mypy fails.

    Until the end of the ``with`` block its variables have the types that they got.

    Args:
        function: the definition, or a lambda.
        body: what is written in it.
        typ: the types of its parameters, and of what it returns.
        checker: a new one for the module where it stands.
        caller: the checker that is at a call of the function.
        captured: the types of variables of functions around it, unless these are at hand.
    """
    if captured is None:
        checker.binder = caller.binder  # What is known of the variables of functions around it.
    in_class = checker.scope.push_class(function.info) if function.info else nullcontext()
    with (
        _as_if_new(function, body, captured or {}),
        _narrowing(body),
        checker.local_type_map as types,
        in_class,
    ):
        is_checked = False
        with unless_mypy_fails(caller.options):
            _check(function, typ, checker)
            is_checked = True
        if not is_checked:
            yield None
            return
        errors = checker.errors.error_info_map.get(checker.tree.path, [])
        yield Checked(checker, types, errors, is_ready=not checker.deferred_nodes)


def _check(function: FuncItem, typ: CallableType, checker: TypeChecker) -> None:
    if not is_of_module(function):
        with checker.tscope.function_scope(function):
            checker.check_func_item(function, type_override=typ)
        return
    # mypy lets a variable of a module get another type only outside of functions.
    at_top = checker.tscope.module_scope(checker.tree.fullname)
    with (
        at_top,
        checker.enter_partial_types(),
        checker.binder.top_frame_context(),
        _decorated_further_down(checker) as decorated,
    ):
        own = {*function.body.body}
        for statement in checker.tree.defs:
            if statement in own or statement in decorated:
                checker.accept(statement)


@contextmanager
def _decorated_further_down(checker: TypeChecker) -> Iterator[Collection[Statement]]:
    """Yield the decorated functions of a module that mypy has not reached, and get no types then.

    While the block lasts, to check one gives it the type that its decorators make, without a look
    at its body. mypy finds that type itself later on.
    """
    functions = (each for each in checker.tree.defs if isinstance(each, Decorator))
    untyped = {each: each.var.is_ready for each in functions if each.var.type is None}
    recursed, checker.recurse_into_functions = checker.recurse_into_functions, False
    try:
        yield untyped.keys()
    finally:
        checker.recurse_into_functions = recursed
        for each, was_ready in untyped.items():
            each.var.type, each.var.is_ready = None, was_ready


@contextmanager
def unless_mypy_fails(options: Options) -> Iterator[None]:
    """Leave the block silently where one of mypy's own assertions fails.

    mypy would print that, and the errors of the body, although the program is checked to its end.
    With ``show_traceback`` the failure goes on, so that it can be looked at.
    """
    if options.show_traceback:
        yield
        return
    with suppress(Exception), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield


def ask_again(caller: TypeChecker, name: str, context: Context) -> None:
    """Have mypy defer the calling function until it knows more; not in its last pass."""
    in_function = isinstance(caller.scope.top_level_function(), FuncDef)
    if in_function and caller.pass_num < caller.last_pass:
        caller.handle_cannot_determine_type(name, context)


def type_at_loop(name: NameExpr, checker: TypeChecker) -> Type | None:
    """Return the type that a variable has where the innermost loop begins an iteration.

    In the first look at the loop that is the type from before; later that of all iterations.
    Nothing where mypy itself holds the variable to its type.
    """
    if not getattr(checker.binder, "bind_all", False):
        return None
    frames, key = checker.binder.frames, literal_hash(name)
    loops = checker.binder.continue_frames
    if not loops or key is None:
        return None
    around = reversed(frames[: loops[-1] + 1])
    found = next((each.types[key] for each in around if key in each.types), None)
    declared = name.node.type if isinstance(name.node, Var) else None
    return declared if found is None else found.type


def new_checker(module: MypyFile, caller: TypeChecker, plugin: Plugin) -> TypeChecker:
    """Return a type checker whose errors are not shown.

    Those that are reported are ignored where they are. ``plugin`` answers for the dtypes.
    """
    options = _options(module, caller.options)
    errors = Errors(options)
    errors.set_file(module.path, module.fullname, options)
    return TypeChecker(errors, caller.modules, options, module, module.path, plugin, {})


def _options(module: MypyFile, options: Options) -> Options:
    """mypy's options for a body: variables may change their dtype, whatever the program says."""
    changed = options.clone_for_module(module.fullname)
    changed = changed.apply_changes({"ignore_errors": False, "raise_exceptions": True})
    setattr(changed, next(each for each in _REDEFINITION if hasattr(changed, each)), True)
    return changed


@contextmanager
def at_top(module: MypyFile, caller: TypeChecker, plugin: Plugin) -> Iterator[TypeChecker]:
    """Yield a checker for expressions at the top of a module."""
    checker = new_checker(module, caller, plugin)
    with checker.local_type_map:
        yield checker


@contextmanager
def attributes_kept(body: Body) -> Iterator[None]:
    """Restore the types of attributes that a body defines: others use them meanwhile."""
    for each in body.defining:
        each.is_inferred_def = False
    try:
        yield
    finally:
        for each in body.defining:
            each.is_inferred_def = True


@contextmanager
def _narrowing(body: Body) -> Iterator[None]:
    """Let the values of variables tell their dtypes where these are declared without one.

    mypy narrows a variable to what it is assigned, but not where its annotation stands.
    """
    silent = [(each, each.type) for each in body.declaring if each.type and is_silent(each.type)]
    for statement, _ in silent:
        statement.type = None
    try:
        yield
    finally:
        for statement, declared in silent:
            statement.type = declared


@contextmanager
def _as_if_new(function: FuncItem, body: Body, captured: Mapping[Var, Type]) -> Iterator[None]:
    """Clear the types that mypy has inferred in a function, and restore them at the end."""
    decorated = (each.var for each in body.decorated)
    variables = [*body.locals, *body.arguments, *decorated, *body.attributes, *captured]
    before = [(each, each.type) for each in variables]
    expanded = len(function.expanded)
    for variable in body.locals:
        variable.type = None
    for variable, typ in captured.items():
        variable.type = typ
    try:
        yield
    finally:
        for variable, old in before:
            variable.type = old
        del function.expanded[expanded:]
