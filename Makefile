# Two commands: `make` sets everything up and prints the deck into output/, `make test` passes all tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: all build test test-all bench pictures clean

all: build

build: $(VENV)/.ready
	$(BIN)/tt-print build

test: $(VENV)/.test-ready
	$(BIN)/python -m pytest

test-all: $(VENV)/.test-ready
	$(BIN)/python -m pytest -m "slow or not slow"

bench: $(VENV)/.test-ready
	$(BIN)/python -m tests.bench

pictures: $(VENV)/.test-ready
	$(BIN)/python -m tests.pictures

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("tt-print needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.test-ready: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache
