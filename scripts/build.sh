#!/usr/bin/env bash
# Runs `swift build` with the options that all builds of this checkout use (scripts/build-options.sh) and with
# any further arguments, for instance:
#
#   scripts/build.sh --product bellhop
#   scripts/build.sh --build-tests --disable-xctest
#   CONFIGURATION=debug scripts/build.sh --target APNSWire
#   scripts/build.sh --show-bin-path
#
# SwiftPM keeps the enabled traits in a set and writes their -D options in the order of the set's
# elements, which differs from run to run. With another order, everything is compiled again. With
# SWIFT_DETERMINISTIC_HASHING, the order is always the same.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_DETERMINISTIC_HASHING=1
part=
for argument in "$@"; do
    case "$argument" in
    --show-bin-path) part=--place ;;
    # The precompiled headers are only valid for SwiftPM's own options.
    --sanitize* | --swift-sdk* | --triple* | --arch* | --sdk* | --toolset* | -X*) [ -n "$part" ] || part=--without-headers ;;
    esac
done
options=$(scripts/build-options.sh $part)
# The options must be split into words.
# shellcheck disable=SC2086
exec "${SWIFT:-swift}" build $options "$@"
