#!/usr/bin/env bash
# Prints the package name with which SwiftPM compiled the modules of a folder; it is derived from the
# name of the checkout's folder. Code that uses the `package` declarations of those modules must be
# compiled with the same name.
#
#   scripts/package-name.sh MODULES    for instance .build/quick/release/Modules
#
# If BELLHOP_PACKAGE_NAME is set, it is the name: scripts/checks.py determines the name only once, because
# a build that runs at the same time as a check rewrites the plan.
set -euo pipefail
if [ -n "${BELLHOP_PACKAGE_NAME:-}" ]; then
    echo "$BELLHOP_PACKAGE_NAME"
    exit 0
fi
build=$(cd -P "$1/.." && pwd)
plan=$(cd -P "$build/../.." && pwd)/$(basename "$build").yaml
name=$(sed -n 's/.*"-module-name","BellhopKit",.*"-package-name","\([^"]*\)".*/\1/p' "$plan" | sort -u)
if [ -z "$name" ]; then
    echo "$plan does not say the package name of BellhopKit; build it first: scripts/build.sh --target BellhopKit" >&2
    exit 1
fi
echo "$name"
