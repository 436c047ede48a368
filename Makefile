# Two commands set everything up: `make demo` and `make test`. Both may be run again at any time.
PYTHON ?= python3
VENV ?= .venv
# The JAX that test-jax installs, for instance 'jax>=1.2,<1.3'; by default the newest for PYTHON.
JAX ?= jax
BIN := $(VENV)/bin
# The tests start hundreds of processes, each of which would compile our sources and theirs.
unexport PYTHONDONTWRITEBYTECODE
# Python compiles what it imports; pip would compile all of each package, which takes a minute.
PIP := PIP_COMPILE=0 $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test test-slow test-jax test-python lint style mypy pyright stubs bench clean python

demo: $(VENV)/.demo
	$(BIN)/python -m examples.digits --epochs 3
	$(BIN)/promo check examples/digits
	@echo
	@echo "The same program with eight dtype mistakes, none of which stops Python from starting it:"
	$(BIN)/promo check examples/digits_bugs; test $$? -eq 1

# PyTorch is large, and the same on all versions of Python: the group `torch` has it on 3.11 alone,
# as `layers` has the libraries for neural networks. There their tests must run, and fail without
# them; elsewhere they are skipped.
LIBRARIES = $$($(BIN)/python -c 'import sys; print("torch,flax,equinox,haiku,einops,chex,optax" if sys.version_info[:2] == (3, 11) else "")')
PYTEST = PROMO_TEST_LIBRARIES=$(LIBRARIES) $(BIN)/python -m pytest -n 2 --dist loadgroup

# The tests that `make test` runs: by default the fast ones. CI runs all of them at once, which imports
# everything and fills the caches of type checkers only once.
TESTS ?= not slow
# That the stubs are fresh is one of the tests.
test: $(VENV)/.test
	$(MAKE) --jobs=2 style mypy pyright
	$(PYTEST) -m '$(TESTS)'

# The others: they are about other libraries, whole environments and programs, or random ones.
test-slow: $(VENV)/.test
	$(PYTEST) -m slow

# What depends on the version of JAX; for environments of other versions than that of the main one.
# How engines and systems compare with other libraries does not, nor what knows nothing of JAX, nor
# advice that is only planned.
test-jax: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist loadgroup tests/unit tests/stubs tests/runtime tests/engine tests/audit \
	  tests/oracle tests/cli/test_jax_version.py @tests/layout/without_jax.txt \
	  --ignore tests/engine/test_against_libraries.py --ignore tests/engine/test_planned_advice.py \
	  --ignore-glob 'tests/unit/systems/test_[!jv]*_live.py'

# What depends on the version of Python: `promo annotate` records by other means from 3.12 on.
test-python: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist loadgroup tests/annotate/test_recording.py tests/annotate/test_programs.py \
	  tests/annotate/test_enforced.py

lint: style mypy pyright
	$(BIN)/python -m promo_stubgen --check

style: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

mypy: $(VENV)/.test
	$(BIN)/mypy

pyright: $(VENV)/.test
	$(BIN)/pyright -p pyproject.toml

stubs: $(VENV)/.test
	$(BIN)/python -m promo_stubgen

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "promo-typing needs Python 3.11 or later, and there is no '$(PYTHON)' on the PATH."; \
	  echo "Install it, or name one: make demo PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "promo-typing needs Python 3.11 or later; '$(PYTHON)' is $$($(PYTHON) -V)."; \
	  echo "Name another: make demo PYTHON=/path/to/python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "'$(PYTHON)' lacks the module venv or ensurepip (on Debian: apt install python3-venv)."; exit 1; }

$(BIN)/python: | python
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	$(PIP) install -e '.[mypy]' --group demo
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(PIP) install -e '.[mypy]' '$(JAX)' --group test --group torch --group layers --group lint
	@touch $@

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(PIP) install -e '.[mypy]' --group test --group bench --group compatibility
	@touch $@
