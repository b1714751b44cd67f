#!/usr/bin/env bash
# Runs `swift build` with the traits that all builds of this checkout use (scripts/traits.sh) and with
# any further arguments, for instance:
#
#   scripts/build.sh --product bellhop
#   scripts/build.sh --build-tests --disable-xctest
#
# CONFIGURATION is debug (the default) or release. BELLHOP_BUILD_OPTIONS contains further options for
# all builds, separated by spaces. The index cannot be disabled with --disable-index-store, because
# SwiftPM looks for XCTest's tests in it.
#
# SwiftPM keeps the enabled traits in a set and writes their -D options in the order of the set's
# elements, which differs from run to run. With another order, everything is compiled again. With
# SWIFT_DETERMINISTIC_HASHING, the order is always the same.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_DETERMINISTIC_HASHING=1
# The traits and the options must be split into words.
# shellcheck disable=SC2046,SC2086
exec "${SWIFT:-swift}" build -c "${CONFIGURATION:-debug}" $(scripts/traits.sh) ${BELLHOP_BUILD_OPTIONS:-} "$@"
