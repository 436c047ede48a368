"""What the processes of `tests.processes` have imported when they start."""

import gc

import jax.numpy
import mypy.dmypy.client
import mypy.main

import promo_cli.annotate.command
import promo_cli.app
import promo_cli.audit
import promo_cli.check
import promo_cli.coverage.command
import promo_cli.reveal
import promo_cli.verify
import promo_mypy.plugin

__all__ = ["jax", "mypy", "promo_cli", "promo_mypy"]

# The collector of each process need not look through what all of them share.
gc.collect()
gc.freeze()
