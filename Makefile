# make demo and make test need only Python 3.11+, git and make; everything else goes into .venv, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# The package as `pip install .` makes it: compiled.
COMPILED := build/compiled
WHEELS := dist/pure dist/compiled
SOURCES := setup.py pyproject.toml $(shell find tracker rules migrations -name '*.py')

.PHONY: setup demo screenshots test test-compiled thorough check bench wheels clean

setup: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tracker needs Python 3.11 or newer: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV): once, and a few minutes (PyTorch is large)"
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: $(READY)
	@$(BIN)/tracker demo

# What docs/screenshots holds, made anew from the demo's home; it needs chromium.
screenshots: $(READY)
	rm -rf build/screenshots
	@$(BIN)/tracker demo --folder build/screenshots
	PYTHONPATH=. $(BIN)/python tests/web/screenshots.py sqlite:///build/screenshots/home.db

test: $(READY)
	$(BIN)/python -m pytest -p no:randomly -n auto --dist worksteal -m 'not bench'

# Not what asks where the clone is, for the demo.
test-compiled: $(COMPILED)/.ready
	PYTHONPATH=$(COMPILED):. $(BIN)/pytest -p no:randomly -n auto --dist worksteal -m 'not bench and not slow' tests/rules tests/contract tests/property \
		tests/crash/test_kill.py tests/unit tests/e2e --ignore=tests/unit/serve

$(COMPILED)/.ready: dist/compiled/.ready
	rm -rf $(COMPILED)
	$(BIN)/python -m pip install --quiet --no-deps --target $(COMPILED) dist/compiled/*.whl
	@ls $(COMPILED)/*.so >/dev/null
	touch $@

# One wheel for any machine, interpreted, and one for machines like this one, compiled; each tried where nothing else is.
wheels: $(addsuffix /.tried,$(WHEELS))

dist/pure/.ready: export TRACKER_PURE := 1
dist/%/.ready: $(READY) $(SOURCES)
	rm -rf build/lib build/bdist.* $(@D)
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir $(@D) .
	touch $@

dist/%/.tried: dist/%/.ready
	rm -rf build/tried
	$(PYTHON) -m venv build/tried
	build/tried/bin/python -m pip install --quiet $(@D)/*.whl
	cp fixtures/home.jsonl build/tried/
	cd build/tried && unset PYTHONPATH && export TRACKER_DB=sqlite:///tried.db && for each in \
		--version init "add home.jsonl" "where hall_drawer" "state hall_drawer location" conflicts replay verify "export --output out.jsonl"; \
		do bin/tracker $$each >/dev/null || exit 1; done
	@echo "$$(ls $(@D)/*.whl): the core commands run in an empty environment"
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
	rm -rf build dist $(VENV) *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
