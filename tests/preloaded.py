"""The modules that the processes of `tests.processes` have imported when they start."""

import gc

import jax.numpy
import mypy.dmypy.client
import mypy.main

import promo_cli.annotate.command
import promo_cli.annotate.launch
import promo_cli.annotate.report
import promo_cli.annotate.tracing
import promo_cli.app
import promo_cli.audit
import promo_cli.check
import promo_cli.coverage.command
import promo_cli.coverage.formats
import promo_cli.coverage.measure
import promo_cli.doctor.command
import promo_cli.mypy_run
import promo_cli.reveal
import promo_cli.verify
import promo_mypy.plugin
import promo_runtime.auditing
import promo_typing.oracle.verify

__all__ = ["jax", "mypy", "promo_cli", "promo_mypy", "promo_runtime", "promo_typing"]

# The garbage collector of a process need not examine the objects that all processes share.
gc.collect()
gc.freeze()
