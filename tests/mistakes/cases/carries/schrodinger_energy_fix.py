import jax
import jax.numpy as jnp


def hamiltonian(psi, v, dx=0.1):
    lap = jnp.roll(psi, 1) - 2 * psi + jnp.roll(psi, -1)
    return -0.5 * lap / dx**2 + v * psi


def energy(psi, v):
    return jnp.vdot(psi, hamiltonian(psi, v)).real


def evolve(psi, v, steps, dt=1e-3):
    def step(carry, _):
        psi, total = carry
        k1 = -1j * hamiltonian(psi, v)
        k2 = -1j * hamiltonian(psi + 0.5 * dt * k1, v)
        psi = psi + dt * k2
        return (psi, total + energy(psi, v)), jnp.abs(psi) ** 2

    (psi, total), density = jax.lax.scan(step, (psi, jnp.zeros(())), None, length=steps)
    return psi, total / steps, density


def main():
    x = jnp.linspace(-1, 1, 16)
    psi = jnp.exp(-(x**2)).astype(jnp.complex64)
    return evolve(psi, 0.5 * x**2, 3)
