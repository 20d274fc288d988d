# Two commands do everything:  make site  and  make test. Each sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
SITE_URL ?= http://127.0.0.1:8000/
export SITE_URL
# A site that was deleted, or that was built for another address, is built again.
SITE_OF := $(if $(wildcard site/index.html),$(shell cat build/.site 2>/dev/null))
STALE := $(if $(filter $(SITE_URL),$(SITE_OF)),,stale-site)
SOURCES := $(shell find kb schema src/posatlas generators -type f -not -path '*/__pycache__/*' 2>/dev/null)

.PHONY: stale-site site serve test test-full test-gpu coverage bench clean
site: build/.site

serve: build/.site
	$(BIN)/posatlas serve

test: $(VENV)/.test node_modules/.installed
	$(BIN)/posatlas validate
	$(BIN)/posatlas mutate
	$(BIN)/python -m pytest -n 2 --dist worksteal

test-full: $(VENV)/.test node_modules/.installed
	$(BIN)/posatlas validate --strict
	$(BIN)/posatlas mutate --again
	POSATLAS_FULL=1 $(BIN)/python -m pytest

# Branches of the package that tests without a browser go through; encodings are proven by mutants instead.
coverage: $(VENV)/.test node_modules/.installed
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 2 --dist worksteal tests/posatlas tests/schema tests/generators tests/contributing tests/reference_impl/test_properties.py tests/reference_impl/test_property_questions.py --ignore=tests/generators/browser
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered --show-missing
	$(BIN)/coverage json --quiet -o build/coverage.json
	$(BIN)/python -m tests.tripwires.branches build/coverage.json

# With the interpreter's own CUDA build of torch: installs nothing.
test-gpu:
	PYTHONPATH=src POSATLAS_DEVICE=cuda $(PYTHON) -m pytest tests/gpu -p no:cacheprovider

bench: $(VENV)/.bench node_modules/.installed
	$(BIN)/python -m tests.benchmarks --record

clean:
	rm -rf build site

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.site: $(VENV)/bin/python pyproject.toml constraints.txt
	$(INSTALL) -e '.[site]'
	touch $@

$(VENV)/.test: $(VENV)/bin/python pyproject.toml constraints.txt
	$(INSTALL) -e '.[dev]'
	touch $@ $(VENV)/.site

$(VENV)/.bench: $(VENV)/bin/python pyproject.toml constraints.txt
	$(INSTALL) -e '.[bench]'
	touch $@ $(VENV)/.test $(VENV)/.site

node_modules/.installed: package.json package-lock.json | $(VENV)/.site
	PATH="$$PATH:$(CURDIR)/$(VENV)/bin" npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

build/.site: $(VENV)/.site node_modules/.installed mkdocs.yml mkdocs.en.yml mkdocs.zh-Hans.yml $(SOURCES) $(STALE)
	$(BIN)/posatlas validate
	$(BIN)/posatlas build
	mkdir -p build && echo '$(SITE_URL)' > $@
