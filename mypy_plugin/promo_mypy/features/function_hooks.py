"""The callback for each function of JAX, of Python and of other libraries.

NumPy's functions are not here: one callback answers all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from mypy.plugin import FunctionContext
from mypy.types import Type

from promo_mypy.features import (
    builtin_map,
    calls,
    constrained_variables,
    constructors,
    dictionaries,
    dtype_argument,
    dtype_comparisons,
    dtype_conditions,
    einops_calls,
    filtered_transforms,
    folds,
    functions,
    gradients,
    nnx_transforms,
    numpy_items,
    operators,
    partials,
    partitions,
    rounding,
    summing,
    tangents,
    transforms,
    tree_leaves,
    tree_map,
    tree_reduce,
    tree_updates,
    unknown_keys,
    zipped,
)
from promo_mypy.features.control_flow import branches, loops
from promo_mypy.features.layers import haiku_functions, pooling, pure_functions
from promo_mypy.features.layers.catalogue import POOLING
from promo_mypy.features.mistakes import questions, reductions
from promo_mypy.fullnames import (
    ACCUMULATE,
    ASSOCIATIVE_SCAN,
    BUILTIN_MAP,
    BUILTIN_OPERATORS,
    DICTIONARY,
    DTYPE_TESTS,
    ENUMERATE,
    GRADIENT,
    JVP,
    KEEPING,
    LINEARIZE,
    MAP,
    NUMPY_DTYPE,
    ONE_OF_SEVERAL,
    PARTIAL,
    PULLED_BACK,
    PUSHED_FORWARD,
    REDUCE,
    REPLACING_FUNCTIONS,
    ROUND,
    SUM,
    TREE_LEAVES,
    TREE_MAPS,
    TREE_REDUCTIONS,
    VJP,
    ZIP,
)
from promo_mypy.inference.values import CALL
from promo_mypy.session import Sessions
from promo_typing.core.stub_names import NODE_OF_CLASS
from promo_typing.rules import FUNCTIONS

FunctionHook: TypeAlias = Callable[[FunctionContext], Type]


def hooks(sessions: Sessions, *, infer: bool) -> dict[str, FunctionHook]:
    """Return the callbacks by the full names of functions.

    Args:
        sessions: gives each callback the session with the settings of the place.
        infer: whether functions without annotations are checked for their calls.
    """
    return {
        **_ruled(sessions),
        **_control_flow(sessions),
        **_trees(sessions),
        **_questions(sessions),
        **_of_python(sessions),
        **(_inferring(sessions) if infer else _keeping(sessions)),
    }


def _ruled(sessions: Sessions) -> dict[str, FunctionHook]:
    """The callbacks for functions with rules, and for calls of dtypes: ``jnp.float32(1)``."""
    return {
        **{name: sessions.answer(functions.function, name) for name in FUNCTIONS},
        **{
            name: sessions.answer(constructors.dtype_class, node)
            for name, node in NODE_OF_CLASS.items()
        },
        NUMPY_DTYPE: sessions.answer(dtype_argument.constructed),
    }


def _control_flow(sessions: Sessions) -> dict[str, FunctionHook]:
    """The callbacks for functions that take functions, and for those of einops."""
    return {
        **{name: sessions.answer(loops.loop, name) for name in loops.LOOPS},
        **{name: sessions.answer(branches.conditional, name) for name in branches.CONDITIONALS},
        **{name: sessions.answer(reductions.reduced, name) for name in reductions.REDUCTIONS},
        **{name: sessions.answer(gradients.transform, name) for name in gradients.GRADIENTS},
        GRADIENT: sessions.answer(gradients.call),
        JVP: sessions.answer(tangents.jvp),
        VJP: sessions.answer(tangents.vjp),
        LINEARIZE: sessions.answer(tangents.linearize),
        PULLED_BACK: sessions.answer(tangents.call, PULLED_BACK),
        PUSHED_FORWARD: sessions.answer(tangents.call, PUSHED_FORWARD),
        MAP: sessions.answer(loops.mapped),
        ASSOCIATIVE_SCAN: sessions.answer(loops.combined),
        einops_calls.REDUCE: sessions.answer(einops_calls.reduced),
        einops_calls.EINSUM: sessions.answer(einops_calls.einsum),
    }


def _trees(sessions: Sessions) -> dict[str, FunctionHook]:
    """The callbacks for functions of pytrees."""
    return {
        **{
            name: sessions.answer(tree_map.function, parameters)
            for name, parameters in TREE_MAPS.items()
        },
        **dict.fromkeys(TREE_LEAVES, sessions.answer(tree_leaves.function)),
        **dict.fromkeys(TREE_REDUCTIONS, sessions.answer(tree_reduce.reduced)),
    }


def _questions(sessions: Sessions) -> dict[str, FunctionHook]:
    """The callbacks for questions about a dtype: ``jnp.finfo``, ``jnp.issubdtype``."""
    conditions = dtype_conditions.Conditions()
    return {
        **{name: sessions.answer(questions.limits, name) for name in questions.LIMITS},
        **{
            name: sessions.answer(partial(callback, conditions), name)
            for name, callback in dtype_conditions.QUESTIONS.items()
        },
        **{
            name: sessions.answer(dtype_comparisons.compared, name) for name in DTYPE_TESTS.values()
        },
    }


def _of_python(sessions: Sessions) -> dict[str, FunctionHook]:
    """The callbacks for Python's own functions, such as ``sum``, which calls an operator."""
    return {
        CALL: sessions.answer(gradients.call),
        PARTIAL: sessions.answer(partials.partial),
        DICTIONARY: sessions.answer(dictionaries.made),
        **dict.fromkeys(ONE_OF_SEVERAL, operators.greatest_or_least),
        SUM: sessions.answer(summing.summed),
        ZIP: sessions.answer(zipped.zipped),
        BUILTIN_MAP: sessions.answer(builtin_map.mapped),
        REDUCE: sessions.answer(folds.reduced),
        ACCUMULATE: sessions.answer(folds.accumulated),
        ENUMERATE: sessions.answer(numpy_items.enumerated),
        ROUND: sessions.answer(rounding.rounded),
        **{
            name: sessions.answer(operators.builtin_operator, method)
            for name, method in BUILTIN_OPERATORS.items()
        },
    }


def _keeping(sessions: Sessions) -> dict[str, FunctionHook]:
    """The callbacks without inference for transforms that keep the type: ``jax.jit``."""
    return dict.fromkeys(KEEPING, sessions.answer(constrained_variables.keeping))


def _inferring(sessions: Sessions) -> dict[str, FunctionHook]:
    """The callbacks with inference, for transforms, and for functions of libraries."""
    return {
        **{name: sessions.answer(transforms.keeping, name) for name in KEEPING},
        **dict.fromkeys(filtered_transforms.KEEPING, sessions.answer(filtered_transforms.keeping)),
        **{
            name: sessions.answer(filtered_transforms.gradient, name)
            for name in filtered_transforms.GRADIENTS
        },
        **{
            name: sessions.answer(nnx_transforms.gradient, name)
            for name in nnx_transforms.GRADIENTS
        },
        nnx_transforms.REMAT: sessions.answer(nnx_transforms.remat),
        **{name: sessions.answer(each) for name, each in partitions.HOOKS.items()},
        **{name: sessions.answer(each) for name, each in tree_updates.HOOKS.items()},
        **{name: sessions.answer(each) for name, each in pure_functions.FUNCTIONS.items()},
        **{name: sessions.answer(each) for name, each in haiku_functions.FUNCTIONS.items()},
        **{name: sessions.answer(each) for name, each in unknown_keys.FUNCTIONS.items()},
        **{name: sessions.answer(pooling.pooled, kind) for name, kind in POOLING.items()},
        **dict.fromkeys(REPLACING_FUNCTIONS, sessions.answer(calls.replaced)),
    }
