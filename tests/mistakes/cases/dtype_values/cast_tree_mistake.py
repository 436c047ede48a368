import jax
import jax.numpy as jnp


def cast_floats(tree, dtype="bf16"):  # mistake
    def cast(leaf):
        if jnp.issubdtype(leaf.dtype, jnp.floating):
            return leaf.astype(dtype)  # mistake
        return leaf

    return jax.tree.map(cast, tree)  # mistake


def main() -> jax.Array:
    return cast_floats({"w": jnp.ones(3), "step": jnp.array(0)})["w"]  # mistake
