# Two commands: `make` sets everything up and prints the deck into output/, `make test` passes all tests.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# the tests start Python a hundred times: what is compiled once is kept
unexport PYTHONDONTWRITEBYTECODE

.PHONY: all build lint test test-slow test-all mutants bench pictures fonts clean

all: build

build: $(VENV)/.ready
	@$(BIN)/tt-print build

lint: $(VENV)/.lint-ready
	@$(BIN)/ruff check tt_print tests
	@$(BIN)/ruff format --check --quiet tt_print tests || { echo "Not formatted; mend with: $(BIN)/ruff format tt_print tests"; exit 1; }
	@$(BIN)/mypy

test: $(VENV)/.test-ready
	@$(BIN)/python -m pytest -n auto --dist worksteal

test-all: $(VENV)/.test-ready
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "slow or not slow"

# what `make test` leaves out of `make test-all`
test-slow: $(VENV)/.test-ready
	@$(BIN)/python -m pytest -n auto --dist worksteal -m slow

# how many small planted faults the tests notice; takes an hour: make mutants MUTANTS="--count 50 --room scoring"
mutants: $(VENV)/.test-ready
	@$(BIN)/python -m tests.mutants $(MUTANTS)

bench: $(VENV)/.test-ready
	@$(BIN)/python -m tests.bench

pictures: $(VENV)/.test-ready
	@$(BIN)/python -m tests.pictures

fonts: $(VENV)/.test-ready
	@$(BIN)/python -m tests.measure_fonts

$(VENV)/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("tt-print needs Python 3.11 or newer, and this is " + sys.version.split()[0] + ". Another one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@echo "Setting up in $(VENV)/ (once; half a minute) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python has no venv here. On Debian and Ubuntu: sudo apt install python3-venv"; exit 1; }
	@$(PIP) --editable .
	@touch $@

$(VENV)/.test-ready: $(VENV)/.ready pyproject.toml
	@echo "Adding what the tests need ..."
	@$(PIP) --editable ".[test]"
	@touch $@

$(VENV)/.lint-ready: $(VENV)/.ready pyproject.toml
	@echo "Adding ruff and mypy ..."
	@$(PIP) --editable ".[lint]"
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache
