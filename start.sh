#!/bin/sh
# Installs what the page needs into .venv (at the first start only) and starts the page.
set -eu
cd "$(dirname "$0")"
. ./setup.sh
prepare_environment "." start
exec .venv/bin/python -m streamlit run app.py "$@"
