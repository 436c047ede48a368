"""Tells scripts apart that have the same module name although modules are named by their paths.

``examples/my-model/train.py`` and ``examples/my-data/train.py`` are both ``train``, since the names
of their folders are no names of packages. mypy would give up.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable

from mypy.modulefinder import BuildSource


def tell_apart(sources: Iterable[BuildSource]) -> None:
    """Rename the files that share a module name, each after its whole path.

    ``import train`` then finds none of them: which one it is depends on the script that is run.
    """
    found = list(sources)
    files = Counter(each.module for each in found)
    for number, each in enumerate(found):
        if each.path is not None and files[each.module] > 1:
            # With a number, since `my-net` and `my.net` become one name.
            each.module = re.sub(r"\W", "_", f"{os.path.splitext(each.path)[0]}_{number}")
            each.base_dir = None  # mypy would look there for what is imported.
