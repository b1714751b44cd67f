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
# send_fcm TOKEN [CONTENT]: sends a message with FCM's HTTP v1 API and prints the status.
send_fcm() {
    curl --silent --show-error --noproxy '*' --header "authorization: Bearer $(apns_fcm_access_token)" \
        --header 'content-type: application/json' --output "$folder/response" --write-out '%{http_code}' \
        --data "{\"message\":{\"token\":\"$1\",${2:-\"notification\":{\"title\":\"Dinner\"\}}}}" \
        "$APNS_FCM/v1/projects/$APNS_FCM_PROJECT/messages:send"
}
# push_without_key ENDPOINT: sends text that is not encrypted, without authorization, and prints the status.
push_without_key() {
    curl --silent --show-error --noproxy '*' --header "ttl: 60" --output /dev/null --write-out '%{http_code}' \
        --data "not encrypted" "$1"
}
endpoint() { tr -d '\n' | sed 's,\\/,/,g; s/.*"endpoint" *: *"\([^"]*\)".*/\1/'; }

android() {
    token=$(apns_fcm_token)
    [ "$(send_fcm "$token" '"notification":{"title":"Dinner"},"data":{"kind":"send"}')" -eq 200 ]
    apns_assert_sent '"title":"Dinner"' service=fcm status=200
    # The request for the access token and the data of the app do not count.
    [ "$(apns_count service=fcm)" -eq 1 ]
    apns_requests service=fcm >"$folder/requests"
    grep -q '"kind" : "token"' "$folder/requests"
    if grep -qF "$token" "$folder/requests"; then
        echo "the token is shown"
        return 1
    fi
    apns_assert_nothing_sent service=web_push
}
uninstalled() {
    token=$(apns_fcm_device name=Pixel)
    [ "$(send_fcm "$token")" -eq 200 ]
    apns_fcm_uninstall "$token"
    [ "$(send_fcm "$token")" -eq 404 ]
    apns_assert_sent '"device":"Pixel"' service=fcm status=200
    apns_assert_sent '"status":404' service=fcm reason=UNREGISTERED
    apns_wait_for 2 service=fcm
}
fcm_fault() {
    fault=$(apns_fault service=fcm fault=error error=QUOTA_EXCEEDED)
    [ "$(send_fcm "$(apns_fcm_token)")" -eq 429 ]
    apns_end_fault "$fault"
    [ "$(send_fcm "$(apns_fcm_token)")" -eq 200 ]
}
refused_account() {
    sed 's/"client_email" *: *"/&x/' "$APNS_FCM_ACCOUNT" >"$folder/account.json"
    expect "the token endpoint returned" apns_fcm_access_token "$folder/account.json"
    apns_assert_nothing_sent service=fcm
}
browser() {
    apns_web_push_subscription >"$folder/subscription.json"
    echo '{"web_push":8030,"notification":{"title":"Dinner","navigate":"https://example.com/"}}' >"$folder/hello.json"
    set -- "$BELLHOP" push "$folder/hello.json" --web-push "$folder/subscription.json" --vapid-key "$APNS_WEB_PUSH_KEY"
    "$@"
    apns_assert_sent '"title":"Dinner"' service=web_push status=201
    fault=$(apns_fault service=web_push status=410)
    if "$@"; then
        echo "a push to an ended subscription did not fail"
        return 1
    fi
    apns_assert_sent '"device":"Browser"' service=web_push status=410
    apns_end_fault "$fault"
    "$@"
    apns_wait_for 3 service=web_push
    apns_assert_nothing_sent service=fcm
}
refused_push() {
    subscription=$(apns_web_push_subscribe name=Safari)
    address=$(printf %s "$subscription" | endpoint)
    [ "$address" != "$(apns_web_push_subscription | endpoint)" ]
    case $address in
    "$APNS_WEB_PUSH"/*) ;;
    *) echo "$address is not below $APNS_WEB_PUSH" && return 1 ;;
    esac
    [ "$(push_without_key "$address")" -eq 401 ]
    apns_assert_sent '"device":"Safari"' service=web_push reason=BadAuthorizationHeader
}
reported_message() {
    export APNS_TIMEOUT=1
    [ "$(send_fcm "$(apns_fcm_token)")" -eq 200 ]
    expect '"title" : "Dinner"' apns_assert_sent '"title":"Supper"' service=fcm
    expect "expected no request with service=fcm, received" apns_assert_nothing_sent service=fcm
    expect "expected 2 requests with service=fcm within 1 s, received 1" apns_wait_for 2 service=fcm
    expect "GET /v1/requests" apns_requests service=fcm colour=red
    apns_reset
    apns_assert_nothing_sent service=fcm
}
awaited_message() {
    export APNS_TIMEOUT=30
    (sleep 1 && send_fcm "$(apns_fcm_token)" >/dev/null) &
    apns_assert_sent '"title":"Dinner"' service=fcm
    wait
}
advanced() { apns_advance 2592000; }

test_that "a missing program is an error that names it" missing_program
test_that "a start that fails shows the standard error" failing_start
test_that "the simulator ends with a killed test run" killed_run
apns_start --virtual-clock || exit 1
for row in "a request is found:found" "a wrong expectation shows what arrived:reported" \
    "the log is empty after a reset:empty_after_reset" "devices have their own tokens:own_tokens" \
    "a fault is ended:ended_fault" "a message arrives on the Android phone:android" \
    "an app that was uninstalled is unregistered:uninstalled" "a fault of FCM ends:fcm_fault" \
    "a refused service account is an error that shows the response:refused_account" \
    "a push is decrypted for the browser:browser" \
    "a push without authorization is refused and recorded:refused_push" \
    "a wrong expectation shows which messages arrived:reported_message" \
    "a message is waited for:awaited_message" "the virtual clock advances:advanced"; do
    apns_reset || exit 1
    test_that "${row%:*}" "${row##*:}"
done
[ "$failed" -eq 0 ] || exit 1
