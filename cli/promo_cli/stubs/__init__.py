"""``promo stubs``: writes stubs for other settings of JAX, and installs them."""
