# make demo and make test need only Python 3.11+, git and make; everything else goes into .venv, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# The package as `pip install .` makes it: compiled.
COMPILED := build/compiled
SOURCES := setup.py pyproject.toml $(shell find tracker rules migrations -name '*.py')

.PHONY: setup demo test test-compiled thorough check bench clean

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tracker needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV): once, and a few minutes (PyTorch is large)"
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: $(READY)
	@$(BIN)/tracker demo

test: $(READY)
	$(BIN)/python -m pytest -m 'not bench'

# Not what asks where the clone is, for the demo.
test-compiled: $(COMPILED)/.ready
	PYTHONPATH=$(COMPILED):. $(BIN)/pytest -m 'not bench and not slow' tests/rules tests/contract tests/property \
		tests/crash/test_kill.py tests/unit tests/e2e --ignore=tests/unit/serve

$(COMPILED)/.ready: $(READY) $(SOURCES)
	rm -rf build
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --target $(COMPILED) .
	@ls $(COMPILED)/*.so >/dev/null
	touch $@

thorough: $(READY)
	$(BIN)/python -m pytest -m 'not bench' --thorough

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(COMPILED)/.ready
	PYTHONPATH=$(COMPILED) $(BIN)/python tests/bench/log.py
	PYTHONPATH=$(COMPILED) $(BIN)/python tests/bench/fold.py --keep build/bench

clean:
	rm -rf build $(VENV) *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
