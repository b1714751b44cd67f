#!/bin/sh
# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0

# The tests of the sender.
set -eu
# guide: test
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../bellhop-apns.sh"
trap apns_stop EXIT
apns_start

# The customer learns that the order was shipped.
"$here/shop.sh" "$(apns_token)" 7
apns_assert_sent '"alert":"Order 7 was shipped"' push_type=alert status=200
# guide: end

# Every device gets its own notification.
apns_reset
apns_fleet 5 | sed 's/.*"token" *: *"\([0-9a-f]*\)".*/\1/' | while read -r token; do
    "$here/shop.sh" "$token" 8
done
apns_wait_for 5 status=200

# A busy server is tried again.
apns_reset
apns_fault status=503 reason=ServiceUnavailable count=2 >/dev/null
"$here/shop.sh" "$(apns_token)" 9
apns_wait_for 2 status=503
apns_wait_for 1 status=200

# A server that stays busy is reported.
apns_reset
apns_fault status=503 reason=ServiceUnavailable >/dev/null
if "$here/shop.sh" "$(apns_token)" 10 2>/dev/null; then
    echo "the sender reports success although APNs refused the notification" >&2
    exit 1
fi
apns_wait_for 3 status=503
apns_assert_nothing_sent status=200
echo "example: passed"
