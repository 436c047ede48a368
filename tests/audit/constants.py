"""A constant of NumPy in a module of its own."""

from __future__ import annotations

from typing import Final

import numpy as np

IMPORTED: Final = np.float32(0.5)
