#!/usr/bin/env bash
# Verifies that each kind of user resolves and builds only what it needs. For each row of
# scripts/consumers.json, it creates a package that uses the row's products with the row's traits,
# and compares the resolved packages and the modules of the build with the row's lists.
#
#   scripts/check-consumer.sh [--build] [KIND …]    --build: also build them from scratch
#   scripts/check-consumer.sh --write               update the lists of consumers.json
#
# The kinds `app` and `app-tests` are the packages of Examples/App; the others are created here.
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 scripts/consumers.py "$@"
