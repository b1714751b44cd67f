#!/usr/bin/env bash
# Builds the benchmarks in release mode, prints their tables, and holds nghttp2's h2load against the same
# simulator when it is installed (scripts/setup.sh test installs it).
set -euo pipefail
cd "$(dirname "$0")/.."
SWIFT=${SWIFT:-swift}
requests=20000
in_flight=100

$SWIFT build --package-path Benchmarks -c release --product bellhop-bench >&2
bench=$($SWIFT build --package-path Benchmarks -c release --show-bin-path)/bellhop-bench
"$bench"

if ! command -v h2load >/dev/null 2>&1; then
    echo "bench: h2load is not installed; scripts/setup.sh test installs it" >&2
    exit 0
fi
body=$(mktemp)
trap 'rm -f "$body"' EXIT
printf '%s' '{"aps":{"alert":{"title":"Alex Rivera","subtitle":"Project Lighthouse","body":"Can you ship the build before standup? I moved the review to 10:30."},"badge":4,"sound":"default","thread-id":"chat-4711","category":"MESSAGE","mutable-content":1,"interruption-level":"time-sensitive","relevance-score":0.75},"conversation":"4711","message":"7f1c9a30-5d2e-4b8a-9d0f-0c6a5f3e2b11","attachments":[{"kind":"image","width":1200,"height":800}]}' >"$body"
coproc SERVER { exec "$bench" serve; }
server_pid=$SERVER_PID
exec {from}<&"${SERVER[0]}" {to}>&"${SERVER[1]}"
read -r url <&"$from"
read -r authorization <&"$from"
load() {
    h2load -n "$1" -c 1 -m "$in_flight" -d "$body" -H "authorization: $authorization" \
        -H 'apns-topic: com.example.app' -H 'apns-push-type: alert' -H 'apns-priority: 10' "$url"
}
report=$(load "$requests")
# Ends its standard input, upon which it prints what it used.
eval "exec ${SERVER[1]}>&- {to}>&-"
read -r seconds <&"$from"
read -r megabytes <&"$from"
wait "$server_pid" || true
if ! grep -q "$requests succeeded" <<<"$report" || ! grep -q "$requests 2xx" <<<"$report"; then
    printf '%s\n' "$report" >&2
    echo "bench: not every request of h2load was accepted" >&2
    exit 1
fi
rate=$(sed -n 's/.*finished in [^,]*, \([0-9.]*\) req\/s.*/\1/p' <<<"$report")
cost=$(awk -v s="$seconds" -v n="$requests" 'BEGIN { printf "%.1f", s / n * 1000000 }')
printf '| `h2load` to the simulator in a process of its own | %.0f | %s (simulator) | %s MB (simulator) |\n' \
    "$rate" "$cost" "$megabytes"
