"""The location and scale of distributions, which their functions take last.

Where they are left out, the defaults 0 and 1, which are Python integers, take part like that.
"""

from __future__ import annotations

from typing import Final

from promo_typing.rules.model import One

LOC: Final = One("loc", absent="weak_int")
SCALE: Final = One("scale", absent="weak_int")
