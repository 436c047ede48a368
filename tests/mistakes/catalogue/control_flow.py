"""Loops and branches of ``jax.lax``."""

from __future__ import annotations

from typing import Final

from tests.mistakes.mistake import Kind, Mistake, Raises, Source

MISTAKES: Final = (
    Mistake(
        Kind.CARRIES,
        "sum_from_zero",
        Source("jax-ml/jax", 1686),
        "the sum begins as the integer 0 and becomes a float",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "running_loss",
        Source("jax-ml/jax", 1686),
        "the carry begins as jnp.int32(0), and the body adds losses of float32 to it",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "halved_tolerance",
        Source("jax-ml/jax", 1681),
        "the body casts its carry to float16",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "minimizer_counter",
        Source("jax-md/jax-md", 99),
        "the counter of steps is reset to 0.0 and becomes a float",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "line_search_value",
        Source("google-deepmind/optax", 1207),
        "the value begins in float32, and the step returns it in bfloat16",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "recurrent_state",
        Source("google/flax", 1915),
        "the hidden state is created without a dtype; the cell returns bfloat16",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "gradient_accumulator",
        Source("mlnomadpy/flaxchat", 6),
        "the sum begins as zeros_like of bfloat16 parameters, and gradients are added in float32",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "optimizer_moments",
        Source("google/tunix", 1880),
        "a NumPy decay promotes the moments of bfloat16 to float32 inside the loop",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "weak_chain",
        Source("jax-ml/jax", 9046),
        "a carry of three Python floats: the input's dtype reaches each one step later",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.CARRIES,
        "eigen_residual",
        Source("jax-ml/jax", 3112),
        "the residual begins as a real number, and the matrix is complex",
        Raises(TypeError, "must have equal types"),
    ),
    Mistake(
        Kind.BRANCHES,
        "accumulated_update",
        Source("google-deepmind/optax", 1038),
        "one branch applies updates of float32, the other returns the gradients in bfloat16",
        Raises(TypeError, "must have equal"),
    ),
    Mistake(
        Kind.BRANCHES,
        "zero_flux",
        Source("climate-analytics-lab/jax-gcm", 797),
        "the branch without flux returns float32 zeros, the other one float16",
        Raises(TypeError, "must have equal"),
    ),
    Mistake(
        Kind.BRANCHES,
        "loss_choice",
        Source("aesara-devs/aesara", 187),
        "one of the losses counts errors and returns an integer",
        Raises(TypeError, "must have equal"),
    ),
    Mistake(
        Kind.BRANCHES,
        "clipped_gradient",
        Source("google-deepmind/optax", 1038),
        "the norm is float32, so the clipped branch is, while the other keeps float16",
        Raises(TypeError, "must have equal"),
    ),
    Mistake(
        Kind.BRANCHES,
        "adafactor_steps",
        Source("google-deepmind/optax", 377),
        "the update is float32, and the branch that skips it returns the bfloat16 gradients",
        Raises(TypeError, "must have equal output types"),
    ),
)
