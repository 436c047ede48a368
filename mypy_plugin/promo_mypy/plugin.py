"""The entry point of the mypy plugin: it only routes from names to callbacks.

A user writes ``plugins = ["promo_mypy.plugin"]`` (or ``["promo_mypy"]``) in the configuration of
mypy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from mypy.errors import CompileError
from mypy.nodes import MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.options import Options
from mypy.plugin import (
    AttributeContext,
    ClassDefContext,
    FunctionContext,
    FunctionSigContext,
    MethodContext,
    MethodSigContext,
    Plugin,
    ReportConfigContext,
)
from mypy.types import FunctionLike, Type

from promo_mypy import cache, config, errorcodes
from promo_mypy.features import (
    constructors,
    functions,
    limits,
    mro,
    operators,
    partials,
    renamed,
    tree_map,
)
from promo_mypy.features.control_flow import branches, inputs, loops
from promo_mypy.fullnames import (
    ASSOCIATIVE_SCAN,
    BUILTIN_OPERATORS,
    BUILTIN_SCALARS,
    CALLABLES,
    FLOAT_LIMITS,
    MAP,
    METHOD_NAMES,
    NUMPY_MODULE,
    PARTIAL,
    TREE_MAPS,
)
from promo_mypy.lint_choice import choose_lints
from promo_mypy.platform import choose_plain_declarations
from promo_mypy.session import new_session
from promo_typing.core.stub_names import ARRAY, ARRAY_MEMBERS, ARRAY_MODULE, NODE_OF_CLASS
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, METHODS, OPERATORS

__all__ = ["PromoPlugin", "errorcodes", "plugin"]


FunctionHook: TypeAlias = Callable[[FunctionContext], Type]
MethodHook: TypeAlias = Callable[[MethodContext], Type]
MethodSignatureHook: TypeAlias = Callable[[MethodSigContext], FunctionLike]


class PromoPlugin(Plugin):
    """Gives the dtype of every expression on JAX arrays."""

    def __init__(self, options: Options) -> None:
        """Read the settings; mistakes in them are reported when mypy reads its first file."""
        super().__init__(options)
        self._mistake: str | None = None
        semantics = Semantics()
        try:
            semantics = config.load(options.config_file)
            choose_lints(options, config.lints(options.config_file))
        except config.ConfigError as error:
            self._mistake = str(error)
        choose_plain_declarations(options)
        self._semantics = semantics
        self._session = session = new_session(semantics, self.lookup_fully_qualified)
        self._report = cache.Report(semantics)
        self._signatures: dict[str, MethodSignatureHook] = {
            name: partial(functions.method_signature, session, method)
            for name, method in METHOD_NAMES.items()
        }
        self._methods: dict[str, MethodHook] = {
            **{
                name: partial(functions.method, session, method)
                for name, method in METHOD_NAMES.items()
            },
            **{
                name: partial(functions.callable_object, session, function)
                for name, function in CALLABLES.items()
            },
            **{
                f"{ARRAY}.{name}": partial(operators.array_operator, session, operator)
                for name, operator in OPERATORS.items()
            },
        }
        self._control_flow: dict[str, FunctionHook] = {
            **{name: partial(loops.loop, session, name) for name in loops.LOOPS},
            **{
                name: partial(branches.conditional, session, name) for name in branches.CONDITIONALS
            },
            MAP: partial(loops.mapped, session),
            ASSOCIATIVE_SCAN: partial(loops.combined, session),
        }

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Answer operators and methods of arrays."""
        if fullname in self._methods:
            return self._methods[fullname]
        owner, _, name = fullname.rpartition(".")
        if name in OPERATORS and _inherits_from_array(self.lookup_fully_qualified(owner), name):
            return self._methods[f"{ARRAY}.{name}"]
        if name in OPERATORS and _is_foreign(owner):
            return partial(operators.foreign_operator, self._session, OPERATORS[name])
        return None

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Answer properties of arrays, and limits of dtypes."""
        owner, _, name = fullname.rpartition(".")
        if owner in (ARRAY, ARRAY_MEMBERS) and name in METHODS:
            return partial(functions.attribute, self._session, name)
        if fullname in FLOAT_LIMITS:
            return partial(limits.attribute, self._session)
        return None

    def get_method_signature_hook(
        self, fullname: str
    ) -> Callable[[MethodSigContext], FunctionLike] | None:
        """Open the operators of NumPy and Python for arrays of JAX."""
        if fullname in self._signatures:
            return self._signatures[fullname]
        if fullname in self._methods:
            return None
        owner, _, name = fullname.rpartition(".")
        if name in OPERATORS and _is_foreign(owner):
            return operators.foreign_signature
        return None

    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """Open functions that have a rule, whatever they are called."""
        known = self._signature_hook(fullname)
        if known is None and self._is_variable(fullname):
            return partial(renamed.signature, self._session, self._signature_hook)
        return known

    def _signature_hook(self, fullname: str) -> Callable[[FunctionSigContext], FunctionLike] | None:
        """The hook for a function that is called by its own name."""
        if fullname in FUNCTIONS:
            return partial(functions.function_signature, self._session, fullname)
        if fullname in inputs.INPUTS:
            return partial(inputs.signature, self._session, fullname)
        if fullname in TREE_MAPS:
            return partial(tree_map.signature, self._session)
        return None

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Answer functions, whatever they are called."""
        known = self._function_hook(fullname)
        if known is None and self._is_variable(fullname):
            return partial(renamed.function, self._session, self._function_hook)
        return known

    def _function_hook(self, fullname: str) -> FunctionHook | None:
        """Answer functions, dtype classes, and built-in functions that call an operator."""
        if fullname in FUNCTIONS:
            return partial(functions.function, self._session, fullname)
        if fullname in NODE_OF_CLASS:
            return partial(constructors.dtype_class, self._session, NODE_OF_CLASS[fullname])
        if fullname in self._control_flow:
            return self._control_flow[fullname]
        if fullname in TREE_MAPS:
            return partial(tree_map.function, self._session)
        if fullname == PARTIAL:
            return partial(partials.partial, self._session)
        if fullname in BUILTIN_OPERATORS:
            method = BUILTIN_OPERATORS[fullname]
            return partial(operators.builtin_operator, self._session, method)
        return None

    def _is_variable(self, fullname: str) -> bool:
        """Whether a function is called by a variable; the name of a local one has no module."""
        if "." not in fullname:
            return True
        found = self.lookup_fully_qualified(fullname)
        return found is not None and isinstance(found.node, Var)

    def get_customize_class_mro_hook(
        self, fullname: str
    ) -> Callable[[ClassDefContext], None] | None:
        """Change the hierarchy of the stubs' classes."""
        self._session.forget()
        return mro.hook(self._semantics, fullname)

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Add none; mypy asks for each file that it reads anew."""
        self._check_settings()
        return []

    def report_config_data(self, ctx: ReportConfigContext) -> Any:
        """Return what decides whether a cached result may be used."""
        self._check_settings()
        return self._report.for_module(ctx.id, ctx.path)

    def _check_settings(self) -> None:
        """End mypy with status 2 and a message.

        Not in ``__init__``, where mypy would say "Error constructing plugin instance" first.
        """
        if self._mistake is not None:
            raise CompileError([f"promo-typing: error: {self._mistake}"])


def _inherits_from_array(owner: SymbolTableNode | None, name: str) -> bool:
    """Whether a class has an operator from our stub's array, and not one of its own."""
    if owner is None or not isinstance(owner.node, TypeInfo):
        return False
    definition = owner.node.get(name)
    return definition is not None and (definition.fullname or "").startswith(f"{ARRAY_MODULE}.")


def _is_foreign(owner: str) -> bool:
    """Whether a class is one of NumPy's, or a scalar of Python."""
    return owner.startswith(f"{NUMPY_MODULE}.") or owner in BUILTIN_SCALARS


def plugin(version: str) -> type[Plugin]:
    """The function that mypy calls to get the plugin's class."""
    return PromoPlugin
