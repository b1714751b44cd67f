#!/usr/bin/env bash
# Type-checks the code that app developers write for iOS against OpenUserNotifications, in the three
# modes that Xcode offers, and writes the table of docs/promise.md.
#
#   scripts/promise.sh [--check]    --check: compare with docs/promise.md instead of writing it
#
# Each file begins with a line `// kind: KIND`, by which the table is ordered.
#
# Lines `// expect: fails in MODE (why)` may follow; such a failure counts as a failure in the table.
# Lines `// apple: fails in MODE (why)` mark code that Xcode rejects too; such a file does not count
# in that mode. A file whose result differs from these lines makes the run fail.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
corpus=Tests/OpenUserNotificationsTests/Data/Corpus
page=docs/promise.md
modules=${PROMISE_MODULES:-}
if [ -z "$modules" ]; then
    SWIFT=$swift scripts/build.sh --target OpenUserNotifications >&2
    modules=$(SWIFT=$swift scripts/build.sh --show-bin-path)/Modules
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# rows KIND: prints the files with lines of a kind (expect or apple) as rows of a table.
rows() {
    grep -r "^// $1: fails in " "$corpus" | sort | sed -E \
        's@^.*/([A-Za-z0-9]+)\.swift\.txt:// [a-z]+: fails in ([a-z0-9]+) \((.*)\)$@| `\1` | \2 | \3 |@'
}

# passed_of MODE FILE...: prints how many of the files compiled.
passed_of() {
    local mode=$1 file count=0
    shift
    for file in "$@"; do
        if [ -e "$work/$mode.$(basename "$file" .swift.txt).ok" ]; then count=$((count + 1)); fi
    done
    echo "$count"
}

# count_of MODE KIND: prints "passed of total".
count_of() {
    local mode=$1 kind=$2 file files=()
    while IFS= read -r file; do
        if ! grep -q "^// apple: fails in $mode " "$file"; then files+=("$file"); fi
    done < <(grep -l "^// kind: $kind\$" "$corpus"/*.swift.txt)
    echo "$(passed_of "$mode" "${files[@]}") of ${#files[@]}"
}

words_of() {
    case $1 in
        swift5) echo "Swift 5 mode" ;;
        swift6) echo "Swift 6 mode" ;;
        mainactor) echo "Swift 6 mode, main actor by default" ;;
    esac
}

options_of() {
    case $1 in
        swift5) echo "-swift-version 5" ;;
        swift6) echo "-swift-version 6" ;;
        mainactor)
            # The settings that Xcode 26 enables in a new app: "Default Actor Isolation: MainActor" and
            # "Approachable Concurrency".
            echo "-swift-version 6 -default-isolation MainActor" \
                "-enable-upcoming-feature NonisolatedNonsendingByDefault" \
                "-enable-upcoming-feature InferIsolatedConformances" ;;
    esac
}

# check MODE FILE: writes the compiler's output to MODE.NAME.ok or MODE.NAME.failed.
check() {
    local mode=$1 file=$2 name
    name=$(basename "$file" .swift.txt)
    mkdir -p "$work/$mode"
    cp "$file" "$work/$mode/$name.swift"
    # shellcheck disable=SC2046
    if swiftc -typecheck -parse-as-library -module-name "$name" $(options_of "$mode") \
        -I "$modules" "$work/$mode/$name.swift" >"$work/$mode.$name.log" 2>&1
    then mv "$work/$mode.$name.log" "$work/$mode.$name.ok"
    else mv "$work/$mode.$name.log" "$work/$mode.$name.failed"
    fi
}
export -f check options_of
export work modules

modes="${PROMISE_MODES:-swift5 swift6 mainactor}"
for mode in $modes; do
    for file in "$corpus"/${PROMISE_FILES:-*}.swift.txt; do printf '%s\n%s\n' "$mode" "$file"; done
done | xargs -P "${PROMISE_JOBS:-2}" -n 2 bash -c 'check "$1" "$2"' _

status=0
for mode in $modes; do
    for file in "$corpus"/${PROMISE_FILES:-*}.swift.txt; do
        name=$(basename "$file" .swift.txt)
        if grep -Eq "^// (expect|apple): fails in $mode " "$file"; then
            if [ -e "$work/$mode.$name.ok" ]; then
                echo "$name passes in $mode, but a line in it says that it fails; remove this line" >&2
                status=1
            fi
        elif [ -e "$work/$mode.$name.failed" ]; then
            echo "$name fails in $mode:" >&2
            grep -E 'error:' "$work/$mode.$name.failed" | sort -u | sed 's/^/    /' >&2 || true
            status=1
        fi
    done
done
if [ -n "${PROMISE_FILES:-}${PROMISE_MODES:-}" ]; then exit $status; fi

{
    sed '/<!-- table -->/q' "$page"
    echo
    echo "| mode | files | compile unchanged | fail | rate |"
    echo "|---|---|---|---|---|"
    for mode in swift5 swift6 mainactor; do
        total=$({ grep -L "^// apple: fails in $mode " "$corpus"/*.swift.txt || true; } |
            wc -l | tr -d ' ')
        passed=$(passed_of "$mode" "$corpus"/*.swift.txt)
        rate=$(awk "BEGIN { printf \"%.1f %%\", 100 * $passed / $total }")
        echo "| $(words_of "$mode") | $total | $passed | $((total - passed)) | $rate |"
    done
    echo
    echo "The table shows, for each kind of file, how many of the files that Xcode accepts in that mode compile unchanged."
    echo
    echo "| kind | Swift 5 | Swift 6 | main actor by default |"
    echo "|---|---|---|---|"
    sed -n 's@^// kind: @@p' "$corpus"/*.swift.txt | sort -u | while read -r kind; do
        row="| $kind |"
        for mode in swift5 swift6 mainactor; do
            row="$row $(count_of "$mode" "$kind") |"
        done
        echo "$row"
    done
    echo
    echo "What fails, and why:"
    echo
    echo "| file | mode | why |"
    echo "|---|---|---|"
    rows expect
    echo
    echo "Files that Xcode also rejects in the mode, and that are therefore not counted there:"
    echo
    echo "| file | mode | why |"
    echo "|---|---|---|"
    rows apple
} >"$work/page.md"

if [ "${1:-}" = --check ]; then
    diff -u "$page" "$work/page.md" >&2 || { echo "$page is out of date; run make promise" >&2; status=1; }
else
    cp "$work/page.md" "$page"
fi
exit $status
