# Every target is complete by itself: it needs only python3 (3.11 or newer, with venv), make and git.
# Another Python: make demo PYTHON=python3.12

PYTHON ?= python3
PIP = -m pip --disable-pip-version-check --quiet --no-input
LOCK = -m uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-annotate --custom-compile-command "make lock" --quiet

.DEFAULT_GOAL := help
.PHONY: help demo studio test lint types imports tests test-deep preflight words bench gallery lock format clean

help:
	@echo "make demo    print Attribute's kit for four players into output/ (2 seconds)"
	@echo "make studio  open printkit in the browser"
	@echo "make test    run every check, or one: make lint, types, imports, tests (2½ minutes)"
	@echo "make test-deep  run every test, with thousands of random games and damaged files"
	@echo "make preflight  judge every sheet in every combination; ARGS='wolle --lang pl': only those"
	@echo "make words   say what the languages lack; ARGS='--begin pt' prints a new one's file"
	@echo "make bench   measure printkit beside its comparisons"
	@echo "make gallery make the README's pictures and the reference pages anew"
	@echo "make format  put the code into its usual form"
	@echo "make lock    choose the versions of all dependencies anew"
	@echo "make clean   remove what make made"

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

.venv/installed: requirements.lock pyproject.toml printkit/__init__.py
	$(call install,.venv,requirements.lock)

.venv/installed-studio: requirements-studio.lock pyproject.toml printkit/__init__.py
	$(call install,.venv,requirements-studio.lock)
	@touch .venv/installed

.venv/installed-dev: requirements-dev.lock pyproject.toml printkit/__init__.py
	$(call install,.venv,requirements-dev.lock)
	@touch .venv/installed .venv/installed-studio

.venv-bench/installed: requirements-bench.lock pyproject.toml printkit/__init__.py
	$(call install,.venv-bench,requirements-bench.lock)

demo: .venv/installed
	@echo
	@echo "Attribute for Ann, Ben, Cleo and Dan:"
	@.venv/bin/printkit build attribute --names "Ann,Ben,Cleo,Dan" --out output/
	@echo
	@echo "The recorded games that come along, replayed through the rules:"
	@said=$$(.venv/bin/printkit validate) || { echo "$$said"; exit 1; }; echo "$$said" | tail -n 1
	@echo
	@echo "Open output/attribute-4p-ABCD.pdf and print it."
	@echo "For a game of your own choice run .venv/bin/printkit: it asks three questions."
	@echo "The recipes of README.md work here after: export PATH=\"\$$PWD/.venv/bin:\$$PATH\""

studio: .venv/installed-studio
	@.venv/bin/printkit studio $(ARGS)

# Form, types and imports are looked at while the tests run, and told after them.
test: .venv/installed-dev
	@said=$$(mktemp); failed=; \
	{ for check in lint types imports; do \
		echo; echo "== $$check"; \
		$(MAKE) --no-print-directory $$check || echo "FAILED: $$check"; \
	done; } > $$said 2>&1 & \
	echo "== tests"; \
	$(MAKE) --no-print-directory tests || failed=" tests"; \
	wait; cat $$said; \
	failed="$$failed$$(sed -n 's/^FAILED://p' $$said | tr -d '\n')"; rm -f $$said; \
	echo; \
	if [ -n "$$failed" ]; then echo "FAILED:$$failed"; exit 1; fi; \
	echo "All checks passed."

lint: .venv/installed-dev
	@.venv/bin/ruff check && .venv/bin/ruff format --check

types: .venv/installed-dev
	@.venv/bin/mypy

imports: .venv/installed-dev
	@.venv/bin/lint-imports

tests: .venv/installed-dev
	@.venv/bin/python -m compileall -q printkit
	@.venv/bin/python -m pytest --quiet -rs $(ARGS)

test-deep: .venv/installed-dev
	@.venv/bin/python -m compileall -q printkit
	@.venv/bin/python -m pytest --quiet -rs --deep $(ARGS)

preflight: .venv/installed-dev
	@.venv/bin/python -m tests.preflight.matrix $(ARGS)

words: .venv/installed-dev
	@.venv/bin/python -m tests.languages.words $(ARGS)

bench: .venv-bench/installed
	@.venv-bench/bin/python -m bench $(ARGS)

gallery: .venv/installed-dev
	@.venv/bin/python -m bench.gallery
	@.venv/bin/python -m bench.pictures
	@.venv/bin/python -m bench.commands
	@.venv/bin/python -m bench.record_page

format: .venv/installed-dev
	@.venv/bin/ruff check --fix-only --quiet; .venv/bin/ruff format

lock: .venv/installed-dev
	@.venv/bin/python $(PIP) install uv
	@.venv/bin/python $(LOCK) --upgrade --group build -o requirements.lock
	@.venv/bin/python $(LOCK) --upgrade --group build --extra studio -c requirements.lock -o requirements-studio.lock
	@.venv/bin/python $(LOCK) --upgrade --group dev --extra studio -c requirements.lock -o requirements-dev.lock
	@.venv/bin/python $(LOCK) --upgrade --group bench -c requirements.lock -o requirements-bench.lock

clean:
	@rm -rf .venv .venv-bench .mypy_cache .ruff_cache .hypothesis .pytest_cache \
		.import_linter_cache .cache dist build output/attribute-4p-ABCD.pdf
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
