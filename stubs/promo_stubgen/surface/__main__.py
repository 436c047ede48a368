"""``python -m promo_stubgen.surface``: write the surface of the installed JAX, or check it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from promo_stubgen.surface.installed import installed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 1 if ``--check`` finds the file stale."""
    parser = argparse.ArgumentParser(prog="python -m promo_stubgen.surface", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if out of date")
    path, text = installed()
    if not parser.parse_args(arguments).check:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} is out of date: run `python -m promo_stubgen.surface`", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
