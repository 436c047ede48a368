"""Every fully-qualified name that the plugin knows, apart from the dtype classes of the stubs.

The names of the stubs' own classes stand in :mod:`promo_typing.core.stub_names`, those of the
functions with a rule in :mod:`promo_typing.rules`.
"""

from __future__ import annotations

from keyword import iskeyword
from typing import Final

from promo_typing.core.dtypes import PYTHON_SCALARS
from promo_typing.core.stub_names import (
    ARRAY,
    ARRAY_MODULE,
    CALLABLES_MODULE,
    PRNG_KEY_CLASS,
    callable_class,
)
from promo_typing.numpy_rules import FUNCTIONS as NUMPY_FUNCTIONS
from promo_typing.numpy_rules import METHODS as NUMPY_METHODS
from promo_typing.rules import FUNCTIONS, METHODS, OPERATORS

BUILTIN_BOOL: Final = "builtins.bool"
SYS_MAXSIZE: Final = "sys.maxsize"
BUILTIN_FLOAT: Final = "builtins.float"
BUILTIN_INT: Final = "builtins.int"
BUILTIN_FUNCTION: Final = "builtins.function"
BUILTIN_DICT: Final = "builtins.dict"
MAPPINGS: Final = frozenset({BUILTIN_DICT, "typing.Mapping", "typing.MutableMapping"})
"""The types that a dictionary may be declared to have; its values' type is the last argument."""
BUILTIN_LIST: Final = "builtins.list"
BUILTIN_OBJECT: Final = "builtins.object"
BUILTIN_TYPE: Final = "builtins.type"
BUILTIN_TUPLE: Final = "builtins.tuple"
BUILTIN_STR: Final = "builtins.str"
BUILTIN_NONE: Final = "builtins.None"
BUILTIN_TRUE: Final = "builtins.True"
BUILTIN_FALSE: Final = "builtins.False"
SEQUENCE: Final = "typing.Sequence"
RANGE: Final = "builtins.range"
DEQUE: Final = "collections.deque"
TYPED_DICT: Final = "typing._TypedDict"
GENERATOR: Final = "typing.Generator"
ITERATORS: Final = frozenset({GENERATOR, "typing.Iterator", "typing.Iterable"})
"""The types that a generator may be declared to return; the items' type is the first argument."""
ANNOTATED: Final = "typing.Annotated"
ANNOTATED_NAMES: Final = (ANNOTATED, "typing_extensions.Annotated")

JAX_PACKAGE: Final = "jax"
TYPES_PACKAGE: Final = "promo_typing"
_JAX_NUMPY: Final = "jax.numpy."
EARLIER_MODULE: Final = "jax.experimental"
"""The module of :data:`X64_OFF` and its opposite, in versions of JAX before those supported."""

X64_OFF: Final = f"{EARLIER_MODULE}.disable_x64"
"""A context manager that turns x64 off."""

_X64_BEFORE: Final = {f"{EARLIER_MODULE}.enable_x64": "x64", X64_OFF: "x64"}
"""Context managers of earlier versions of JAX, in programs that still run with those."""

SETTING_STATES: Final = _X64_BEFORE | {
    f"{module}.{name}": setting
    for module in (JAX_PACKAGE, "jax._src.config")
    for name, setting in {
        "enable_x64": "x64",
        "explicit_x64_dtypes": "explicit_x64",
        "numpy_dtype_promotion": "promotion",
    }.items()
}
"""Context managers that change a setting, each with our name of the setting."""

SETTING_FLAGS: Final = {
    "jax_enable_x64": "x64",
    "jax_explicit_x64_dtypes": "explicit_x64",
    "jax_numpy_dtype_promotion": "promotion",
}
"""JAX's names of the settings, each with ours."""

CONFIG_UPDATES: Final = frozenset(
    f"{module}.config.update" for module in (JAX_PACKAGE, "jax._src.config")
)
"""Functions that change a setting for the rest of the program."""

X64_FLAGS: Final = frozenset(
    f"{module}.{name}"
    for module in (JAX_PACKAGE, "jax._src.config")
    for name in ("config.jax_enable_x64", "config.x64_enabled", "enable_x64.value")
)
"""Expressions that are true if x64 is on."""

NUMPY_ARRAY: Final = "numpy.ndarray"
FINFO: Final = "ml_dtypes._finfo.finfo"
"""The class behind ``jax.numpy.finfo``."""
IINFO: Final = "ml_dtypes._iinfo.iinfo"
"""The class behind ``jax.numpy.iinfo``."""
NUMPY_FINFO: Final = ("numpy.finfo", "numpy._core.getlimits.finfo")
NUMPY_IINFO: Final = ("numpy.iinfo", "numpy._core.getlimits.iinfo")
NUMPY_ISSUBDTYPE: Final = ("numpy.issubdtype", "numpy._core.numerictypes.issubdtype")
ISSUBDTYPE: Final = ("jax.numpy.issubdtype", "jax.dtypes.issubdtype")
DTYPE_TESTS: Final = {
    "==": "promo_mypy.equal",
    "!=": "promo_mypy.different",
    "in": "promo_mypy.is_in",
    "not in": "promo_mypy.is_not_in",
}
"""The functions whose calls stand in the place of comparisons while a body is checked."""
DICTIONARY: Final = "promo_mypy.dictionary"
"""The function whose calls stand in the place of dictionaries while a body is checked."""
_OF_VALUES: Final = ("jax.numpy", "numpy.lib._type_check_impl")
ISCOMPLEXOBJ: Final = tuple(f"{module}.iscomplexobj" for module in _OF_VALUES)
ISREALOBJ: Final = tuple(f"{module}.isrealobj" for module in _OF_VALUES)
EXTENDED_DTYPES: Final = (PRNG_KEY_CLASS, "jax._src.dtypes.extended")
"""The classes of dtypes that NumPy lacks."""

FLOAT_LIMITS: Final = frozenset(
    f"{owner}.{name}"
    for owner in NUMPY_FINFO
    for name in (
        *("eps", "epsneg", "max", "min", "resolution"),
        *("smallest_normal", "smallest_subnormal", "tiny"),
    )
)
"""The attributes of ``finfo`` that are scalars of the dtype, in all versions of NumPy."""

NUMPY_DTYPE: Final = "numpy.dtype"
NUMPY_GENERIC: Final = "numpy.generic"
NUMPY_MODULE: Final = "numpy"
NUMPY_SIGNED: Final = "numpy.signedinteger"
NUMPY_UNSIGNED: Final = "numpy.unsignedinteger"
NUMPY_FLOATING: Final = "numpy.floating"
NUMPY_COMPLEX: Final = "numpy.complexfloating"
NUMPY_BOOL: Final = "numpy.bool_"
NUMPY_BOOLS: Final = frozenset({"numpy.bool", "numpy.bool_"})
NUMPY_BITS_MODULES: Final = frozenset({"numpy._typing._nbit_base", "numpy._typing"})

NUMPY_UFUNC_CALLS: Final[dict[str, tuple[str, ...]]] = {
    f"numpy._typing._ufunc._{name}.__call__": operands
    for name, operands in {
        "UFunc_Nin1_Nout1": ("x1",),
        "UFunc_Nin2_Nout1": ("x1", "x2"),
        "GUFunc_Nin2_Nout1": ("x1", "x2"),
    }.items()
}
"""The methods that call a ufunc of NumPy, each with the names of the operands.

The first type argument of the class is the name of the ufunc.
"""

NUMPY_CONSTRUCTOR_CALL: Final = "numpy._core.multiarray._ConstructorEmpty.__call__"
"""The method that ``np.zeros(3)``, ``np.ones(3)`` and ``np.empty(3)`` call."""

NUMPY_2_NAME: Final = "bool"
"""A name that only the module of NumPy 2 has."""

NUMPY_POSITIONAL_PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "numpy.where": ("condition", "x", "y"),
}
"""The positional-only parameters of NumPy's functions, as in :data:`POSITIONAL_PARAMETERS`."""

_NUMPY_MODULES: Final[dict[str, str]] = {
    **{
        f"numpy._core.{module}": NUMPY_MODULE
        for module in (
            *("einsumfunc", "fromnumeric", "function_base", "multiarray", "numeric"),
            "shape_base",
        )
    },
    **{
        f"numpy.lib._{topic}_impl": NUMPY_MODULE
        for topic in (
            *("arraypad", "function_base", "nanfunctions", "shape_base", "stride_tricks"),
            *("twodim_base", "type_check"),
        )
    },
    NUMPY_MODULE: NUMPY_MODULE,
    "numpy.linalg._linalg": "numpy.linalg",
    "numpy.random.mtrand": "numpy.random",
    "numpy.random.mtrand.RandomState": "numpy.random",
    "numpy.random._generator.Generator": "numpy.random.Generator",
}
"""The modules in which NumPy's stubs define functions, each with the public module."""

_NUMPY_METHOD_OWNERS: Final = frozenset(
    f"{NUMPY_MODULE}.{name}" for name in ("ndarray", "_ArrayOrScalarCommon", "generic")
)


def numpy_function(definition: str) -> str | None:
    """Return the public name of a function of NumPy that has a rule; None for others."""
    owner, _, name = definition.rpartition(".")
    public = f"{_NUMPY_MODULES[owner]}.{name}" if owner in _NUMPY_MODULES else None
    return public if public in NUMPY_FUNCTIONS else None


def numpy_method(fullname: str) -> str | None:
    """Return the name of a method of NumPy's arrays and scalars that has a rule, else None."""
    owner, _, name = fullname.rpartition(".")
    return name if owner in _NUMPY_METHOD_OWNERS and name in NUMPY_METHODS else None


INDEX_HELPER: Final = f"{ARRAY_MODULE}._IndexUpdateHelper.__getitem__"
"""The method that ``x.at[i]`` calls."""
SUBSCRIPT: Final = "__getitem__"
INITIALIZER: Final = "jax._src.nn.initializers.Initializer.__call__"
"""The method that a call of an initializer calls."""

ARRAY_DTYPE: Final = f"{ARRAY}.dtype"

ARRAY_LIKE: Final = f"{ARRAY_MODULE}.ArrayLike"
DTYPE_LIKE: Final = "jax._src.typing.DTypeLike"
INDEX_UPDATE: Final = f"{ARRAY_MODULE}._IndexUpdateRef"
"""The class of ``x.at[index]``; in the rules its methods are ``at.set`` and so on."""

BUILTIN_SCALARS: Final = {f"builtins.{scalar}": scalar for scalar in PYTHON_SCALARS}
"""Python's scalar classes, with their keys in ``promo_typing.core.dtypes.PYTHON_SCALARS``."""


def is_foreign(owner: str) -> bool:
    """Whether a class is one of NumPy's, or a Python scalar."""
    return owner.startswith(f"{NUMPY_MODULE}.") or owner in BUILTIN_SCALARS


BUILTIN_OPERATORS: Final[dict[str, str]] = {
    "builtins.abs": "__abs__",
    "builtins.divmod": "__divmod__",
    "builtins.pow": "__pow__",
    **{
        f"_operator.{method.strip('_')}{'_' * iskeyword(method.strip('_'))}": method
        for method, operator in OPERATORS.items()
        if not operator.reflected and method != "__divmod__"
    },
}
"""Functions that only call an operator method of their first operand, and the method.

The module ``operator`` defines its functions in ``_operator``: ``and_`` calls ``__and__``.
"""

ROUND: Final = "builtins.round"
ZIP: Final = "builtins.zip"
BUILTIN_MAP: Final = "builtins.map"
ENUMERATE: Final = "builtins.enumerate"
SUM: Final = "builtins.sum"
REDUCE: Final = "functools.reduce"
ACCUMULATE: Final = "itertools.accumulate"
REPLACING_FUNCTIONS: Final = frozenset({"dataclasses.replace", "copy.replace"})
REPLACING_METHODS: Final = frozenset({"replace", "_replace"})
"""Methods that return a copy with some fields replaced: ``state.replace(step=0)``."""
ONE_OF_SEVERAL: Final = frozenset({"builtins.max", "builtins.min"})
"""Built-in functions that return one of their arguments, or an item of a single one."""

NESTED_FUNCTIONS: Final = frozenset({"jax.numpy.array", "jax.numpy.asarray"})
"""Functions that accept nested lists of operands; an array made from a list is never weak."""

POSITIONAL_PARAMETERS: Final[dict[str, tuple[str, ...]]] = {
    "jax.numpy.where": ("condition", "x", "y"),
}
"""The parameters by position, for functions with positional-only parameters other than operands.

mypy does not keep the names of positional-only parameters. For all other functions the rule has
them.
"""

_INDEX_PREFIX: Final = "at."
METHOD_NAMES: Final[dict[str, str]] = {
    f"{INDEX_UPDATE}.{method.removeprefix(_INDEX_PREFIX)}"
    if method.startswith(_INDEX_PREFIX)
    else f"{ARRAY}.{method}": method
    for method in METHODS
}
"""The methods and properties of arrays that have a rule, with their keys in the rules."""

CALLABLES: Final[dict[str, str]] = {
    f"{CALLABLES_MODULE}._{callable_class(function.removeprefix(_JAX_NUMPY))}.__call__": function
    for function in FUNCTIONS
    if function.startswith(_JAX_NUMPY)
}
"""The ``__call__`` methods of functions that are objects, each with the function's name."""

_TREES: Final = "jax._src.tree_util."
ANY_DTYPE: Final = f"{_TREES}_Dtype"
"""The stand-in dtype for the dtypes of all leaves of a pytree."""
ANY_FLOAT_DTYPE: Final = f"{_TREES}_FloatDtype"
STAND_INS: Final = {ANY_DTYPE: "generic", ANY_FLOAT_DTYPE: "floating"}
"""The stand-in dtypes, each with the category of the dtypes that it stands for."""

SCAN: Final = "jax.lax.scan"
WHILE_LOOP: Final = "jax.lax.while_loop"
FORI_LOOP: Final = "jax.lax.fori_loop"
MAP: Final = "jax.lax.map"
ASSOCIATIVE_SCAN: Final = "jax.lax.associative_scan"
COND: Final = "jax.lax.cond"
SWITCH: Final = "jax.lax.switch"

_DECORATOR: Final = "jax._src.shard_map._TransformDecorator"
DECORATORS: Final = {
    "jax.jit": "jax._src.pjit._JitDecorator",
    "jax.vmap": _DECORATOR,
    "jax.checkpoint": _DECORATOR,
    "jax.remat": _DECORATOR,
    "jax.shard_map": _DECORATOR,
    "jax.smap": _DECORATOR,
    "jax.named_call": _DECORATOR,
    "jax.numpy.vectorize": _DECORATOR,
    "flax.nnx.transforms.compilation.jit": _DECORATOR,
    "flax.nnx.transforms.iteration.vmap": _DECORATOR,
}
"""Transforms that get a function later, from ``jit(donate_argnums=0)`` or a partial: its class."""
_JITTED: Final = "jax._src.pjit._Jitted"
TRACING: Final[dict[str, str | None]] = {
    **dict.fromkeys(("jax.jit", f"{DECORATORS['jax.jit']}.__call__", "jax.pmap"), _JITTED),
    **dict.fromkeys(("jax.vmap", "jax.shard_map", "jax.smap", "jax.numpy.vectorize")),
    **dict.fromkeys(("flax.nnx.transforms.compilation.jit", "flax.nnx.transforms.iteration.vmap")),
}
"""Transforms that trace arguments and results, with the class of the returned function if any."""
JITTED_CALL: Final = f"{_JITTED}.__call__"
CUSTOM_VJP: Final = "jax._src.custom_derivatives.custom_vjp"
KEEPING: Final = frozenset(
    (
        *(*TRACING, *DECORATORS, f"{_DECORATOR}.__call__", "jax.ad_checkpoint.checkpoint"),
        *("jax._src.custom_derivatives.custom_jvp", CUSTOM_VJP),
        *(f"functools.{name}" for name in ("_Wrapper.__call__", "cache", "lru_cache")),
    )
)
"""Transforms and decorators whose result returns the same dtypes as the function."""
HANDING_BACK: Final = frozenset(
    (
        "contextlib.ContextDecorator.__call__",
        "contextlib._GeneratorContextManager.__call__",
        "jax._NamedScope.__call__",
        "jax.profiler.annotate_function",
    )
)
"""Decorators of libraries that return a function of the same type."""
OPEN_TRANSFORMS: Final = frozenset(
    f"jax.{name}"
    for name in ("grad", "hessian", "jacfwd", "jacobian", "jacrev", "pmap", "value_and_grad")
)
"""Transforms whose result has a type that depends on arguments such as ``argnums``."""

DEFINE_VJP: Final = frozenset(f"{CUSTOM_VJP}.{name}" for name in ("defvjp", "defvjp_with_logs"))
"""The methods that define a custom derivative."""

JVP: Final = "jax.jvp"
VJP: Final = "jax.vjp"
LINEARIZE: Final = "jax.linearize"
GRADIENT: Final = "jax.grad()"
"""The plugin's name for a function that ``jax.grad`` and the like return."""
PULLED_BACK: Final = "jax.vjp()"
"""The plugin's name for the function that ``jax.vjp`` returns."""
PUSHED_FORWARD: Final = "jax.linearize()"
"""The plugin's name for the function that ``jax.linearize`` returns."""
TRANSFORMS: Final = frozenset(
    f"jax.{name}" for name in ("grad", "hessian", "jacfwd", "jacobian", "jacrev", "value_and_grad")
)
"""Transforms that differentiate a function."""
LIKE: Final = {PULLED_BACK: "_cotangent_like", PUSHED_FORWARD: "_tangents_like"}
"""The parameter that the plugin adds to each of these functions; its type records dtypes."""
POWER: Final = "jax.numpy.power"
COMPARISONS: Final = frozenset(
    f"{_JAX_NUMPY}{name}"
    for name in ("equal", "not_equal", "less", "less_equal", "greater", "greater_equal")
)

_TREE_MODULES: Final = ("jax.tree.", "jax.tree_util.tree_")
TREE_MAPS: Final = {
    f"{module}{name}": before
    for module in _TREE_MODULES
    for name, before in {"map": 0, "map_with_path": 1}.items()
}
"""Functions that map over trees, with the number of other inputs before the leaves."""
TREE_LEAVES: Final = frozenset(
    f"{module}{name}"
    for module in _TREE_MODULES
    for name in ("leaves", "flatten", "leaves_with_path", "flatten_with_path")
)
TREE_REDUCTIONS: Final = frozenset(
    f"{module}{name}" for module in _TREE_MODULES for name in ("reduce", "reduce_associative")
)
PARTIAL: Final = "functools.partial"

LAYER_CONTAINERS: Final = ("flax.linen.module.", "flax.nnx.", "haiku._src.module.")
"""The prefixes of the library classes from which programs derive modules with layers."""
NNX_VARIABLE: Final = "flax.nnx.variablelib.Variable"
NNX_LIST: Final = "flax.nnx.helpers.List"
LINEN_VARIABLE: Final = "flax.core.scope.Variable"
FLAX_MODULE: Final = "flax.linen.module.Module"
HAIKU_TRANSFORM: Final = "haiku._src.transform.transform"
HAIKU_TRANSFORM_WITH_STATE: Final = "haiku._src.transform.transform_with_state"
HAIKU_WITHOUT_APPLY_RNG: Final = "haiku._src.multi_transform.without_apply_rng"
HAIKU_TRANSFORMED: Final = "haiku._src.transform.Transformed"
HAIKU_TRANSFORMED_WITH_STATE: Final = f"{HAIKU_TRANSFORMED}WithState"
FLAX_APPLY: Final = f"{FLAX_MODULE}.apply"
FLAX_INIT: Final = f"{FLAX_MODULE}.init"
FLAX_PARAM: Final = f"{FLAX_MODULE}.param"
FLAX_INIT_WITH_OUTPUT: Final = f"{FLAX_MODULE}.init_with_output"
"""Methods of flax.linen that call the module, except ``param``, which makes a parameter."""
CALL_METHOD: Final = "__call__"
