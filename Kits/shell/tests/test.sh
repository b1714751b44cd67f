#!/bin/sh
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

# The tests of the functions. Each test is a subshell; a command that fails ends it.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../bellhop-apns.sh"
send() { "$here/../example/shop.sh" "$@"; }
folder=$(mktemp -d)
trap 'apns_stop; rm -rf "$folder"' EXIT
failed=0

# expect TEXT COMMAND…: the command fails, and its standard error contains the text.
expect() {
    text=$1
    shift
    if "$@" 2>"$folder/stderr"; then
        echo "$* did not fail"
        return 1
    fi
    grep -qF -e "$text" "$folder/stderr" || {
        echo "$*: expected \"$text\", received: $(cat "$folder/stderr")"
        return 1
    }
}

# test_that SENTENCE FUNCTION
test_that() {
    # Not in a condition, because set -e would do nothing there.
    (
        set -e
        "$2"
    ) >"$folder/output" 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then echo "ok      $1"; else
        echo "FAILED  $1"
        sed 's/^/        /' "$folder/output"
        failed=$((failed + 1))
    fi
}

program() {
    printf '#!/bin/sh\n%s\n' "$1" >"$folder/bellhop"
    chmod +x "$folder/bellhop"
    export BELLHOP="$folder/bellhop"
}

missing_program() { BELLHOP=/does/not/exist expect "(now: /does/not/exist)" apns_start; }
failing_start() {
    program "echo 'the port is in use' >&2; exit 73"
    expect "ended before it was ready" apns_start
    grep -q "the port is in use" "$folder/stderr"
}
killed_run() {
    sh -c '. "$1"; apns_start; echo "$APNS_PID"; kill -9 $$' sh "$here/../bellhop-apns.sh" >"$folder/pid" || :
    pid=$(cat "$folder/pid")
    [ -n "$pid" ]
    while state=$(ps -o stat= -p "$pid") && [ "$state" != Z ]; do sleep 0.05; done
}
found() {
    token=$(apns_token)
    send "$token" 1
    apns_assert_sent '{ "aps": { "alert": "Order 1 was shipped" } }' "token=$token" status=200
    [ "$(apns_count)" -eq 1 ]
}
reported() {
    export APNS_TIMEOUT=1
    send "$(apns_token)" 1
    expect '"alert" : "Order 1 was shipped"' apns_assert_sent '"alert":"Bye"'
    expect "expected no request, received" apns_assert_nothing_sent
    expect "expected 2 requests with status=200 within 1 s, received 1" apns_wait_for 2 status=200
    expect "GET /v1/requests" apns_requests colour=red
}
empty_after_reset() {
    send "$(apns_token)" 1
    apns_reset
    apns_assert_nothing_sent
}
own_tokens() {
    [ "$(apns_fleet 3 | sort -u | grep -c '"token"')" -eq 3 ]
    send "$(apns_device)" 1
}
ended_fault() {
    fault=$(apns_fault status=400 reason=BadTopic)
    expect "BadTopic" send "$(apns_token)" 1
    apns_end_fault "$fault"
    send "$(apns_token)" 1
    apns_wait_for 1 reason=BadTopic
}
advanced() { apns_advance 2592000; }

test_that "a missing program is an error that names it" missing_program
test_that "a start that fails shows the standard error" failing_start
test_that "the simulator ends with a killed test run" killed_run
apns_start --virtual-clock || exit 1
for row in "a request is found:found" "a wrong expectation shows what arrived:reported" \
    "the log is empty after a reset:empty_after_reset" "devices have their own tokens:own_tokens" \
    "a fault is ended:ended_fault" "the virtual clock advances:advanced"; do
    apns_reset || exit 1
    test_that "${row%:*}" "${row##*:}"
done
[ "$failed" -eq 0 ] || exit 1
