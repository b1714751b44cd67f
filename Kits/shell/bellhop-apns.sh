# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
#
# A complete simulated APNs for tests in a POSIX shell. Source this file. It needs curl and the program bellhop
# ($BELLHOP, or the one on PATH). A function that fails returns 1 and says why on standard error.
#
# FILTER is NAME=VALUE: app, token, push_type, environment, status, reason, apns_id, collapse_id, after.

# The longest time in seconds for which the functions wait, 30 at most.
: "${APNS_TIMEOUT:=10}"

# apns_start [ARGUMENT…]: starts `bellhop apns` with these arguments, and sets, when it is ready, APNS_SANDBOX and
# APNS_PRODUCTION (URLs), APNS_AUTHORITY and APNS_KEY (files), APNS_KEY_ID, APNS_TEAM_ID, APNS_APP, APNS_JWT (a provider
# token), APNS_CONTROL (URL), APNS_PID. The simulator ends with this shell at the latest.
apns_start() {
    _apns_bellhop=${BELLHOP:-$(command -v bellhop)} || _apns_bellhop=
    if [ ! -x "$_apns_bellhop" ]; then
        _apns_fail "the program bellhop was not found: put it on PATH, or set BELLHOP to its path (now: $BELLHOP)"
        return 1
    fi
    _apns_dir=$(mktemp -d) || return 1
    mkfifo "$_apns_dir/stdin"
    "$_apns_bellhop" apns --ready-json --sandbox-port 0 --production-port 0 --sandbox-channel-port 0 \
        --production-channel-port 0 --control-port 0 "$@" \
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
    APNS_AUTHORITY=$(printf %s "$_apns_ready" | _apns_member authority)
    APNS_CONTROL=$(printf %s "$_apns_ready" | _apns_member control)
    APNS_APP=$(printf %s "$_apns_ready" | _apns_member app)
    # One for the whole run, because APNs refuses a second one within 20 minutes.
    APNS_JWT=$("$_apns_bellhop" token mint --state-dir "$(printf %s "$_apns_ready" | _apns_member state_dir)") || return 1
    export APNS_SANDBOX APNS_PRODUCTION APNS_AUTHORITY APNS_KEY APNS_KEY_ID APNS_TEAM_ID APNS_APP APNS_CONTROL \
        APNS_JWT APNS_PID
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

# apns_fault NAME=VALUE…: injects a fault and prints its number, for instance
#   apns_fault status=503 reason=ServiceUnavailable count=1
#   apns_fault fault=silence push_type=background
apns_fault() {
    _apns_body=
    for _apns_setting in "$@"; do
        _apns_name=${_apns_setting%%=*}
        _apns_value=${_apns_setting#*=}
        case $_apns_value in
        '' | *[!0-9.]*) _apns_value="\"$_apns_value\"" ;;
        esac
        _apns_body="$_apns_body,\"$_apns_name\":$_apns_value"
    done
    case $_apns_body in
    *',"fault":'*) _apns_body=${_apns_body#,} ;;
    *) _apns_body="\"fault\":\"status\"$_apns_body" ;;
    esac
    _apns_response=$(apns_control POST /v1/faults "{$_apns_body}") || return 1
    printf %s "$_apns_response" | tr -d '\n' | sed -n 's/.*"id" *: *"\{0,1\}\([0-9a-zA-Z-]*\).*/\1/p'
}

# apns_end_fault NUMBER: ends a fault; does nothing if it has ended already, for instance by its count.
apns_end_fault() { apns_control DELETE "/v1/faults/$1" >/dev/null 2>&1 || :; }

# apns_requests [FILTER…]: prints the requests that were received since the last reset as JSON, oldest first; 1,000 at
# most.
apns_requests() { apns_control GET "/v1/requests?limit=1000$(_apns_query "$@")"; }

# apns_count [FILTER…]: prints the number of these requests.
apns_count() { apns_requests "$@" | grep -c '"sequence"' || :; }

# apns_wait_for COUNT [FILTER…]: waits until at least this many requests were received since the last reset.
apns_wait_for() {
    _apns_expected=$1
    shift
    apns_control GET "/v1/requests?limit=1&count=$_apns_expected&wait=$APNS_TIMEOUT$(_apns_query "$@")" >/dev/null ||
        return 1
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
