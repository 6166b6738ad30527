#!/bin/sh
# Installs what the tests need into .venv, on Debian also Chromium and g++, then runs lint, type checks and all tests.
set -eu
cd "$(dirname "$0")"
. ./setup.sh
prepare_environment ".[test]" test
ensure_chromium
ensure_compiler
.venv/bin/python -m ruff check .
.venv/bin/python -m ruff format --check .
.venv/bin/python -m mypy
exec .venv/bin/python -m pytest -n 2 --dist worksteal "$@"
