"""Functions that haiku transforms; the revealed types are compared with the arrays."""

from typing import reveal_type

import haiku as hk
import jax
import jax.numpy as jnp

x = jnp.ones((2, 3))
half = jnp.ones((2, 3), jnp.bfloat16)
key = jax.random.key(0)


def forward(x, flag=False):
    h = hk.Linear(3)(x)
    if flag:
        h = h * 2
    return hk.Linear(4)(h), x.astype(jnp.int8)


network = hk.transform(forward)
params = network.init(key, x)
reveal_type(network.apply(params, key, x)[0])
reveal_type(network.apply(params, key, x)[1])
reveal_type(network.apply(params, key, x, flag=True)[0])
reveal_type(network.apply(params, None, half)[0])  # unknown: the parameters may be wider
reveal_type(network.apply(params, rng=key, x=x)[0])  # unknown: haiku's arguments have names
reveal_type(network.apply(*(params, key, x))[0])
reveal_type(hk.transform(forward).apply(params, key, x)[1])

without = hk.without_apply_rng(hk.transform(forward))
reveal_type(without.apply(params, x)[0])
reveal_type(without.apply(params, half)[1])


def counting(x):
    count = hk.get_state("count", (), jnp.int32, init=jnp.zeros)
    hk.set_state("count", count + 1)
    return x * 0.5


stateful = hk.transform_with_state(counting)
params, state = stateful.init(key, half)
reveal_type(stateful.apply(params, state, key, half)[0])
result, state = hk.without_apply_rng(hk.transform_with_state(counting)).apply(params, state, x)
reveal_type(result)


@hk.transform
def decorated(x):
    return x + 1


reveal_type(decorated.apply({}, key, half))
reveal_type(hk.without_apply_rng(decorated).apply({}, half))  # unknown: made of another variable


@hk.without_apply_rng
@hk.transform
def decorated_twice(x):
    return x + 1


reveal_type(decorated_twice.apply({}, half))

either = hk.transform(forward)
if x.ndim > 1:
    either = hk.transform(lambda x: (x.astype(jnp.float16), x))
reveal_type(either.apply(params, key, x)[0])  # unknown: another function may be transformed


def trained(x, y):
    def model(z):
        return hk.Linear(4)(z).sum() + y

    network = hk.without_apply_rng(hk.transform(model))
    params = network.init(key, x)

    @jax.jit
    def loss(params, z):
        return network.apply(params, z)

    return loss(params, x), handed_on(network, params, x)


def handed_on(network, params, x):
    return network.apply(params, x)


reveal_type(trained(x, x[0, 0])[0])
reveal_type(trained(x, x[0, 0])[1])  # unknown: a parameter may be any network
