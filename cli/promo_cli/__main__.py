"""``python -m promo_cli`` is the command ``promo``."""

from promo_cli import command

if __name__ == "__main__":
    command()
