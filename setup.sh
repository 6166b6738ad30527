# Shell functions of start.sh and test.sh; not run by itself.

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else return 1; fi
}

install_debian() {
    command -v apt-get >/dev/null && as_root apt-get update -q && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
}

# prepare_environment WHAT STAMP: make .venv and install WHAT unless pyproject.toml is as it was at the last time
prepare_environment() {
    python=${PYTHON:-python3}
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "Python 3.11 or newer is needed, as python3 or in the variable PYTHON." >&2
        exit 2
    fi
    # No pip: a first start that was broken off, or a Python that was replaced by a newer one
    if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
        rm -rf .venv
        if ! "$python" -m venv .venv >/dev/null 2>&1; then
            rm -rf .venv
            install_debian python3-venv >&2 || { echo "Python's venv module is missing: install it (Debian: apt install python3-venv)." >&2; exit 2; }
            "$python" -m venv .venv
        fi
    fi
    if ! cmp -s pyproject.toml ".venv/installed-$2.toml"; then
        echo "Installing into .venv, a minute or two at the first time ..." >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable "$1" || {
            echo "Installing failed, see above: it needs the network this one time. Run the same command again." >&2
            exit 2
        }
        cp pyproject.toml ".venv/installed-$2.toml"
        cp pyproject.toml .venv/installed-start.toml # what the tests need holds what the page needs
    fi
}

# Browser tests drive a real Chromium; on Debian it is installed here, elsewhere it must be there
ensure_chromium() {
    for name in chromium chromium-browser google-chrome chrome; do
        if command -v "$name" >/dev/null; then return; fi
    done
    echo "Installing Chromium for the browser tests ..." >&2
    install_debian chromium fonts-dejavu-core >&2 || {
        echo "Chromium is missing: install it (Fedora: dnf install chromium, macOS: brew install --cask chromium) so that the command chromium is found." >&2
        exit 2
    }
}

# One benchmark is measured against C++; its test needs a compiler
ensure_compiler() {
    if command -v g++ >/dev/null || command -v clang++ >/dev/null; then return; fi
    install_debian g++ >&2 || {
        echo "A C++ compiler is missing: install g++ (Fedora: dnf install gcc-c++) or clang++ (macOS: xcode-select --install)." >&2
        exit 2
    }
}
