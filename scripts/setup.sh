#!/usr/bin/env bash
# Installs the missing dependencies for building (`build`), for building and testing (`test`), for
# `make oracle` (`oracle`), for the kits (`kits`, `kits-all`), for publishing (`dist`, `dist-check`), or for
# benchmarks (`bench`), and nothing else.
#
#   scripts/setup.sh [PURPOSE …]                  by default build
#   scripts/setup.sh PURPOSE … -- COMMAND …       installs the headers for compiling the tests, then
#                                                 runs the command while the rest is installed; fails if
#                                                 either fails
#
#   build: SQLite's headers.
#   headers: also libpq's headers and pkg-config: everything that is needed to compile the tests.
#   test:  also PostgreSQL with libpq's headers, pkg-config, PgBouncer, curl, openssl, nghttp2's tools, nginx, tinyproxy, Chromium with its driver and two fonts, and, in .venv,
#          Python's aioapns, cryptography, firebase-admin, google-auth, oidc-provider-mock, opentelemetry-proto, prometheus-client, PyJWT, pywebpush and standardwebhooks: external programs with which the tests compare Bellhop.
#   oracle: libnghttp2 with its headers.
#   kits:  what the kits' tests need in any case: curl, ps, Python with venv; kits-all: also Node.js, Go, Java and JUnit 5.
#   dist:  SQLite's headers, OpenSSL, zlib and a C++ compiler, for `make dist`; dist-check: debootstrap and podman.
#   bench: also nghttp2's h2load, OpenSSL and its headers, libnghttp2's headers, valgrind, wrk, a C
#          compiler, and .venv with aioapns.
#
# Debian and Ubuntu: apt, with sudo when not root. macOS: Homebrew.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'setup: %s\n' "$*" >&2; }

# Runs a command while the rest is installed: installing waits for the network, a build for the processor.
install_beside() {
    local installing status=0
    scripts/setup.sh headers
    scripts/setup.sh "${purposes[@]}" &
    installing=$!
    "$@" || status=$?
    if ! wait "$installing"; then
        say "installing failed: ${purposes[*]}"
        [ "$status" -ne 0 ] || status=1
    fi
    exit "$status"
}

purposes=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    purposes+=("$1")
    shift
done
if [ $# -gt 1 ]; then
    shift
    install_beside "$@"
elif [ ${#purposes[@]} -gt 1 ]; then
    for purpose in "${purposes[@]}"; do scripts/setup.sh "$purpose"; done
    exit 0
fi
what=${purposes[0]:-build}

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
        say "this needs root, and sudo is not installed; run as root: $*"
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

# PostgreSQL's server, without the database that Debian would create and start: the tests start their
# own.
postgres_server() {
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && return 0
    apt_install postgresql-common
    as_root sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
    apt_install postgresql
}

brew_install() {
    local formula
    for formula in "$@"; do
        brew list --versions "$formula" >/dev/null 2>&1 || { say "installing $formula"; brew install --quiet "$formula"; }
    done
}

python_packages() {
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import aioapns, axe_playwright_python, cryptography, firebase_admin, google.auth, jwt, oidc_provider_mock, opentelemetry.proto, prometheus_client, pywebpush, standardwebhooks' 2>/dev/null; then
        say "making .venv with aioapns, cryptography, firebase-admin, google-auth, oidc-provider-mock, opentelemetry-proto, prometheus-client, PyJWT, pywebpush and standardwebhooks"
        python3 -m venv .venv
        # Python compiles modules when they are imported; compiling all modules now would take much longer.
        .venv/bin/pip install --quiet --disable-pip-version-check --no-compile 'aioapns==4.0' 'cryptography>=48' \
            'firebase-admin>=7.0' 'google-auth>=2.40' 'oidc-provider-mock>=0.3.4,<0.5' \
            'opentelemetry-proto>=1.30' \
            'prometheus-client>=0.20' 'PyJWT>=2.10' 'pywebpush>=2.0' 'requests>=2.32' \
            'standardwebhooks>=1.0'
        # Only its axe.min.js is needed, so its dependencies, which install a browser, are left out.
        .venv/bin/pip install --quiet --disable-pip-version-check --no-compile --no-deps 'axe-playwright-python==0.1.8'
    fi
}

need_swift
case "$(uname -s)" in
Linux)
    if ! command -v apt-get >/dev/null 2>&1; then
        say "this is not Debian or Ubuntu: install SQLite's headers (libsqlite3-dev) and, for the tests," \
            "PostgreSQL 15 or later with libpq's headers, PgBouncer, curl, openssl, nghttp2, nginx, tinyproxy, chromium, chromedriver and python3 with venv by hand"
    elif [ "$what" = headers ]; then
        apt_install libsqlite3-dev libpq-dev pkg-config ca-certificates
    elif [ "$what" = test ]; then
        chromium=(chromium chromium-driver)
        # Not every distribution that is based on Debian has the headless shell, and the tests do without it.
        grep -q '^ID=debian' /etc/os-release && chromium+=(chromium-headless-shell)
        # On Ubuntu, these packages install Chromium as a snap.
        grep -qi '^ID=ubuntu' /etc/os-release && chromium=(chromium-browser chromium-chromedriver)
        postgres_server
        apt_install libsqlite3-dev libpq-dev pkg-config pgbouncer ca-certificates curl openssl nghttp2-client nghttp2-server \
            nginx-light tinyproxy-bin python3 python3-venv \
            "${chromium[@]}" fonts-dejavu-core fonts-noto-color-emoji
    elif [ "$what" = oracle ]; then
        apt_install pkg-config libnghttp2-dev
    elif [ "$what" = kits ] || [ "$what" = kits-all ]; then
        apt_install ca-certificates curl procps python3 python3-venv
        if [ "$what" = kits-all ]; then
            command -v node >/dev/null 2>&1 || apt_install nodejs
            command -v go >/dev/null 2>&1 || apt_install golang-go
            command -v javac >/dev/null 2>&1 || apt_install default-jdk-headless
            apt_install junit5
        fi
    elif [ "$what" = dist ]; then
        apt_install libsqlite3-dev libssl-dev zlib1g-dev ca-certificates binutils g++ make dpkg-dev python3
    elif [ "$what" = dist-check ]; then
        apt_install debootstrap python3 python3-venv podman buildah runc
    elif [ "$what" = bench ]; then
        apt_install libsqlite3-dev ca-certificates gcc libc6-dev libssl-dev libnghttp2-dev openssl \
            nghttp2-client valgrind util-linux wrk python3 python3-venv
    else
        apt_install libsqlite3-dev ca-certificates
    fi
    ;;
Darwin)
    if ! command -v brew >/dev/null 2>&1; then
        say "Homebrew is needed for what is missing; get it from brew.sh"
        exit 69
    fi
    if [ "$what" = headers ]; then
        brew_install libpq
    elif [ "$what" = test ]; then
        brew_install postgresql@17 libpq pgbouncer curl openssl@3 nghttp2 nginx tinyproxy python@3.12
        brew list --cask chromedriver >/dev/null 2>&1 || brew install --cask chromium chromedriver
    elif [ "$what" = oracle ]; then
        brew_install pkg-config libnghttp2
    elif [ "$what" = kits-all ]; then
        brew_install node go openjdk@17 python@3.12
    fi
    ;;
esac
case "$what" in test | bench) python_packages ;; esac
exit 0
