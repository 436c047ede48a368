import jax
import jax.numpy as jnp


def get_num_steps(step_size, trajectory_length):
    num_steps = jnp.clip(trajectory_length / step_size, 1)
    return num_steps.astype(jnp.int32)


def hmc_proposal(potential, z, r, step_size, trajectory_length=1.0):
    grad = jax.grad(potential)

    def body(_, zr):
        z, r = zr
        r = r - 0.5 * step_size * grad(z)
        z = z + step_size * r
        return z, r - 0.5 * step_size * grad(z)

    return jax.lax.fori_loop(0, get_num_steps(step_size, trajectory_length), body, (z, r))


def main():
    return hmc_proposal(lambda z: 0.5 * jnp.sum(z**2), jnp.ones(2), jnp.zeros(2), jnp.float32(0.25))
