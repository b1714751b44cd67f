// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons concerning the connection, the rate or the servers.
extension ReasonGuide {
    static let serverGuides: [ReasonGuide] = [
        tooManyRequests, internalServerError, serviceUnavailable, shutdown, idleTimeout,
    ]

    private static let tooManyRequests = ReasonGuide(
        .tooManyRequests,
        [
            LikelyCause(
                "a loop or a repeat without pause sends to one device over and over",
                tell: "count what went to this token in the last minutes",
                try: "let each failure wait longer than the last"),
            LikelyCause(
                "each small change is a notification of its own: scores, positions, typing",
                tell: "the requests have different texts and the same device",
                try: "put changes together, with one apns-collapse-id; a Live Activity or a "
                    + "broadcast suits frequent ones",
                .sending),
            LikelyCause(
                "a broadcast channel is sent to too often",
                tell: "the path begins with /4/broadcasts/",
                try: "send less often; a channel without message storage has more room",
                .broadcasts),
        ],
        unlike: [
            Contrast(.tooManyProviderTokenUpdates, "there the sender's own token changes too often")
        ])

    private static let internalServerError = ReasonGuide(
        .internalServerError,
        [
            LikelyCause(
                "APNs has a fault",
                tell: "developer.apple.com/system-status shows APNs and APNs Sandbox",
                try: "try again in 15 minutes, then with longer pauses"),
            LikelyCause(
                "one certain request meets a fault, others pass",
                tell: "bellhop push … sends a plain alert to the same device",
                try: "write to Apple with the apns-id of the answer", .experience),
        ])

    private static let serviceUnavailable = ReasonGuide(
        .serviceUnavailable,
        [
            LikelyCause(
                "APNs is not available",
                tell: "developer.apple.com/system-status shows APNs and APNs Sandbox",
                try: "try again in 15 minutes, then with longer pauses")
        ])

    private static let shutdown = ReasonGuide(
        .shutdown,
        [
            LikelyCause(
                "this server of APNs is taken out of service, as each is now and then",
                tell: "a new connection is answered",
                try: "open a new connection and send again; nothing is wrong")
        ])

    private static let idleTimeout = ReasonGuide(
        .idleTimeout,
        [
            LikelyCause(
                "the connection was open for long without a request",
                tell: "it comes with the first request after a quiet time",
                try: "open a new connection, or send an HTTP/2 PING now and then, at most once an "
                    + "hour",
                .responses)
        ])
}
