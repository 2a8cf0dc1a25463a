# Every target makes its own virtual environment; PYTHON may name another interpreter, VENV another folder.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: demo test lint bench schemas samples soak clean

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev,terminal]'
	touch $@

demo: $(VENV)/installed
	rm -rf demo-game
	$(BIN)/adjudicator demo border-states --folder demo-game

test: $(VENV)/installed
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/installed
	$(BIN)/ruff check
	$(BIN)/mypy

bench: $(VENV)/installed
	$(BIN)/python -m tests.bench

schemas: $(VENV)/installed
	$(BIN)/python -m adjudicator.catalogue.schemas

samples: $(VENV)/installed
	$(BIN)/python -m tests.golden.make

soak: $(VENV)/installed
	$(BIN)/python -m pytest -n auto -m soak

clean:
	rm -rf $(VENV) demo-game build dist
