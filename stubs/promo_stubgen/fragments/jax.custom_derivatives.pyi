from jax import closure_convert as closure_convert
from jax import custom_gradient as custom_gradient
