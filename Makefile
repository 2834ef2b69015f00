# Two commands: `make` sets everything up and writes all pages into output/, `make test` passes all tests. Without make,
# `./tt-print build` does what `make` does.
PYTHON ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# the tests start Python a hundred times: what is compiled once is kept
unexport PYTHONDONTWRITEBYTECODE

# what was set up in another folder does not work in this one; tt-print removes it if it made it
$(shell made_in=$$(cat $(VENV)/.ready 2>/dev/null); test "$${made_in:-$(CURDIR)}" = "$(CURDIR)" || rm -f $(VENV)/.*ready)

.PHONY: all build site lint test touched test-slow test-all mutants bench pictures fonts clean

all: build

build: $(VENV)/.ready
	@./tt-print build

# everything in a browser, in output/site: npm fetches Python for it once
site: $(VENV)/.ready
	@./tt-print site

lint: $(VENV)/.lint-ready
	@$(BIN)/python -m tests.makers.seventh build/echo
	@$(BIN)/ruff check tt_print tests build/echo *.py
	@$(BIN)/ruff format --check --quiet tt_print tests build/echo *.py || { echo "Not formatted; mend with: $(BIN)/ruff format tt_print tests build/echo *.py"; exit 1; }
	@$(BIN)/mypy
	@$(BIN)/python -m tests.tools.plain_english

test: $(VENV)/.test-ready
	@$(BIN)/python -m pytest -n auto --dist worksteal

# the tests that a change can break, the nearest first; what is not committed yet, or: make touched SINCE=main
SINCE := HEAD
touched: $(VENV)/.test-ready
	@tests=$$($(BIN)/python -m tests.touched --base $(SINCE)) || exit; \
	test -z "$$tests" || $(BIN)/python -m pytest -n auto --dist worksteal $$tests

test-all: $(VENV)/.test-ready
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "slow or not slow"

# what `make test` leaves out of `make test-all`
test-slow: $(VENV)/.test-ready
	@$(BIN)/python -m pytest -n auto --dist worksteal -m slow

# how many small planted faults the tests notice; takes hours: make mutants MUTANTS="--count 50 --room play"
mutants: $(VENV)/.test-ready
	@$(BIN)/python -m tests.mutants $(MUTANTS)

bench: $(VENV)/.test-ready
	@$(BIN)/python -m tests.bench

pictures: $(VENV)/.test-ready
	@$(BIN)/python -m tests.tools.pictures

fonts: $(VENV)/.test-ready
	@$(BIN)/python -m tests.tools.measure_fonts

# ./tt-print sets itself up; the file holds the folder that this was done in
$(VENV)/.ready: pyproject.toml
	@PYTHON="$(PYTHON)" ./tt-print --version >/dev/null
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
