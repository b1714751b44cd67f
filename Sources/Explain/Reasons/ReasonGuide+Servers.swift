// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons that concern the connection, the rate or the servers.
extension ReasonGuide {
    static let serverGuides: [ReasonGuide] = [
        tooManyRequests, internalServerError, serviceUnavailable, shutdown, idleTimeout,
    ]

    private static let tooManyRequests = ReasonGuide(
        .tooManyRequests,
        [
            LikelyCause(
                "a loop, or a retry without a delay, sends to one device repeatedly",
                check: "count the notifications sent to this token in the last minutes",
                try: "increase the delay after each failure"),
            LikelyCause(
                "each small change is sent as a separate notification: scores, positions, typing",
                check: "the requests have different texts and the same device token",
                try: "combine changes with one apns-collapse-id; use a Live Activity or a "
                    + "broadcast for frequent changes",
                .sending),
            LikelyCause(
                "too many broadcasts are sent to one channel",
                check: "the path begins with /4/broadcasts/",
                try: "send less often; a channel without message storage has a higher limit",
                .broadcasts),
        ],
        unlike: [
            Contrast(.tooManyProviderTokenUpdates, "the provider token changes too often")
        ])

    private static let internalServerError = ReasonGuide(
        .internalServerError,
        [
            LikelyCause(
                "APNs has an internal error",
                check: "developer.apple.com/system-status shows APNs and APNs Sandbox",
                try: "retry after 15 minutes, then with longer delays"),
            LikelyCause(
                "only a particular request fails; others succeed",
                check: "send a plain alert to the same device with `bellhop push …`",
                try: "report the error to Apple with the apns-id of the response", .experience),
        ])

    private static let serviceUnavailable = ReasonGuide(
        .serviceUnavailable,
        [
            LikelyCause(
                "APNs is not available",
                check: "developer.apple.com/system-status shows APNs and APNs Sandbox",
                try: "retry after 15 minutes, then with longer delays")
        ])

    private static let shutdown = ReasonGuide(
        .shutdown,
        [
            LikelyCause(
                "this APNs server is shutting down, which happens regularly",
                check: "requests on a new connection succeed",
                try: "open a new connection and send again; this is not an error in your code")
        ])

    private static let idleTimeout = ReasonGuide(
        .idleTimeout,
        [
            LikelyCause(
                "the connection was open for a long time without a request",
                check: "APNs returns this reason for the first request after a pause",
                try: "open a new connection, or send an HTTP/2 PING occasionally, at most once an "
                    + "hour",
                .responses)
        ])
}
