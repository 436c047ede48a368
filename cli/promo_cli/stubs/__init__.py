"""What `promo stubs` does: makes the stubs for other settings of JAX, and installs them."""
