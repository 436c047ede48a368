import jax
import jax.numpy as jnp


class LayerScale:
    def __init__(self, key, hidden_size, value=1e-5, dtype=jnp.bfloat16):
        self.dtype = dtype
        self.lambda1 = jax.nn.initializers.constant(value)(key, (hidden_size,))  # mistake

    def __call__(self, hidden_state):
        return hidden_state * self.lambda1  # mistake


class MLP:
    def __init__(self, key, hidden_size, dtype=jnp.bfloat16):
        k1, k2 = jax.random.split(key)
        init = jax.nn.initializers.lecun_normal()
        self.fc1 = init(k1, (hidden_size, 4 * hidden_size), jnp.bfloat16)
        self.fc2 = init(k2, (4 * hidden_size, hidden_size), jnp.bfloat16)

    def __call__(self, x):
        return jax.nn.gelu(x @ self.fc1) @ self.fc2


class Layer:
    def __init__(self, key, hidden_size):
        self.mlp = MLP(key, hidden_size)
        self.layer_scale = LayerScale(key, hidden_size)

    def __call__(self, x):
        return x + self.layer_scale(self.mlp(x))  # mistake


def main():
    layers = [Layer(jax.random.key(i), 8) for i in range(2)]
    x = jnp.ones((2, 8), jnp.bfloat16)
    for layer in layers:
        x = layer(x)
    return x
