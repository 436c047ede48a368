import jax
import jax.numpy as jnp


def cast_floats(tree, dtype="bfloat16"):
    def cast(leaf):
        if jnp.issubdtype(leaf.dtype, jnp.floating):
            return leaf.astype(dtype)
        return leaf

    return jax.tree.map(cast, tree)


def main() -> jax.Array:
    return cast_floats({"w": jnp.ones(3), "step": jnp.array(0)})["w"]
