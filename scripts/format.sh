#!/usr/bin/env bash
# Checks or corrects the format of all Swift files.
#
#   scripts/format.sh lint       fail if a file is not formatted as .swift-format says
#   scripts/format.sh in-place   format them
#
# The files are formatted in batches, because swift-format 6.3 keeps every file open until it ends, and
# a shell allows 1,024 open files by default.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
case ${1:-} in
lint) options=(lint --strict) ;;
in-place) options=(--in-place) ;;
*) echo "usage: scripts/format.sh lint|in-place" >&2; exit 64 ;;
esac
find Package.swift Sources Tests Examples Benchmarks/Sources \
    Oracles/Sources Simulations/Package.swift Simulations/Sources/engine-seeds Simulations/Sources/gateway-seeds -type f -name '*.swift' -print0 |
    xargs -0 -n 400 "$swift" format "${options[@]}" --parallel
