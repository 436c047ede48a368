"""``python -m promo_cli`` is the command ``promo``."""

from promo_cli import main

if __name__ == "__main__":
    raise SystemExit(main())
