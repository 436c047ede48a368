"""``python -m promo_typing`` is the command ``promo``."""

from promo_typing.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
