#!/usr/bin/env bash
# Prints the options of `swift build` and `swift test` for a build of this checkout, separated by spaces. No
# option contains a space.
#
#   swift build $(scripts/build-options.sh)
#   swift test --skip-build $(scripts/build-options.sh --place)     only where the build is, and its traits
#   swift build --sanitize=address $(scripts/build-options.sh --without-headers)     no precompiled headers
#
# CONFIGURATION is one of:
#   quick    (the default) takes the least time from scratch, in .build/quick: Swift compiles each module as a
#            whole, without optimization and debug information
#   debug    is SwiftPM's debug configuration, in .build/debug: it compiles only the files that have changed, and
#            can be debugged; editors build it too
#   release  is SwiftPM's release configuration, in .build/release: optimized
set -euo pipefail
cd "$(dirname "$0")/.."
configuration=${CONFIGURATION:-quick}
case "$configuration" in
quick) options="-c release --scratch-path .build/quick" ;;
debug | release) options="-c $configuration" ;;
*)
    echo "build-options: there is no configuration $configuration; use quick, debug or release" >&2
    exit 64
    ;;
esac
options+=" $(scripts/traits.sh)"
if [ "$configuration" = quick ] && [ "${1:-}" != --place ]; then
    # A separate job that writes each module's interface would check the same types a second time.
    options+=" -Xswiftc -Onone -Xswiftc -enable-testing -Xswiftc -no-emit-module-separately-wmo -Xswiftc -gnone"
    options+=" -Xcc -O0 -Xcc -g0"
    # The headers of the C++ standard library are compiled once for all files of BoringSSL.
    [ "${1:-}" = --without-headers ] || options+=" $(scripts/precompile-headers.sh)"
fi
echo "$options"
