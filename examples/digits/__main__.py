"""``python -m examples.digits``: train, print a log, and the accuracy at the end."""

from __future__ import annotations

import argparse

import jax

from .data import load
from .train import train


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m examples.digits", description=__doc__)
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    data_key, train_key = jax.random.split(jax.random.key(options.seed))
    data, test = load(data_key)
    for report in train(train_key, data, test, options.epochs):
        print(
            f"epoch {report.epoch:2}  loss {report.loss:.4f}"
            f"  test accuracy {report.accuracy:.2%}  loss scale {report.scale:g}"
        )


if __name__ == "__main__":
    main()
