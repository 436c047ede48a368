import jax
import jax.numpy as jnp
import numpy as np


class HostRenderer:
    """Renders frames outside of JAX."""

    def __init__(self, size):
        self.size = size
        self.spec = jax.ShapeDtypeStruct((size, size), jnp.float32)

    def _render(self, position):
        grid = np.linspace(-1, 1, self.size)
        frame = np.exp(-((grid[:, None] - position[0]) ** 2) - (grid[None] - position[1]) ** 2)
        return frame.astype(np.float32)

    def __call__(self, position):
        return jax.pure_callback(self._render, self.spec, position)


class Policy:
    def __init__(self, key, size):
        self.kernel = jax.random.normal(key, (size * size, 2), jnp.bfloat16) * 0.1

    def __call__(self, frame):
        return jnp.tanh(frame.reshape(-1) @ self.kernel)  # mistake


def blend(previous, frame, rate=0.5):
    return rate * previous + (1 - rate) * frame  # mistake


def control(renderer, policy, num_steps):
    position = jnp.zeros(2, jnp.float32)
    memory = jnp.zeros((renderer.size, renderer.size), jnp.bfloat16)
    actions = []
    for _ in range(num_steps):
        frame = renderer(position)
        memory = blend(memory, frame)  # mistake
        action = policy(memory)
        position = position + action.astype(position.dtype)
        actions.append(action)
    return jnp.stack(actions)


def main() -> jax.Array:
    renderer = HostRenderer(4)
    policy = Policy(jax.random.key(0), 4)
    return control(renderer, policy, 3)
