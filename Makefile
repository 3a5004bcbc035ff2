# `make` alone lists the everyday targets, `make qa` the long ones: their help text stands behind ## and ##qa.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
APT := DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

# The server of `make run` and `make faults`: gunicorn or granian.
SERVER ?= gunicorn
COMMAND_gunicorn := -m gunicorn -c service/gunicorn_conf.py service.wsgi:app
COMMAND_granian := -m deploy.granian_server
INSTALLED_granian := $(VENV)/installed-granian

GAMES := $(subst _,-,$(patsubst service/games/%/game.py,%,$(wildcard service/games/*/game.py)))

.PHONY: help run test quick game new-game check-game lint messages openapi coverage clean qa
.PHONY: stress qa-resume mutants proof soak bench perft partial worst offline-scores clients recipes page-pictures faults cluster load scaling fuzz audit sbom lock lowest

# ---------------------------------------------------------------- every day

help: ## List the everyday targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: known-server $(VENV)/installed $(INSTALLED_$(SERVER)) ## Start the service on 127.0.0.1:8000 (PORT, WORKERS, REDIS_URL, SERVER from the environment)
	@MALLOC_ARENA_MAX=$${MALLOC_ARENA_MAX:-2} exec $(BIN)/python $(COMMAND_$(SERVER))

.PHONY: known-server
known-server:
	@test -n "$(COMMAND_$(SERVER))" || { echo "There is no server '$(SERVER)': SERVER is gunicorn or granian." >&2; exit 1; }

test: $(VENV)/installed-for-tests redis-server nginx chromium node typescript generators validators lint ## Lint, types, import contracts and all tests
	$(BIN)/python -m pytest -q -n auto --dist loadgroup -m "not alone"
	$(BIN)/python -m pytest -q -m alone

quick: $(VENV)/installed-for-tests ## The tests without Redis, browser, servers and random games (40 seconds)
	$(BIN)/python -m pytest -q -n auto -m "not slow"

game: known-game $(VENV)/installed-for-tests ## Rules, printed examples and cases of one game (GAME=kingdomino; 10 seconds)
	$(BIN)/python -m pytest -q -m "not slow" -k "$(GAME) or $(subst -,_,$(GAME))" tests/games tests/rulebook tests/cases

check-game: $(VENV)/installed-for-tests ## The shared tests for one game, then what is left to do (NAME=kingdomino; 20 seconds)
	@$(BIN)/python -m tests.check_game "$(NAME)"

.PHONY: known-game
known-game:
	@case " $(GAMES) " in *" $(GAME) "*) ;; \
		*) echo "There is no game '$(GAME)'. Choose one with GAME=: $(GAMES)" >&2; exit 1 ;; esac

new-game: $(VENV)/installed-for-tests ## Write the package of a new game (NAME=nine-mens-morris MOVES=place,move,fly; TITLE; IN=folder for a package outside of this project)
	@$(BIN)/python -m service.new_game "$(NAME)" "$(MOVES)" --title "$(TITLE)" $(if $(IN),--in "$(IN)")
	@$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e "$(or $(IN),.)"

lint: $(VENV)/installed-for-tests ## Style, types and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

messages: $(VENV)/installed-for-tests ## Write every sentence with sample values into docs/messages-*.md
	$(BIN)/python -m tests.rulebook.messages

openapi: $(VENV)/installed-for-tests ## Write the examples' responses and the documents in openapi/
	$(BIN)/python openapi/build.py

coverage: $(VENV)/installed-for-tests ## Run the marked tests and write down which rules they saw kept and broken (a minute; NAME=gops for a game with cases only)
	$(BIN)/python -m tests.coverage $(NAME)

clean: ## Remove what was installed and cached
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

qa: ## List the long targets: stress, measurements, fuzzing, dependencies
	@grep -hE '^[a-z-]+:.*##qa ' $(MAKEFILE_LIST) | sed -E 's/:.*##qa /\t/' | expand -t 16

# ---------------------------------------------------------------- long measurements, stress, dependencies

stress: $(VENV)/installed-for-tests redis-server nginx chromium validators ##qa Faults, cluster, load and fuzzing in short, the page in every language, random games and partial tables at length
	BREHON_STRESS=1 $(BIN)/python -m pytest -q tests/qa/faults tests/qa/cluster tests/qa/load tests/qa/fuzz tests/api/test_raw_sockets.py tests/contract/test_schemathesis.py tests/web tests/qa/taps tests/games tests/referee

qa-resume: $(VENV)/installed-for-tests node ##qa Go on with the long runs: random games, partial tables, second referees, bad requests … (FOR_SECONDS=3600, 0 only shows how far they came; RUN=random-games; JOBS=1); commit tests/qa/totals.json
	nice -n 10 $(BIN)/python -m tests.qa.long_runs --seconds $${FOR_SECONDS:-3600} --run "$(RUN)" --jobs $${JOBS:-1}; \
		status=$$?; $(BIN)/python -m tests.qa.proof; exit $$status

mutants: known-game $(VENV)/installed-for-tests ##qa Small changes of a game's engine, which its tests have to notice (GAME=kingdomino; COUNT=100, FOR_SECONDS=3600; goes on where it was); commit tests/qa/mutants.json
	nice -n 10 $(BIN)/python -m tests.qa.mutants --game $(GAME) --count $${COUNT:-100} --seconds $${FOR_SECONDS:-3600}

proof: $(VENV)/installed-for-tests ##qa What is claimed, by which test, over how many cases, and what is not proved, into docs/proof.md
	$(BIN)/python -m tests.qa.proof

soak: $(VENV)/installed-for-tests ##qa The lines of play of Roll & Raid against each other, over 500 games
	BREHON_SOAK=1 $(BIN)/python -m pytest -q tests/qa/soak

bench: $(VENV)/installed-for-tests redis-server ##qa The service against a plain prototype, echoes and FastAPI, into docs/performance.md (20 minutes, quiet machine)
	$(BIN)/python -m tests.qa.bench --write docs/performance.md

perft: $(VENV)/installed-for-tests ##qa Count the sequences of moves from fixed positions into docs/perft.md
	$(BIN)/python -m tests.qa.perft

partial: $(VENV)/installed-for-tests ##qa Random partial tables against the whole ones: a part of qa-resume (FOR_SECONDS=3600)
	$(BIN)/python -m tests.qa.long_runs --run partial-tables --seconds $${FOR_SECONDS:-3600}

worst: $(VENV)/installed-for-tests ##qa Search for the dearest questions (FOR_SECONDS=1800; goes on where it was; finds go to build/worst-case)
	$(BIN)/python -m tests.qa.worst_case --seconds $${FOR_SECONDS:-1800}

page-pictures: $(VENV)/installed-for-tests chromium ##qa Take the pictures of docs/page.md anew (two minutes)
	$(BIN)/python -m tests.web.pictures

offline-scores: $(VENV)/installed-for-tests node ##qa The scoring module of the page against the service, on 100,000 random questions: a part of qa-resume (FOR_SECONDS=3600)
	$(BIN)/python -m tests.qa.long_runs --run offline-scores --seconds $${FOR_SECONDS:-3600}

clients: $(VENV)/installed-for-tests typescript ##qa Generate clients in five languages from the OpenAPI documents, compile or run them (10 minutes; needs Java)
	$(BIN)/python -m tests.qa.clients

recipes: $(VENV)/installed-for-tests ##qa The Swift and Kotlin snippets against generated clients (a minute; needs Java)
	$(BIN)/python -m tests.qa.clients.tools --everything
	BREHON_RECIPES=1 $(BIN)/python -m pytest -q tests/qa/recipes

faults: known-server $(VENV)/installed-for-tests redis-server ##qa Every fault at length; figures into docs/reliability.md (8 minutes, quiet machine; SERVER=granian only prints)
	SERVER=$(SERVER) $(BIN)/python -m tests.qa.faults

cluster: $(VENV)/installed-for-tests redis-server nginx ##qa nginx, three replicas, six Redis nodes, and what kills them; figures into docs/reliability.md
	$(BIN)/python -m tests.qa.cluster

load: $(VENV)/installed-for-tests redis-server ##qa Ten minutes at 80 % of capacity; figures into docs/reliability.md
	$(BIN)/python -m tests.qa.load

scaling: $(VENV)/installed-for-tests redis-server ##qa What a request costs and many tables need; into docs/scaling.md
	$(BIN)/python -m tests.qa.load.scaling

fuzz: $(VENV)/installed-for-tests ##qa atheris on the decoders (SECONDS_EACH=600; finds go to build/fuzz)
	@mkdir -p build/fuzz/corpus && $(BIN)/python -m tests.qa.fuzz.seeds build/fuzz/corpus
	$(BIN)/python -m tests.qa.fuzz -max_total_time=$${SECONDS_EACH:-600} -max_len=16384 -artifact_prefix=build/fuzz/ build/fuzz/corpus

audit: $(VENV)/installed-for-tests ##qa Known vulnerabilities in what is installed; fails too when they cannot be looked up
	$(BIN)/pip install -q pip-audit
	$(BIN)/pip-audit --strict --disable-pip --no-deps -r requirements.lock
	$(BIN)/pip-audit --strict --disable-pip --no-deps -r requirements-granian.lock
	$(BIN)/pip-audit --strict --disable-pip --no-deps -r requirements-test.lock

sbom: $(VENV)/installed-for-tests ##qa The software bill of materials (CycloneDX) of what runs, into build/sbom.cdx.json
	$(BIN)/pip install -q cyclonedx-bom
	@mkdir -p build && $(PYTHON) -m venv --clear build/sbom-venv
	build/sbom-venv/bin/pip install -q --disable-pip-version-check -r requirements.lock
	build/sbom-venv/bin/pip uninstall -q -y pip setuptools
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --validate -o build/sbom.cdx.json build/sbom-venv
	@rm -rf build/sbom-venv

lock: $(VENV)/installed-for-tests ##qa Pin the dependencies anew
	$(BIN)/pip install -q pip-tools
	$(BIN)/pip-compile -q --strip-extras --no-emit-options --no-header -o requirements.lock pyproject.toml
	$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['granian'])" | \
		$(BIN)/pip-compile -q --strip-extras --no-emit-options --no-header --no-annotate -c requirements.lock -o requirements-granian.lock -
	$(BIN)/pip-compile -q --strip-extras --no-emit-options --no-header --allow-unsafe --extra test --extra granian -c requirements.lock -o requirements-test.lock pyproject.toml

lowest: $(VENV)/bin/python ##qa The quick tests with the lowest versions that pyproject.toml allows, in build/lowest (5 minutes)
	@rm -rf build/lowest && mkdir -p build && $(PYTHON) -m venv build/lowest && build/lowest/bin/pip install -q --disable-pip-version-check uv
	build/lowest/bin/uv pip install -q --python build/lowest/bin/python --resolution lowest-direct -r pyproject.toml
	build/lowest/bin/uv pip freeze -q --python build/lowest/bin/python | grep -vE '^(uv|pip|setuptools)==' > build/lowest.txt
	build/lowest/bin/uv pip install -q --python build/lowest/bin/python -c build/lowest.txt -e '.[test]'
	build/lowest/bin/python -m pytest -q -n auto -m "not slow"

# ---------------------------------------------------------------- what the others need

.PHONY: redis-server
redis-server:
	@command -v redis-server >/dev/null || { apt-get update -qq && $(APT) redis-server; } || \
		{ echo "The tests need redis-server: install it with your system's packages." >&2; exit 1; }

.PHONY: nginx
nginx: # RUNLEVEL=1 keeps Debian from starting what it installs
	@PATH=$$PATH:/usr/sbin command -v nginx >/dev/null || RUNLEVEL=1 $(APT) nginx-light >/dev/null || \
		{ apt-get update -qq && RUNLEVEL=1 $(APT) nginx-light >/dev/null; } || \
		{ echo "The tests need nginx: install it with your system's packages." >&2; exit 1; }

# Judges of the files in deploy/, out of Debian's packages and without installing these. Where that cannot be done the
# tests that need them are skipped, and say so.
.PHONY: validators
validators: $(VENV)/installed-for-tests
	@test -e $(BIN)/promtool -a -e $(BIN)/compose_spec.json || { \
		folder=$$(mktemp -d) && cd $$folder && apt-get download -qq prometheus docker-compose >/dev/null 2>&1 && \
		for package in *.deb; do dpkg-deb -x $$package . ; done && \
		cp usr/bin/promtool usr/lib/python3/dist-packages/compose/config/compose_spec.json $(CURDIR)/$(BIN)/ && \
		rm -r $$folder; } || echo "promtool and the schema of compose could not be fetched: their tests are skipped."

.PHONY: chromium
chromium: # outside CI the tests in a browser are skipped without one, and say how to get it
	@command -v chromium-headless-shell >/dev/null || test -n "$$CHROMIUM" || \
		{ apt-get update -qq && $(APT) chromium-headless-shell; } || \
		command -v chromium >/dev/null || command -v google-chrome >/dev/null || $(APT) chromium || test -z "$$CI" || \
		{ echo "The tests need Chromium: install it with your system's packages." >&2; exit 1; }

.PHONY: node
node: # outside CI the tests of the scoring module are skipped without it, and say how to get it
	@command -v node >/dev/null || { apt-get update -qq && $(APT) nodejs; } || test -z "$$CI" || \
		{ echo "The tests need node: install it with your system's packages." >&2; exit 1; }

.PHONY: generators
generators: $(VENV)/installed-for-tests typescript # the generators of clients; outside CI their tests are skipped without them
	@$(BIN)/python -m tests.qa.clients.tools || test -z "$$CI" || \
		{ echo "The tests need a generator of clients: see tests/qa/clients/requirements.txt." >&2; exit 1; }

.PHONY: typescript
typescript: node # the generator of types and the compiler; outside CI the tests of the package are skipped without npm
	@cd openapi/clients/typescript && { test node_modules/.package-lock.json -nt package-lock.json || \
		npm ci --silent --no-audit --no-fund --ignore-scripts; } || test -z "$$CI" || \
		{ echo "The tests need npm: install it with your system's packages." >&2; exit 1; }

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Brehon needs Python 3.11 or newer (PYTHON=... make run picks one)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); apt-get update -qq && $(APT) python3-venv && $(PYTHON) -m venv $(VENV); }

# The project itself is installed too: its games are found by the entry points in pyproject.toml.
$(VENV)/installed: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements.lock
	@$(BIN)/pip uninstall -q -y brehon 2>/dev/null  # its name until 0.1: both would declare the same games
	$(BIN)/pip install -q --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/installed-granian: requirements-granian.lock | $(VENV)/installed
	$(BIN)/pip install -q --disable-pip-version-check -r requirements-granian.lock
	@touch $@

$(VENV)/installed-for-tests: requirements.lock requirements-test.lock pyproject.toml | $(VENV)/bin/python
	$(BIN)/pip install -q --disable-pip-version-check -r requirements-test.lock
	@$(BIN)/pip uninstall -q -y brehon 2>/dev/null  # its name until 0.1: both would declare the same games
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/installed
