# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
#
# A complete simulated APNs for tests in a POSIX shell, with a simulated FCM and push service of browsers. Source this
# file. It needs curl and the program bellhop ($BELLHOP, or the one on PATH), and apns_fcm_access_token needs openssl. A
# function that fails returns 1 and says why on standard error.
#
# FILTER is NAME=VALUE: app, token, push_type, environment, status, reason, apns_id, collapse_id, after. With service=fcm
# or service=web_push, a function concerns the messages to that service, and the others are app, status, reason, after.

# The longest time in seconds for which the functions wait, 30 at most.
: "${APNS_TIMEOUT:=10}"

# apns_start [ARGUMENT…]: starts `bellhop apns` with these arguments, and sets, when it is ready, APNS_SANDBOX and
# APNS_PRODUCTION (URLs), APNS_AUTHORITY and APNS_KEY (files), APNS_KEY_ID, APNS_TEAM_ID, APNS_APP, APNS_JWT (a provider
# token), APNS_CONTROL (URL), APNS_PID; for FCM APNS_FCM (URL), APNS_FCM_PROJECT, APNS_FCM_ACCOUNT (the key file of a
# service account); for Web Push APNS_WEB_PUSH (URL), APNS_WEB_PUSH_KEY (a VAPID private key, PEM). The simulator ends with
# this shell at the latest.
apns_start() {
    _apns_bellhop=${BELLHOP:-$(command -v bellhop)} || _apns_bellhop=
    if [ ! -x "$_apns_bellhop" ]; then
        _apns_fail "the program bellhop was not found: put it on PATH, or set BELLHOP to its path (now: $BELLHOP)"
        return 1
    fi
    _apns_dir=$(mktemp -d) || return 1
    mkfifo "$_apns_dir/stdin"
    "$_apns_bellhop" apns --ready-json --sandbox-port 0 --production-port 0 --sandbox-channel-port 0 \
        --production-channel-port 0 --control-port 0 --fcm-port 0 --web-push-port 0 "$@" \
        <"$_apns_dir/stdin" >"$_apns_dir/ready" 2>"$_apns_dir/stderr" &
    APNS_PID=$!
    # The simulator ends when nobody has its standard input open for writing, so it ends with this shell.
    exec 9>"$_apns_dir/stdin"
    _apns_tries=300
    until grep -q '"ready"' "$_apns_dir/ready"; do
        _apns_tries=$((_apns_tries - 1))
        if ! kill -0 "$APNS_PID" 2>/dev/null; then
            _apns_problem="ended before it was ready"
        elif [ "$_apns_tries" -eq 0 ]; then
            _apns_problem="was not ready within 30 seconds"
        else
            sleep 0.1
            continue
        fi
        _apns_fail "bellhop apns $_apns_problem. Its standard error:
$(cat "$_apns_dir/stderr")"
        apns_stop
        return 1
    done
    _apns_ready=$(sed 's,\\/,/,g' "$_apns_dir/ready")
    APNS_SANDBOX=https://$(_apns_object sandbox host):$(_apns_object sandbox port)
    APNS_PRODUCTION=https://$(_apns_object production host):$(_apns_object production port)
    APNS_KEY=$(_apns_object key path)
    APNS_KEY_ID=$(_apns_object key key_id)
    APNS_TEAM_ID=$(_apns_object key team_id)
    APNS_FCM=$(_apns_object fcm url)
    APNS_FCM_PROJECT=$(_apns_object fcm project)
    APNS_FCM_ACCOUNT=$(_apns_object fcm service_account)
    APNS_WEB_PUSH=$(_apns_object web_push url)
    APNS_WEB_PUSH_KEY=$(_apns_object web_push vapid_key)
    APNS_AUTHORITY=$(printf %s "$_apns_ready" | _apns_member authority)
    APNS_CONTROL=$(printf %s "$_apns_ready" | _apns_member control)
    APNS_APP=$(printf %s "$_apns_ready" | _apns_member app)
    # One for the whole run, because APNs refuses a second one within 20 minutes.
    APNS_JWT=$("$_apns_bellhop" token mint --state-dir "$(printf %s "$_apns_ready" | _apns_member state_dir)") || return 1
    export APNS_SANDBOX APNS_PRODUCTION APNS_AUTHORITY APNS_KEY APNS_KEY_ID APNS_TEAM_ID APNS_APP APNS_CONTROL \
        APNS_JWT APNS_PID APNS_FCM APNS_FCM_PROJECT APNS_FCM_ACCOUNT APNS_WEB_PUSH APNS_WEB_PUSH_KEY
}

# apns_stop: ends the simulator and deletes its files.
apns_stop() {
    [ -n "${APNS_PID:-}" ] || return 0
    exec 9>&-
    kill "$APNS_PID" 2>/dev/null || :
    wait "$APNS_PID" 2>/dev/null || :
    rm -rf "$_apns_dir"
    APNS_PID=
}

# apns_token: prints the sandbox device token of $APNS_APP on the simulator's phone.
apns_token() { apns_control GET /v1/devices/booted/token | _apns_member token; }

# apns_fleet COUNT [APP [ENVIRONMENT]]: registers devices and prints a line of JSON for each.
apns_fleet() {
    apns_control POST /v1/fleet "{\"count\":$1,\"app\":\"${2:-$APNS_APP}\",\"environment\":\"${3:-sandbox}\"}"
}

# apns_device [APP [ENVIRONMENT]]: registers one device and prints its token.
apns_device() { apns_fleet 1 "$@" | _apns_member token; }

# apns_add_app BUNDLE_ID [TEAM_ID]
apns_add_app() {
    apns_control POST /v1/apns/apps "{\"bundle_id\":\"$1\",\"team_id\":\"${2:-$APNS_TEAM_ID}\"}" >/dev/null
}

# apns_fcm_token: prints the registration token of the Android phone.
apns_fcm_token() { cat "$(_apns_object fcm token)"; }

# apns_fcm_device [NAME=VALUE…]: registers another device and prints its registration token. The names are name,
# platform (android, ios, web), app, token, project.
apns_fcm_device() { apns_control POST /v1/fcm/tokens "$(_apns_json "$@")" | _apns_member token; }

# apns_fcm_uninstall TOKEN: uninstalls the app; from now on, FCM returns UNREGISTERED for the token.
apns_fcm_uninstall() { apns_control DELETE "/v1/fcm/tokens/$1" >/dev/null; }

# apns_fcm_access_token [FILE]: prints an access token for FCM's HTTP v1 API, in exchange for an assertion that is signed
# with the key file of a service account, by default $APNS_FCM_ACCOUNT.
apns_fcm_access_token() {
    _apns_account=$(sed 's,\\/,/,g' "${1:-$APNS_FCM_ACCOUNT}") || return 1
    _apns_now=$(date +%s)
    _apns_address=$(printf %s "$_apns_account" | _apns_member token_uri)
    _apns_signed=$(printf '{"alg":"RS256","typ":"JWT","kid":"%s"}' \
        "$(printf %s "$_apns_account" | _apns_member private_key_id)" | _apns_base64url).$(
        printf '{"iss":"%s","aud":"%s","scope":"%s","iat":%d,"exp":%d}' \
            "$(printf %s "$_apns_account" | _apns_member client_email)" "$_apns_address" \
            https://www.googleapis.com/auth/firebase.messaging "$_apns_now" $((_apns_now + 3600)) | _apns_base64url
    )
    _apns_pem=$(mktemp) || return 1
    # The line breaks of the key are \n in JSON.
    printf '%b\n' "$(printf %s "$_apns_account" | _apns_member private_key)" >"$_apns_pem"
    _apns_signature=$(printf %s "$_apns_signed" | openssl dgst -sha256 -binary -sign "$_apns_pem" | _apns_base64url)
    rm -f "$_apns_pem"
    _apns_response=$(curl --silent --show-error --noproxy '*' --max-time 60 --data-urlencode \
        grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer --data "assertion=$_apns_signed.$_apns_signature" \
        "$_apns_address") || return 1
    _apns_access=$(printf %s "$_apns_response" | _apns_member access_token)
    [ -n "$_apns_access" ] || { _apns_fail "the token endpoint returned $_apns_response" && return 1; }
    printf '%s\n' "$_apns_access"
}

# apns_web_push_subscription: prints the subscription of the browser, as PushSubscription.toJSON() returns it.
apns_web_push_subscription() { cat "$(_apns_object web_push subscription)"; }

# apns_web_push_subscribe [NAME=VALUE…]: subscribes another browser and prints its subscription. The names are name, and
# application_server_key, the VAPID public key that the subscription is limited to.
apns_web_push_subscribe() {
    _apns_response=$(apns_control POST /v1/web-push/subscriptions "$(_apns_json "$@")") || return 1
    printf %s "$_apns_response" | tr -d '\n' | sed 's/.*"subscription" *: *\({.*}\) *}.*/\1/'
    echo
}

# apns_fault NAME=VALUE…: injects a fault and prints its number, for instance
#   apns_fault status=503 reason=ServiceUnavailable count=1
#   apns_fault fault=silence push_type=background
#   apns_fault service=fcm fault=error error=QUOTA_EXCEEDED
#   apns_fault service=web_push status=410
apns_fault() {
    case " $*" in
    *' fault='*) ;;
    *) set -- fault=status "$@" ;;
    esac
    _apns_response=$(apns_control POST /v1/faults "$(_apns_json "$@")") || return 1
    printf %s "$_apns_response" | tr -d '\n' | sed -n 's/.*"id" *: *"\{0,1\}\([0-9a-zA-Z-]*\).*/\1/p'
}

# apns_end_fault NUMBER: ends a fault; does nothing if it has ended already, for instance by its count.
apns_end_fault() { apns_control DELETE "/v1/faults/$1" >/dev/null 2>&1 || :; }

# apns_requests [FILTER…]: prints the requests that were received since the last reset as JSON, oldest first; 1,000 at
# most. With service=fcm, these are also the requests for access tokens, which the other functions leave out.
apns_requests() { apns_control GET "/v1/requests?limit=1000$(_apns_query "$@")"; }

# apns_count [FILTER…]: prints the number of these requests.
apns_count() {
    case " $*" in
    *' service='*) apns_requests "$@" | _apns_lines kind '"send"' ;;
    *) apns_requests "$@" | grep -c '"sequence"' || : ;;
    esac
}

# apns_wait_for COUNT [FILTER…]: waits until at least this many requests were received since the last reset.
apns_wait_for() {
    _apns_expected=$1
    shift
    case " $*" in
    *' service='*) _apns_wait_for_messages "$@" || return 1 ;;
    *)
        apns_control GET "/v1/requests?limit=1&count=$_apns_expected&wait=$APNS_TIMEOUT$(_apns_query "$@")" >/dev/null ||
            return 1
        ;;
    esac
    _apns_received=$(apns_count "$@")
    [ "$_apns_received" -ge "$_apns_expected" ] && return 0
    _apns_fail "expected $_apns_expected requests${*:+ with $*} within $APNS_TIMEOUT s, received $_apns_received; \
all requests:
$(apns_requests)"
    return 1
}

# apns_assert_sent JSON [FILTER…]: waits until a request was received whose JSON contains this text. White space does
# not matter, and objects have their members in the order of the alphabet:
#   apns_assert_sent '"alert":"Order 7 was shipped"' status=200
apns_assert_sent() {
    _apns_json=$1
    shift
    apns_wait_for 1 "$@" || return 1
    _apns_text=$(printf %s "$_apns_json" | _apns_without_space)
    _apns_all=$(apns_requests "$@")
    case $(printf %s "$_apns_all" | _apns_without_space) in
    *"$_apns_text"*) return 0 ;;
    esac
    _apns_fail "expected a request${*:+ with $*} that contains $_apns_json, received:
$_apns_all"
    return 1
}

# apns_assert_nothing_sent [FILTER…]: fails if such a request was received; it does not wait.
apns_assert_nothing_sent() {
    [ "$(apns_count "$@")" -eq 0 ] && return 0
    _apns_fail "expected no request${*:+ with $*}, received:
$(apns_requests "$@")"
    return 1
}

# apns_advance SECONDS: moves the simulator's clock, after `apns_start --virtual-clock`.
apns_advance() { apns_control POST /v1/clock/advance "{\"seconds\":$1}" >/dev/null; }

# apns_reset [WHAT…]: deletes received requests, stored notifications and faults, and restores the options, or resets
# only what is named; all also removes devices and added keys.
apns_reset() {
    [ $# -gt 0 ] || set -- log store faults options
    _apns_list=$(printf ',"%s"' "$@")
    apns_control POST /v1/reset "{\"what\":[${_apns_list#,}]}" >/dev/null
}

# apns_control METHOD PATH [JSON]: calls the control API and prints the response.
apns_control() {
    if [ $# -gt 2 ]; then
        set -- "$1" "$2" --header 'content-type: application/json' --data "$3"
    fi
    _apns_method=$1 _apns_path=$2
    shift 2
    _apns_response=$(curl --silent --show-error --noproxy '*' --request "$_apns_method" --max-time 60 \
        --write-out '\n%{http_code}' "$@" "$APNS_CONTROL$_apns_path") || return 1
    _apns_status=${_apns_response##*
}
    case $_apns_status in
    2??)
        _apns_response=${_apns_response%
*}
        printf '%s\n' "${_apns_response%
}"
        ;;
    *)
        _apns_fail "$_apns_method ${_apns_path%%\?*}: $_apns_response"
        return 1
        ;;
    esac
}

# Waits until $_apns_expected messages were received. The API also counts requests for access tokens.
_apns_wait_for_messages() {
    _apns_deadline=$(($(date +%s) + APNS_TIMEOUT))
    while
        _apns_all=$(apns_requests "$@") || return 1
        [ "$(printf '%s\n' "$_apns_all" | _apns_lines kind '"send"')" -lt "$_apns_expected" ]
    do
        _apns_left=$((_apns_deadline - $(date +%s)))
        [ "$_apns_left" -gt 0 ] || return 0
        _apns_next=$(($(printf '%s\n' "$_apns_all" | _apns_lines sequence '') + 1))
        apns_control GET "/v1/requests?limit=1&count=$_apns_next&wait=$_apns_left$(_apns_query "$@")" >/dev/null || return 1
    done
}

# _apns_lines MEMBER VALUE: the number of requests with this member in the JSON on standard input. The indentation is
# that of a request's own members.
_apns_lines() { grep -c "^ \{6\}\"$1\" *: *$2" || :; }

# _apns_json NAME=VALUE…: an object in JSON. A value of digits is a number.
_apns_json() {
    _apns_body=
    for _apns_setting in "$@"; do
        _apns_value=${_apns_setting#*=}
        case $_apns_value in
        '' | *[!0-9.]*) _apns_value="\"$_apns_value\"" ;;
        esac
        _apns_body="$_apns_body,\"${_apns_setting%%=*}\":$_apns_value"
    done
    printf '{%s}' "${_apns_body#,}"
}

_apns_base64url() { openssl base64 -e -A | tr -- '+/' '-_' | tr -d =; }

_apns_fail() { printf 'apns: %s\n' "$1" >&2; }

# _apns_object NAME MEMBER: a member of an object of the ready line.
_apns_object() {
    printf %s "$_apns_ready" | sed -n "s/.*\"$1\" *: *{\([^}]*\)}.*/\1/p" | _apns_member "$2"
}

# _apns_member NAME: the value of a member, a string or a number, in the JSON on standard input.
_apns_member() {
    { tr -d '\n' && echo; } | sed -n -e "s/.*\"$1\" *: *\"\([^\"]*\)\".*/\1/p" -e t -e "s/.*\"$1\" *: *\([0-9.]*\).*/\1/p"
}

_apns_without_space() { tr -d ' \t\n' | sed 's,\\/,/,g'; }

# _apns_query FILTER…: the parameters with & before each.
_apns_query() {
    for _apns_filter in "$@"; do printf '&%s' "$_apns_filter"; done
}
