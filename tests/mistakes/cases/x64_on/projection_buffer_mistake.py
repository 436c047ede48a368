import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)


class XRayTransform:
    def __init__(self, shape, angles, det_count):
        self.shape = shape
        self.angles = angles
        self.det_count = det_count

    def project(self, im):
        out = jnp.zeros((len(self.angles), self.det_count), dtype=jnp.float32)  # mistake
        ys, xs = jnp.meshgrid(*[jnp.arange(n) - n / 2 for n in self.shape], indexing="ij")
        for k, angle in enumerate(self.angles):
            position = xs * np.cos(angle) + ys * np.sin(angle) + self.det_count / 2
            left = jnp.floor(position).astype(jnp.int32)
            weight = left + 1 - position
            out = out.at[k, left].add(im * weight)  # mistake
        return out


def main():
    transform = XRayTransform((6, 6), np.linspace(0, np.pi, 4, endpoint=False), 12)
    return transform.project(jnp.ones((6, 6)))
