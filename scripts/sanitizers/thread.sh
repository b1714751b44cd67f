#!/usr/bin/env bash
# Runs tests under the thread sanitizer: thread.sh FILTER. They have a separate build, which
# takes a while the first time. The run fails at the first race.
set -euo pipefail
cd "$(dirname "$0")/../.."
SWIFT=${SWIFT:-swift}
flags=(--sanitize=thread --scratch-path .build-tsan)

$SWIFT build --build-tests "${flags[@]}"
preload=()
if [ "$(uname -s)" = Linux ]; then
    # Swift's own clang, because others do not know Swift's calling convention.
    clang=$(dirname "$(readlink -f "$(command -v "$SWIFT")")")/clang
    [ -x "$clang" ] || clang=clang
    "$clang" -O1 -Wall -Werror -shared -fPIC -o .build-tsan/mutex.so scripts/sanitizers/mutex.c -ldl
    preload=("LD_PRELOAD=$PWD/.build-tsan/mutex.so")
fi
exec env ${preload[@]+"${preload[@]}"} \
    TSAN_OPTIONS="suppressions=$PWD/scripts/sanitizers/thread.supp halt_on_error=1" \
    scripts/test.py -- $SWIFT test --skip-build --disable-xctest "${flags[@]}" --filter "$1"
