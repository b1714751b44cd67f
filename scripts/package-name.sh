#!/usr/bin/env bash
# Prints the package name that SwiftPM compiled the modules of a folder with, which is made of the
# name of the checkout's folder. Who compiles against those modules needs the same name to see their
# `package` declarations.
#
#   scripts/package-name.sh MODULES    for instance .build/debug/Modules
set -euo pipefail
plan=$(cd -P "$1/../../.." && pwd)/debug.yaml
name=$(sed -n 's/.*"-module-name","BellhopKit",.*"-package-name","\([^"]*\)".*/\1/p' "$plan" | sort -u)
if [ -z "$name" ]; then
    echo "$plan does not say the package name of BellhopKit; build it first: swift build --target BellhopKit" >&2
    exit 1
fi
echo "$name"
