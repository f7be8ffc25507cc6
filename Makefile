# Short names for what people do most; each line also works typed by hand.
PYTHON ?= python3

.PHONY: help setup run check bench mutate audit lock translate

help:
	@echo "make setup      prepare .venv with everything a developer needs"
	@echo "make run        start the companion"
	@echo "make check      everything CI checks"
	@echo "make bench      measure; takes a while"
	@echo "make mutate     break lines on purpose: which breaks does no test notice?"
	@echo "make audit      known vulnerabilities of locked packages (needs uv and PyPI)"
	@echo "make lock       renew the locked requirements (needs uv)"
	@echo "make translate  compile the interface words"

setup:
	$(PYTHON) -m companion.bootstrap

run:
	$(PYTHON) manage.py play

check:
	bash .ci/run

bench: setup
	.venv/bin/python -m pytest -m bench -s tests

# One module, another sample, more of it: make mutate MODULE=ledger SEED=2 MUTANTS=200
mutate: setup
	COMPANION_SEED=$(SEED) COMPANION_MUTANTS=$(MUTANTS) .venv/bin/python -m tests.mutants $(MODULE)

LOCK = uv pip compile --quiet --universal --python-version 3.12 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock" pyproject.toml

# Without --upgrade, versions stay as they are as long as they fit.
lock:
	$(LOCK) $(UPGRADE) -o requirements.txt
	$(LOCK) $(UPGRADE) --group dev -c requirements.txt -o requirements-dev.txt
	$(LOCK) $(UPGRADE) --extra postgres --extra metrics -c requirements.txt -o deploy/requirements.txt

# Fails when a package has a known vulnerability, and when one could not be looked up.
audit:
	uvx pip-audit --strict --disable-pip --require-hashes -r deploy/requirements.txt -r requirements-dev.txt

translate:
	$(PYTHON) manage.py translate
