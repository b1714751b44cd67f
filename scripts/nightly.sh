#!/usr/bin/env bash
# Runs the make targets that take too long for CI, one after the other, and prints a table of results
# and durations. The output of a target is written to .build/nightly/TARGET.log.
#
#   scripts/nightly.sh [TARGET …]    all of these targets by default
set -uo pipefail
cd "$(dirname "$0")/.."
make=${MAKE:-make}
logs=.build/nightly
mkdir -p "$logs"

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    # dist builds the tool with optimization and without -enable-testing, so that it also shows declarations
    # that are only visible to tests.
    targets=(around consumers dist test-long docs-site fuzz test-tsan test-asan bench-check)
fi

failed=0
rows=()
for target in "${targets[@]}"; do
    printf 'nightly: make %s\n' "$target" >&2
    began=$SECONDS
    if "$make" "$target" >"$logs/$target.log" 2>&1; then
        result=passed
    else
        result=FAILED
        failed=$((failed + 1))
        tail -n 20 "$logs/$target.log" >&2
    fi
    rows+=("$(printf '%-12s %-7s %5d s  %s' "$target" "$result" $((SECONDS - began)) "$logs/$target.log")")
done

printf '%s\n' "${rows[@]}"
printf '%d passed, %d failed\n' $((${#targets[@]} - failed)) "$failed"
[ "$failed" -eq 0 ]
