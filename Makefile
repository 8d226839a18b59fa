# Every target is complete by itself: it needs only python3 (3.11 or newer, with venv), make and git.
# Another Python: make demo PYTHON=python3.12

PYTHON ?= python3
PIP = -m pip --disable-pip-version-check --quiet --no-input
LOCK = -m uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command "make lock" --quiet

.DEFAULT_GOAL := help
.PHONY: help demo studio test lint types imports tests test-deep fuzz preflight words bench gallery docs docs-serve lock format clean

help:
	@echo "make demo       build Attribute's kit for four players into output/ (2 seconds)"
	@echo "make studio     open printkit in the browser"
	@echo "make test       run lint, types, imports and tests; each is also a target (8 minutes)"
	@echo "make test-deep  run the tests with thousands of random games and damaged files, then fuzz"
	@echo "make fuzz       run the fuzzer (5 minutes); ARGS='layout --seconds 600' for one target"
	@echo "make preflight  check every sheet in every combination; ARGS='wolle --lang pl' for some"
	@echo "make words      list missing translations; ARGS='--begin pt' starts a new language"
	@echo "make bench      measure printkit and compare it with other libraries"
	@echo "make gallery    regenerate the README's pictures and the reference pages"
	@echo "make docs       build the documentation site into site/"
	@echo "make docs-serve show the documentation site in the browser while you edit it"
	@echo "make format     format the code"
	@echo "make lock       upgrade the locked versions of all dependencies"
	@echo "make clean      remove everything that make created"

# $(call install,environment,lock file): the locked packages, then printkit itself as it stands here.
define install
	@test -x $(1)/bin/python || { \
		$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
			echo "printkit needs Python 3.11 or newer; choose one: make PYTHON=python3.12"; exit 1; }; \
		$(PYTHON) -m venv $(1) && echo '*' > $(1)/.gitignore; }
	@echo "Installing what $(2) names into $(1)/ ..."
	@$(1)/bin/python $(PIP) install --require-hashes -r $(2)
	@$(1)/bin/python $(PIP) install --no-deps --no-build-isolation --editable .
	@$(1)/bin/python -m compileall -q printkit
	@touch $@
endef

.venv/installed: requirements/run.lock pyproject.toml printkit/_version.py
	$(call install,.venv,requirements/run.lock)

.venv/installed-studio: requirements/studio.lock pyproject.toml printkit/_version.py
	$(call install,.venv,requirements/studio.lock)
	@touch .venv/installed

.venv/installed-dev: requirements/dev.lock pyproject.toml printkit/_version.py .venv/wheelhouse/filled
	$(call install,.venv,requirements/dev.lock)
	@touch .venv/installed .venv/installed-studio

# Packages from which tests install printkit into an environment of its own, without the network.
.venv/wheelhouse/filled: requirements/studio.lock
	@test -x .venv/bin/python || $(PYTHON) -m venv .venv
	@.venv/bin/python $(PIP) download --require-hashes --no-deps --dest .venv/wheelhouse -r requirements/studio.lock
	@touch $@

.venv-bench/installed: requirements/bench.lock pyproject.toml printkit/_version.py
	$(call install,.venv-bench,requirements/bench.lock)

demo: .venv/installed
	@echo
	@echo "Attribute for Ann, Ben, Cleo and Dan:"
	@.venv/bin/printkit build attribute --names "Ann,Ben,Cleo,Dan" --out output/
	@echo
	@echo "The recorded games that come along, replayed through the rules:"
	@said=$$(.venv/bin/printkit validate) || { echo "$$said"; exit 1; }; echo "$$said" | tail -n 1
	@echo
	@echo "Open output/attribute-4p-ABCD.pdf and print it."
	@echo "For a game of your own choice run .venv/bin/printkit: it asks a few questions."
	@echo "README.md and docs/recipes.md work here after: export PATH=\"\$$PWD/.venv/bin:\$$PATH\""

studio: .venv/installed-studio
	@.venv/bin/printkit studio $(ARGS)

test: lint types imports tests
	@echo "All checks passed."

lint: .venv/installed-dev
	@.venv/bin/ruff check && .venv/bin/ruff format --check

types: .venv/installed-dev
	@.venv/bin/mypy

imports: .venv/installed-dev
	@.venv/bin/lint-imports

# One test worker per core. For some tests in one process: .venv/bin/python -m pytest tests/rules
PYTEST = .venv/bin/python -m pytest --quiet -rs -n auto --dist worksteal

tests: .venv/installed-dev
	@$(PYTEST) $(ARGS)

test-deep: .venv/installed-dev
	@$(PYTEST) --deep $(ARGS)
	@$(MAKE) --no-print-directory fuzz ARGS=

# Without wheels of atheris for this system or Python, the fuzzer cannot run; the tests can.
fuzz: .venv/installed-dev
	@if .venv/bin/python $(PIP) install --require-hashes --only-binary :all: -r requirements/fuzz.lock; \
	then .venv/bin/python -m tests.fuzz $(ARGS); \
	else echo "NOT RUN: the fuzzer. atheris cannot be installed here; it needs Linux on x86-64," \
		"CPython 3.11 to 3.14, and access to PyPI."; fi

preflight: .venv/installed-dev
	@.venv/bin/python -m tests.preflight.matrix $(ARGS)

words: .venv/installed-dev
	@.venv/bin/python -m tests.languages.words $(ARGS)

bench: .venv-bench/installed
	@.venv-bench/bin/python -m bench $(ARGS)

gallery: .venv/installed-dev
	@.venv/bin/python -m docs.generate.gallery
	@.venv/bin/python -m docs.generate.pictures
	@.venv/bin/python -m docs.generate.commands
	@.venv/bin/python -m docs.generate.manpage
	@.venv/bin/python -m docs.generate.record_page

docs: .venv/installed-dev
	@NO_MKDOCS_2_WARNING=1 .venv/bin/python -m mkdocs build --strict --quiet
	@echo "Open site/index.html. Its search needs a server: make docs-serve."

docs-serve: .venv/installed-dev
	@.venv/bin/python -m mkdocs serve --dev-addr 127.0.0.1:8001

format: .venv/installed-dev
	@.venv/bin/ruff check --fix-only --quiet; .venv/bin/ruff format

lock: .venv/installed-dev
	@.venv/bin/python $(PIP) install uv
	@.venv/bin/python $(LOCK) --upgrade --group build -o requirements/run.lock
	@.venv/bin/python $(LOCK) --upgrade --group build --extra studio -c requirements/run.lock -o requirements/studio.lock
	@.venv/bin/python $(LOCK) --upgrade --group dev --extra all -c requirements/run.lock -o requirements/dev.lock
	@.venv/bin/python $(LOCK) --upgrade --group bench -c requirements/run.lock -o requirements/bench.lock
	@.venv/bin/python $(subst pyproject.toml,,$(LOCK)) --upgrade --group fuzz -o requirements/fuzz.lock

clean:
	@rm -rf .venv .venv-bench .mypy_cache .ruff_cache .hypothesis .pytest_cache \
		.import_linter_cache .cache dist build site output/attribute-4p-ABCD.pdf
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
