"""Functions of jax.random."""

from __future__ import annotations

from typing import Any, Final

from promo_typing.oracle.calls.call import NO_LITERALS, Call, for_functions

_MODULE: Final = "jax.random"


def key() -> Any:
    """Return a key; whether it is a typed one does not influence samples."""
    import jax

    return jax.random.key(0)


def _single(keys: Any) -> Any:
    """One key: a typed one is an element, one of the older kind an array of two numbers."""
    import jax

    typed = jax.dtypes.issubdtype(keys.dtype, jax.dtypes.prng_key)
    return keys[0] if typed else keys


def _weights() -> Any:
    """Two probabilities of half, weak as Python floats are."""
    import jax

    return jax.numpy.broadcast_to(0.5, (2,))


def _samples(*more: Any, **keywords: Any) -> tuple[Call, ...]:
    return (Call(lambda f, x, k: f(key(), *more, **keywords, **k)),)


def _of_key(*more: Any) -> tuple[Call, ...]:
    return (
        Call(
            lambda f, x, k: f(_single(x[0]), *more),
            (2,),
            literals_from=NO_LITERALS,
            not_numpy=(0,),
        ),
    )


_KEYS: Final = {
    **for_functions(_MODULE, "key PRNGKey", (Call(lambda f, x, k: f(0)),)),
    **for_functions(_MODULE, "split clone key_data", _of_key()),
    **for_functions(_MODULE, "fold_in", _of_key(1)),
    **for_functions(
        _MODULE,
        "wrap_key_data",
        (Call(shape=(2,), literals_from=NO_LITERALS, not_numpy=(0,)),),
    ),
}

CALLS: Final[dict[str, tuple[Call, ...]]] = {
    **_KEYS,
    **for_functions(
        _MODULE,
        "uniform cauchy exponential gumbel laplace logistic maxwell normal bits rademacher",
        _samples(),
    ),
    **for_functions(
        _MODULE,
        "gamma loggamma chisquare lognormal pareto rayleigh t wald poisson",
        _samples(1.0),
    ),
    **for_functions(_MODULE, "bernoulli geometric", _samples(0.5)),
    **for_functions(_MODULE, "ball orthogonal", _samples(2)),
    f"{_MODULE}.ball[p=...]": (Call(lambda f, x, k: f(key(), 2, *x, **k), ()),),
    **for_functions(_MODULE, "truncated_normal", _samples(-1.0, 1.0)),
    **for_functions(
        _MODULE,
        "multivariate_normal",
        (Call(lambda f, x, k: f(key(), x[0][0], x[1], **k), literals_from=NO_LITERALS),),
    ),
    **for_functions(
        _MODULE,
        "weibull_min double_sided_maxwell generalized_normal",
        (Call(lambda f, x, k: f(key(), *x, **k), ()),),
    ),
    **for_functions(_MODULE, "beta f", _samples(1.0, 1.0)),
    **for_functions(_MODULE, "binomial", _samples(2.0, 0.5)),
    **for_functions(_MODULE, "triangular", _samples(0.0, 0.5, 1.0)),
    **for_functions(_MODULE, "randint", _samples((2,), 0, 3)),
    **for_functions(
        _MODULE, "categorical dirichlet", (Call(lambda f, x, k: f(key(), _weights(), **k)),)
    ),
    **for_functions(
        _MODULE, "multinomial", (Call(lambda f, x, k: f(key(), 2.0, _weights(), **k)),)
    ),
    **for_functions(
        _MODULE,
        "permutation choice",
        (Call(lambda f, x, k: f(key(), x[0]), literals_from=NO_LITERALS),),
    ),
}
