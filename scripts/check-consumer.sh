#!/usr/bin/env bash
# An app that takes BellhopKit must resolve and build none of the servers' packages. This resolves
# and builds the example app's package (Examples/App/Push) from nothing and looks at what came.
set -euo pipefail
cd "$(dirname "$0")/../Examples/App/Push"

swift=${SWIFT:-swift}
scratch=${CONSUMER_SCRATCH:-../../../.build/consumer}

rm -f Package.resolved
"$swift" build --scratch-path "$scratch" "$@"
resolved=$(sed -n 's/.*"identity" : "\(.*\)",/\1/p' Package.resolved | sort | tr '\n' ' ')
rm -f Package.resolved
# swift-asn1 comes with swift-crypto.
if [ "$resolved" != "swift-asn1 swift-crypto " ]; then
    echo "error: an app with BellhopKit resolves: $resolved" >&2
    echo "  only swift-crypto and its swift-asn1 are meant to come; guard the others by the" >&2
    echo "  trait Server in Package.swift" >&2
    exit 1
fi
modules=$(cd "$scratch/debug/Modules" && ls)
for module in NIOCore NIOSSL Hummingbird GRDB APNSProvider APNSSimulator BellhopGateway; do
    if grep -q "^$module\.swiftmodule$" <<< "$modules"; then
        echo "error: an app with BellhopKit builds $module" >&2
        exit 1
    fi
done
echo "An app with BellhopKit resolves $resolved and builds no server."
