#!/bin/sh
# Installs what the tests need into .venv, and Chromium on Debian, then runs lint, type checks and all tests.
set -eu
cd "$(dirname "$0")"
. ./setup.sh
prepare_environment ".[test]" test
ensure_chromium
.venv/bin/python -m ruff check .
.venv/bin/python -m ruff format --check .
.venv/bin/python -m mypy
exec .venv/bin/python -m pytest -n 2 --dist worksteal "$@"
