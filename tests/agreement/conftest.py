"""The environment of the command, in which mypy has read the libraries before."""

from __future__ import annotations

import os
import shutil

import pytest

from tests.typesafety.mypy_runs import cache_of_promo


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    cache = tmp_path_factory.mktemp("cache")
    shutil.copytree(cache_of_promo(), cache, dirs_exist_ok=True)
    return {**os.environ, "MYPY_CACHE_DIR": str(cache)}
