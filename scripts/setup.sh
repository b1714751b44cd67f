#!/usr/bin/env bash
# Installs the missing dependencies for building (`build`), for building and testing (`test`), for
# `make oracle` (`oracle`), or for benchmarks (`bench`), and nothing else.
#
#   build: SQLite's headers.
#   test:  also curl, openssl, nghttp2's tools, nginx, tinyproxy, Chromium with its driver and two fonts, and, in .venv,
#          Python's aioapns and cryptography: external programs with which the tests compare Bellhop.
#   oracle: libnghttp2 with its headers.
#   bench: also nghttp2's h2load, OpenSSL and its headers, libnghttp2's headers, valgrind, a C
#          compiler, and .venv with aioapns.
#
# Debian and Ubuntu: apt, with sudo when not root. macOS: Homebrew.
set -euo pipefail
cd "$(dirname "$0")/.."
what=${1:-build}

say() { printf 'setup: %s\n' "$*" >&2; }

need_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        say "Swift 6.2 or later is needed and was not found; get it from swift.org/install and put it on PATH"
        exit 69
    fi
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo "$@"
    else
        say "this needs root and there is no sudo; run as root: $*"
        exit 69
    fi
}

apt_install() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    say "installing ${missing[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

brew_install() {
    local formula
    for formula in "$@"; do
        brew list --versions "$formula" >/dev/null 2>&1 || { say "installing $formula"; brew install --quiet "$formula"; }
    done
}

python_packages() {
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import aioapns, cryptography' 2>/dev/null; then
        say "making .venv with aioapns and cryptography"
        python3 -m venv .venv
        .venv/bin/pip install --quiet --disable-pip-version-check 'aioapns==4.0' 'cryptography>=48'
    fi
}

need_swift
case "$(uname -s)" in
Linux)
    if ! command -v apt-get >/dev/null 2>&1; then
        say "this is not Debian or Ubuntu: install SQLite's headers (libsqlite3-dev) and, for the tests," \
            "curl, openssl, nghttp2, nginx, tinyproxy, chromium, chromedriver and python3 with venv by hand"
    elif [ "$what" = test ]; then
        chromium=(chromium chromium-driver)
        # On Ubuntu, these packages install Chromium as a snap.
        grep -qi '^ID=ubuntu' /etc/os-release && chromium=(chromium-browser chromium-chromedriver)
        apt_install libsqlite3-dev ca-certificates curl openssl nghttp2-client nghttp2-server \
            nginx-light tinyproxy-bin python3 python3-venv \
            "${chromium[@]}" fonts-dejavu-core fonts-noto-color-emoji
    elif [ "$what" = oracle ]; then
        apt_install pkg-config libnghttp2-dev
    elif [ "$what" = bench ]; then
        apt_install libsqlite3-dev ca-certificates gcc libc6-dev libssl-dev libnghttp2-dev openssl \
            nghttp2-client valgrind util-linux python3 python3-venv
    else
        apt_install libsqlite3-dev ca-certificates
    fi
    ;;
Darwin)
    if ! command -v brew >/dev/null 2>&1; then
        say "Homebrew is needed for what is missing; get it from brew.sh"
        exit 69
    fi
    if [ "$what" = test ]; then
        brew_install curl openssl@3 nghttp2 nginx tinyproxy python@3.12
        brew list --cask chromedriver >/dev/null 2>&1 || brew install --cask chromium chromedriver
    elif [ "$what" = oracle ]; then
        brew_install pkg-config libnghttp2
    fi
    ;;
esac
case "$what" in test | bench) python_packages ;; esac
exit 0
