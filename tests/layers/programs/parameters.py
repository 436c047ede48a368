"""Parameters of flax.linen have the requested dtype of their initializers."""

from typing import reveal_type

import flax.linen as nn
import jax
import jax.numpy as jnp

b16 = jnp.ones((2, 3), jnp.bfloat16)


class Norm(nn.Module):
    kernel_init: nn.initializers.Initializer = nn.initializers.ones

    @nn.compact
    def __call__(self, x):
        size = x.shape[-1]
        usual = self.param("usual", nn.initializers.ones, (size,))
        asked = self.param("asked", nn.initializers.zeros, (size,), jnp.float16)
        as_input = self.param("as_input", nn.initializers.uniform(scale=0.1), (size,), x.dtype)
        drawn = self.param("drawn", nn.initializers.lecun_normal(), (size, size))
        written = self.param("written", lambda key, n: jnp.ones(n, jnp.float16), size)
        handed = self.param("handed", self.kernel_init, (size,))
        return usual, asked, as_input, drawn, written, handed


made = Norm().init_with_output(jax.random.key(0), b16)[0]
reveal_type(made[0])
reveal_type(made[1])
reveal_type(made[2])
reveal_type(made[3])
reveal_type(made[4])
reveal_type(made[5])  # unknown: a field may be another initializer


class Scaled(nn.Module):
    def setup(self):
        self.scale = self.param("scale", nn.initializers.ones, (3,), jnp.float16)

    def __call__(self, x):
        return x.astype(jnp.float16) * self.scale


reveal_type(Scaled().init_with_output(jax.random.key(0), b16)[0])


class Typed(nn.Module):
    """Two arguments leave mypy several types to try: it checks the call for each of them."""

    dtype: jnp.dtype = jnp.float16
    kernel_init: nn.initializers.Initializer = nn.initializers.lecun_normal()

    @nn.compact
    def __call__(self, x):
        return self.param("kernel", self.kernel_init, (3, 3), self.dtype)


reveal_type(Typed().init_with_output(jax.random.key(0), b16)[0])  # unknown: see `made[5]`
