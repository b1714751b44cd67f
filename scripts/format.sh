#!/usr/bin/env bash
# Checks or lays out the format of all Swift files.
#
#   scripts/format.sh lint       status 1 when a file is not laid out as .swift-format says
#   scripts/format.sh in-place   lays them out
#
# In batches: swift-format 6.3 keeps every file open until its end, and a shell allows 1,024 open
# files by default.
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
