# The front door. `make` alone lists what can be done.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
APT := DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

.PHONY: help run test lint check soak bench openapi coverage lock clean

help: ## List the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/installed ## Start the service on 127.0.0.1:8000 (PORT, WORKERS, REDIS_URL from the environment)
	@exec $(BIN)/python -m gunicorn -c deploy/gunicorn.conf.py service.wsgi:app

test: $(VENV)/installed-for-tests redis-server chromium lint ## Lint, types, import contracts and all tests
	$(BIN)/python -m pytest -q -n auto --dist loadgroup

lint: $(VENV)/installed-for-tests ## Style, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

soak: $(VENV)/installed-for-tests redis-server ## The long runs: 200,000 random games and more (hours)
	BREHON_SOAK=1 $(BIN)/python -m pytest -q -n auto --dist loadgroup tests/soak

bench: $(VENV)/installed-for-tests redis-server ## Ratios to a Flask echo, and figures in process
	$(BIN)/python -m tests.bench

openapi: $(VENV)/installed-for-tests ## Refresh the examples' responses and openapi/openapi.yaml
	$(BIN)/python openapi/build.py

coverage: $(VENV)/installed-for-tests ## Write down which tests obey and break each rule
	$(BIN)/python -m tests.coverage

lock: $(VENV)/installed-for-tests ## Pin the dependencies anew
	$(BIN)/pip install -q pip-tools
	$(BIN)/pip-compile -q --strip-extras --no-emit-options --no-header -o requirements.lock pyproject.toml
	$(BIN)/pip-compile -q --strip-extras --no-emit-options --no-header --extra test -c requirements.lock -o requirements-test.lock pyproject.toml

clean: ## Remove what was installed and cached
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.PHONY: redis-server
redis-server:
	@command -v redis-server >/dev/null || { apt-get update -qq && $(APT) redis-server; } || \
		{ echo "The tests need redis-server: install it with your system's packages." >&2; exit 1; }

.PHONY: chromium
chromium: # outside CI the tests in a browser are skipped without one, and say how to get it
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || test -n "$$CHROMIUM" || \
		{ apt-get update -qq && $(APT) chromium; } || test -z "$$CI" || \
		{ echo "The tests need Chromium: install it with your system's packages." >&2; exit 1; }

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Brehon needs Python 3.11 or newer (PYTHON=... make run picks one)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); apt-get update -qq && $(APT) python3-venv && $(PYTHON) -m venv $(VENV); }

$(VENV)/installed: requirements.lock | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements.lock
	@touch $@

$(VENV)/installed-for-tests: requirements.lock requirements-test.lock | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements-test.lock
	@touch $@ $(VENV)/installed
