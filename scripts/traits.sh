#!/usr/bin/env bash
# Prints the options of `swift build` and `swift test` for the traits of this checkout's builds: with
# PostgreSQL if libpq's headers are installed. All of the Makefile's commands use the same traits,
# because another set of traits compiles everything again.
set -euo pipefail
for folder in /usr/include/postgresql /usr/include /usr/local/include /opt/homebrew/opt/libpq/include /usr/local/opt/libpq/include; do
    if [ -e "$folder/libpq-fe.h" ]; then
        echo "--traits default,Postgres"
        exit 0
    fi
done
