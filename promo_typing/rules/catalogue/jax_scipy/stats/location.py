"""The location and scale of distributions: the last parameters of their functions.

If they are left out, their defaults are promoted, which are the Python integers 0 and 1.
"""

from __future__ import annotations

from typing import Final

from promo_typing.rules.model import One

LOC: Final = One("loc", absent="weak_int")
SCALE: Final = One("scale", absent="weak_int")
