"""Functions in attributes use the last values of the variables in the constructor."""

from typing import reveal_type

import jax.numpy as jnp

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3)


class Held:
    def __init__(self, rate):
        rate = rate.astype(jnp.bfloat16)
        self.scale = lambda a: a * rate

    def run(self, a):
        return self.scale(a)


class Late:
    def __init__(self, rate, *, narrow):
        def scale(a):
            return a * rate

        self.scale = scale
        if narrow:
            rate = rate.astype(jnp.float16)


reveal_type(Held(f32).run(bf16))
reveal_type(Held(f32).scale(bf16))
reveal_type(Late(f32, narrow=True).scale(f32.astype(jnp.float16)))
reveal_type(Late(bf16, narrow=False).scale(bf16))
