#!/usr/bin/env bash
# Builds the benchmarks in release mode and prints their tables: single components, the simulator
# under load, and, on Linux, Bellhop's client compared with other senders.
#
#   bench.sh            everything, about twenty minutes after building
#   bench.sh --quick    the clients with a tenth of the requests and one repetition
#   bench.sh --build    build only
#   bench.sh --clients [options of bench-clients.py]    only the clients
set -euo pipefail
cd "$(dirname "$0")/.."
SWIFT=${SWIFT:-swift}
requests=20000
# For the simulator: enough requests to fill its log, after which its memory is constant.
server_requests=200000
in_flight=100
quick=()
case ${1:-} in
--quick) quick=(--quick) ;;
--build | --clients | '') ;;
*)
    echo "usage: bench.sh [--quick | --build | --clients ...]" >&2
    exit 64
    ;;
esac

build() { BELLHOP_EXTRAS=1 SWIFT=$SWIFT CONFIGURATION=release scripts/build.sh --product "$1" >&2; }

# The server for the clients' tables is written in C and runs only on Linux.
has_sink=
if [ "$(uname -s)" = Linux ]; then
    if Benchmarks/Sink/build.sh Benchmarks/.build/sink; then
        has_sink=1
    else
        echo "bench: the sink was not built; it needs a C compiler and libssl-dev" >&2
    fi
fi
build push-client
[ "${1:-}" = --build ] && build bellhop-bench
[ "${1:-}" = --build ] && [ -n "$has_sink" ] && exit 0
folder=$($SWIFT build -c release --show-bin-path)
if [ "${1:-}" = --clients ]; then
    shift
    exec python3 scripts/bench-clients.py --client "$folder/push-client" "$@"
fi
build bellhop-bench
bench=$folder/bellhop-bench
"$bench"

# One core for the server and another for h2load, where there are two.
pin() {
    local core=$1
    shift
    if command -v taskset >/dev/null 2>&1 && [ "$(nproc)" -gt 1 ]; then
        exec taskset -c "$core" "$@"
    fi
    exec "$@"
}

load_the_simulator() {
    local connections=$1
    local body server_pid url authorization payload seconds megabytes report rate cost
    body=$(mktemp)
    coproc SERVER { pin 0 "$bench" serve; }
    server_pid=$SERVER_PID
    exec {from}<&"${SERVER[0]}" {to}>&"${SERVER[1]}"
    read -r url <&"$from"
    read -r authorization <&"$from"
    read -r payload <&"$from"
    printf '%s' "$payload" >"$body"
    report=$(pin 1 h2load -n "$server_requests" -c "$connections" -m "$in_flight" -d "$body" \
        -H "authorization: $authorization" -H 'apns-topic: com.example.app' \
        -H 'apns-push-type: alert' -H 'apns-priority: 10' "$url")
    rm -f "$body"
    # Closes the server's standard input; it then prints its resource usage.
    eval "exec ${SERVER[1]}>&- {to}>&-"
    read -r seconds <&"$from"
    read -r megabytes <&"$from"
    wait "$server_pid" || true
    if ! grep -q "$server_requests succeeded" <<<"$report" || ! grep -q "$server_requests 2xx" <<<"$report"; then
        printf '%s\n' "$report" >&2
        echo "bench: not every request of h2load was accepted" >&2
        exit 1
    fi
    rate=$(sed -n 's/.*finished in [^,]*, \([0-9.]*\) req\/s.*/\1/p' <<<"$report")
    cost=$(awk -v s="$seconds" -v n="$server_requests" 'BEGIN { printf "%.1f", s / n * 1000000 }')
    printf '| `h2load`, %s connection(s), to the simulator in a process of its own | %.0f | %s (simulator) | %s MB (simulator) |\n' \
        "$connections" "$rate" "$cost" "$megabytes"
}

if command -v h2load >/dev/null 2>&1; then
    load_the_simulator 1
    load_the_simulator 16
else
    echo "bench: h2load is not installed; scripts/setup.sh test installs it" >&2
fi
[ -n "$has_sink" ] && python3 scripts/bench-clients.py --client "$folder/push-client" "${quick[@]}"
exit 0
