# make demo and make test need only Python 3.11+, git and make; everything else goes into .venv, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup demo test thorough check clean

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

thorough: $(READY)
	$(BIN)/python -m pytest -m 'not bench' --thorough

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:
	rm -rf $(VENV) *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
