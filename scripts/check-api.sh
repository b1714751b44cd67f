#!/usr/bin/env bash
# Compares an HTTP API with its OpenAPI document: schemathesis generates valid and invalid requests
# for every operation, and checks that no response is a server error or contradicts the document.
#
#   scripts/check-api.sh control|gateway [EXAMPLES [SEED [DATABASE]]]
#
# EXAMPLES is the maximum number of requests for each operation, 100 by default. The gateway uses
# DATABASE, an address that begins with postgres://, or a SQLite file. The script needs the built
# tool and, in .venv-api, schemathesis, which it installs.
set -euo pipefail
cd "$(dirname "$0")/.."
api=${1:?control or gateway}
examples=${2:-100}
seed=${3:-1}
database=${4:-}
tool="$(scripts/build.sh --show-bin-path 2>/dev/null)/bellhop"
[ -x "$tool" ] || { echo "check-api: build the tool first: make build" >&2; exit 69; }

if [ ! -x .venv-api/bin/schemathesis ]; then
    python3 -m venv .venv-api
    .venv-api/bin/pip install --quiet --disable-pip-version-check 'schemathesis>=4.32,<5'
fi

state=$(mktemp -d)
servers=()
trap 'kill "${servers[@]}" 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$state"' EXIT

# Waits until a server has written its addresses.
await() {
    for _ in $(seq 600); do
        [ -s "$state/$1" ] && return
        kill -0 "${servers[-1]}" 2>/dev/null || { cat "$state/output" >&2; exit 70; }
        sleep 0.1
    done
    echo "check-api: the server did not start within 60 seconds" >&2
    exit 70
}

# The value of a key in a file with addresses.
address() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$state/$1" "$2"; }

"$tool" apns --state-dir "$state" --sandbox-port 0 --production-port 0 --control-port 0 \
    >"$state/output" 2>&1 &
servers+=($!)
await apns.json
options=()
case $api in
control)
    server=$(address apns.json control)
    # A stream of events ends only when the client closes it.
    options+=(--exclude-path /v1/requests/stream)
    ;;
gateway)
    # A gateway on PostgreSQL does not start without a master key.
    BELLHOP_MASTER_KEY=$(openssl rand -base64 32) \
        "$tool" serve --simulator --state-dir "$state" --port 0 \
        ${database:+--database "$database"} >"$state/output" 2>&1 &
    servers+=($!)
    await gateway.json
    server=$(address gateway.json url)
    options+=(-H "Authorization: Bearer $(cat "$state/development-key")")
    python3 scripts/api_samples.py "$server" "$(cat "$state/development-key")" \
        "$state/simulator-key.p8" "$state/samples.json"
    export API_SAMPLES=$state/samples.json
    ;;
*)
    echo "check-api: \"$api\" is not an API; use control or gateway" >&2
    exit 64
    ;;
esac

# The hooks shorten waits, and make most requests refer to the samples.
SCHEMATHESIS_HOOKS=scripts/api_hooks.py PYTHONPATH=. .venv-api/bin/schemathesis \
    run "$server/openapi.json" --max-examples "$examples" --seed "$seed" \
    --phases examples,coverage,fuzzing "${options[@]}" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,negative_data_rejection \
    --request-timeout 60 --continue-on-failure --no-color
