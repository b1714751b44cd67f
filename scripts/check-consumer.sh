#!/usr/bin/env bash
# Each kind of user resolves and builds what it needs and nothing else. For each row of
# scripts/consumers.txt this makes a package that takes the row's product with the row's traits,
# and compares the packages it resolves and the modules it would build with the row's lists.
#
#   scripts/check-consumer.sh [--build] [KIND …]    --build: also build them, from nothing
#   scripts/check-consumer.sh --write               write the lists of consumers.txt anew
#
# The kinds `app` and `app-tests` are the packages of Examples/App; the others are made here.
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 scripts/consumers.py "$@"
