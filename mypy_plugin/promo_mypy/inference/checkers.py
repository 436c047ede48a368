"""Checks the body of a function with other parameter types than the declared ones.

mypy has no public way to do that. This module alone uses the private parts of mypy that inference
needs: ``TypeChecker`` and ``Errors`` (new ones for each body, so that mypy's own types and errors
stay untouched), ``check_func_item``, ``accept``, ``enter_partial_types``, ``scope``, ``tscope``,
``recurse_into_functions``, ``binder`` with its frames and ``CurrentType``, ``deferred_nodes`` and
the passes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from itertools import chain
from typing import Final, NamedTuple

from mypy.binder import CurrentType
from mypy.checker import TypeChecker
from mypy.errors import ErrorInfo, Errors
from mypy.literals import literal_hash
from mypy.nodes import (
    AssignmentStmt,
    Context,
    Decorator,
    Expression,
    FuncDef,
    FuncItem,
    LambdaExpr,
    MypyFile,
    NameExpr,
    Statement,
    TempNode,
    Var,
)
from mypy.options import Options
from mypy.types import AnyType, CallableType, Type

from promo_mypy.inference import exits
from promo_mypy.inference.bodies import Body, is_of_module
from promo_mypy.inference.stand_ins import in_place
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.pytrees import is_container

_REDEFINITION: Final = ("allow_redefinition_new", "allow_redefinition")
"""The option that lets a variable get another type; mypy 2 renamed it to the second name."""


class Checked(NamedTuple):
    """The result of checking a body.

    ``is_ready`` is false if mypy did not know yet some type that the body uses from outside.
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
    captured: Mapping[Var, Type | None],
    *,
    is_around: bool,
) -> Iterator[Checked | None]:
    """Check the body of a function as if it had this type; yield None if mypy fails.

    Inside the ``with`` block the function's variables have the types of this check.

    Args:
        function: the definition, or a lambda.
        body: the facts about its body.
        typ: the type of the function: its parameters and its result.
        checker: a new checker for the function's module.
        caller: the checker that is at a call of the function.
        captured: the types of captured variables, also of those that functions beside it capture.
        is_around: whether ``caller`` is checking the outer functions, too, and knows more of what
            the body uses from them, such as the types of attributes.
    """
    if is_around:
        checker.binder = caller.binder
    in_class = checker.scope.push_class(function.info) if function.info else nullcontext()
    with (
        _as_if_new(function, body, captured),
        _narrowing(body),
        checker.local_type_map as types,
        in_place(body.stand_ins, checker, types),
        exits.named(body.exits),
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
    # A variable of a module may get another type only if mypy takes this for no function.
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
    """Yield the decorated functions that mypy has not reached yet; their types end with the block.

    To check such a function inside the block only gives it the type that its decorators make; its
    body is not checked. mypy itself finds that type later on.
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
    """Leave the block silently if mypy itself raises an exception, such as a failed assertion.

    mypy would print the failure and the errors of the body, though the program can be checked to
    its end. With mypy's option ``show_traceback`` the exception is not caught.
    """
    if options.show_traceback:
        yield
        return
    with suppress(Exception), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield


def lambdas_around(checker: TypeChecker) -> Iterator[LambdaExpr]:
    """Yield the lambdas around the place at which a checker is, the outermost first."""
    yield from (each for each in checker.scope.stack if isinstance(each, LambdaExpr))


def ask_again(caller: TypeChecker, name: str, context: Context) -> None:
    """Make mypy defer the calling function until it knows more, except in its last pass."""
    in_function = isinstance(caller.scope.top_level_function(), FuncDef)
    if in_function and caller.pass_num < caller.last_pass:
        caller.handle_cannot_determine_type(name, context)


def type_at_loop(name: NameExpr, checker: TypeChecker) -> Type | None:
    """Return the type of a variable at the start of an iteration of the innermost loop.

    mypy checks a loop several times. At first this is the type from before the loop, later the
    union over all iterations. None if mypy does not let variables get another type here.
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


def retype_around(
    expression: Expression, retyped: Callable[[Type], Type], checker: TypeChecker
) -> None:
    """Change the type of a variable or attribute in the blocks around a place, too.

    At the end of a loop or branch, mypy would join the type before it with the changed one to a
    union. In ``d["w"] = x`` it asks a plugin nothing if ``d`` is a union. The same holds for the
    blocks that a ``continue`` or ``break`` has left, and for the branches before this one.
    """
    key = literal_hash(expression)
    for frame in chain(checker.binder.frames, *checker.binder.options_on_return):
        if key is not None and key in frame.types:
            known = frame.types[key]
            frame.types[key] = CurrentType(retyped(known.type), known.from_assignment)


def new_checker(module: MypyFile, caller: TypeChecker) -> TypeChecker:
    """Return a type checker for a module, whose errors are collected and not shown.

    It asks the same plugins as mypy's own checks, among them mypy's for enums and numbers.
    """
    options = _options(module, caller.options)
    errors = Errors(options)
    errors.set_file(module.path, module.fullname, options)
    return TypeChecker(errors, caller.modules, options, module, module.path, caller.plugin, {})


def _options(module: MypyFile, options: Options) -> Options:
    """mypy's options for a body: variables may change their dtype, whatever the program says."""
    changed = options.clone_for_module(module.fullname)
    changed = changed.apply_changes({"ignore_errors": False, "raise_exceptions": True})
    setattr(changed, next(each for each in _REDEFINITION if hasattr(changed, each)), True)
    return changed


@contextmanager
def at_top(module: MypyFile, caller: TypeChecker) -> Iterator[TypeChecker]:
    """Yield a checker for expressions at the top of a module."""
    checker = new_checker(module, caller)
    # The frame is for lambdas, which mypy checks in a frame of their own inside another one.
    with checker.local_type_map, checker.binder.top_frame_context():
        yield checker


@contextmanager
def attributes_kept(body: Body) -> Iterator[None]:
    """Keep the types of attributes while a body that defines them is checked: others use them."""
    for each in body.defining:
        each.is_inferred_def = False
    try:
        yield
    finally:
        for each in body.defining:
            each.is_inferred_def = True


@contextmanager
def _narrowing(body: Body) -> Iterator[None]:
    """Let ``x: jax.Array = value`` narrow ``x`` to the type of its value.

    mypy narrows a variable at assignments, but not at the one with the annotation, and never one of
    type Any or ``list[jax.Array]``. Such a variable gets a type as if it had no annotation.
    """
    silent = [(each, each.type) for each in body.declaring if each.type]
    fixed = [each for statement, declared in silent for each in _fixed(statement, declared)]
    for statement, _ in silent:
        statement.type = None
    for variable, _ in fixed:
        variable.type, variable.is_inferred = None, True
    try:
        yield
    finally:
        for statement, declared in silent:
            statement.type = declared
        for variable, declared in fixed:
            variable.type, variable.is_inferred = declared, False


def _fixed(statement: AssignmentStmt, declared: Type) -> Iterator[tuple[Var, Type]]:
    """The variable that a statement declares with a type that mypy does not narrow."""
    for target in () if isinstance(statement.rvalue, TempNode) else statement.lvalues:
        node = target.node if isinstance(target, NameExpr) else None
        proper = unfolded(declared)
        if isinstance(node, Var) and (isinstance(proper, AnyType) or is_container(proper)):
            yield node, declared


@contextmanager
def _as_if_new(
    function: FuncItem, body: Body, captured: Mapping[Var, Type | None]
) -> Iterator[None]:
    """Clear the types that mypy has inferred in a function, and restore them at the end.

    Those of captured variables are restored, too: a list has other items once one is added to it.
    """
    decorated = (each.var for each in body.decorated)
    variables = [*body.locals, *body.arguments, *decorated, *body.attributes, *captured]
    before = [(each, each.type) for each in variables]
    expanded = len(function.expanded)
    for variable in body.locals:
        variable.type = None
    for variable, typ in captured.items():
        variable.type = typ or variable.type
    try:
        yield
    finally:
        for variable, old in before:
            variable.type = old
        del function.expanded[expanded:]
