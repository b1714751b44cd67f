#!/bin/sh
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

# Sends the notification of a shop with curl: shop.sh DEVICE_TOKEN ORDER
# APNS_SANDBOX, APNS_JWT, APNS_APP: where, as whom, for which app. APNS_AUTHORITY: whom to trust, if not the system.
set -eu
: "${APNS_SANDBOX:=https://api.sandbox.push.apple.com}"
body=$(mktemp)
trap 'rm -f "$body"' EXIT
for attempt in 1 2 3; do
    status=$(curl --silent --show-error --http2 --noproxy '*' ${APNS_AUTHORITY:+--cacert "$APNS_AUTHORITY"} \
        --header "authorization: bearer $APNS_JWT" --header "apns-topic: $APNS_APP" \
        --header "apns-push-type: alert" --data "{\"aps\":{\"alert\":\"Order $2 was shipped\"}}" \
        --output "$body" --write-out '%{http_code}' "$APNS_SANDBOX/3/device/$1")
    case $status in
    200) exit 0 ;;
    429 | 500 | 503) [ "$attempt" -lt 3 ] || break ;;
    *) break ;;
    esac
done
echo "shop: $status $(cat "$body")" >&2
exit 1
