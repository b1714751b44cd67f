// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The destinations that wait for another credential, because APNs rejected their credential
/// several times in a row.
///
/// A rejected credential says nothing about the notification, so the deliveries stay queued.
/// Without a hold, each of them would be sent again and again. While a destination is on hold, one
/// delivery at a time tests whether APNs accepts the credential again. A new credential ends the
/// hold immediately. All times are uptimes.
struct CredentialHolds: Sendable {
    /// The number of rejections in a row after which a destination is put on hold.
    static let refusalsMax = 5
    /// The time between two attempts to use a held credential.
    static let pause = Duration.seconds(60)

    private struct Run {
        var identity: String
        var reason: String
        var refusals = 0
        /// The uptime from which the next test may be sent; `nil` if the destination is not
        /// on hold.
        var nextTry: Duration?
    }

    /// One app and the transport of its credential.
    private struct Owner: Hashable {
        let bundleID: String
        let transport: PushTransport

        init(_ destination: SendingDestination) {
            self.init(bundleID: destination.bundleID, transport: destination.transport)
        }

        init(bundleID: String, transport: PushTransport) {
            self.bundleID = bundleID
            self.transport = transport
        }
    }

    private var runs: [SendingDestination: Run] = [:]
    /// The newest credential of each app whose credential was replaced. Later responses to the
    /// previous credential are ignored.
    private var newest: [Owner: String] = [:]
    /// The uptimes until which nothing is sent to a destination, because its service has asked the
    /// gateway to wait.
    private var pauses: [SendingDestination: Duration] = [:]

    /// Records that APNs rejected a credential.
    ///
    /// - Returns: whether this rejection puts the destination on hold.
    mutating func refused(
        _ destination: SendingDestination, identity: String, reason: String, at uptime: Duration
    ) -> Bool {
        guard newest[Owner(destination)] ?? identity == identity else { return false }
        var run = runs[destination] ?? Run(identity: identity, reason: reason)
        if run.identity != identity { run = Run(identity: identity, reason: reason) }
        let wasHeld = run.nextTry != nil
        run.refusals += 1
        run.reason = reason
        if run.refusals >= Self.refusalsMax { run.nextTry = uptime + Self.pause }
        runs[destination] = run
        return !wasHeld && run.nextTry != nil
    }

    /// Records that APNs accepted a credential: it accepted a notification, or rejected it for
    /// another reason.
    ///
    /// - Returns: whether this response ends a hold.
    mutating func proved(_ destination: SendingDestination, identity: String) -> Bool {
        guard let run = runs[destination], run.identity == identity else { return false }
        runs[destination] = nil
        return run.nextTry != nil
    }

    /// Records that a request ended without a response that says anything about the credential.
    mutating func unclear(_ destination: SendingDestination, at uptime: Duration) {
        guard runs[destination]?.nextTry != nil else { return }
        runs[destination]?.nextTry = uptime + Self.pause
    }

    /// Records that a service has asked the gateway to send nothing until an uptime.
    mutating func throttled(_ destination: SendingDestination, until uptime: Duration) {
        pauses[destination] = max(pauses[destination] ?? .zero, uptime)
    }

    /// Records that an app got a credential, which may be the same as before.
    mutating func replaced(
        bundleID: String, _ transport: PushTransport = .apns, identity: String
    ) {
        let owner = Owner(bundleID: bundleID, transport: transport)
        newest[owner] = identity
        runs = runs.filter { Owner($0.key) != owner }
    }

    /// Returns the maximum number of deliveries in flight for each destination on hold: 1 if a
    /// test is due, otherwise 0.
    func limits(at uptime: Duration) -> [SendingDestination: Int] {
        var limits = runs.compactMapValues { run in run.nextTry.map { $0 <= uptime ? 1 : 0 } }
        for (destination, end) in pauses where end > uptime { limits[destination] = 0 }
        return limits
    }

    /// The destinations on hold, with the reason that APNs gave.
    var held: [SendingDestination: String] {
        runs.compactMapValues { run in run.nextTry == nil ? nil : run.reason }
    }
}
