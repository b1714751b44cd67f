#!/usr/bin/env bash
# Builds the sink into the given folder, with a self-signed certificate for 127.0.0.1 and localhost,
# and a key for signing provider tokens. Needs Linux, OpenSSL 3 (libssl-dev) and, for --check, libnghttp2-dev.
set -euo pipefail
mkdir -p "${1:?usage: build.sh FOLDER}"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")"
checks=()
if printf '#include <nghttp2/nghttp2.h>\n' | ${CC:-cc} -E -x c - >/dev/null 2>&1; then
    checks=(-DSINK_CHECKS -lnghttp2)
fi
if [ ! -x "$out/sink" ] || [ -n "$(find . -newer "$out/sink" -type f)" ]; then
    ${CC:-cc} -std=gnu17 -O2 -Wall -Wextra -Wno-sign-compare -o "$out/sink" ./*.c \
        -lssl -lcrypto "${checks[@]}"
fi
if ! openssl x509 -in "$out/sink.pem" -checkend 86400 -noout >/dev/null 2>&1; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 \
        -subj '/CN=localhost' -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' \
        -keyout "$out/sink-key.pem" -out "$out/sink.pem" 2>/dev/null
fi
# The key for signing provider tokens.
if [ ! -s "$out/sink.p8" ]; then
    openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$out/sink.p8"
fi
