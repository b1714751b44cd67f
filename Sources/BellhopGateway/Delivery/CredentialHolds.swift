// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Which lanes wait for another credential, because APNs refused theirs several times in a row.
///
/// A refused credential says nothing about the notification, so the deliveries stay queued. Without
/// a hold each of them would be sent again and again. While a lane is on hold, one delivery at a
/// time tries whether APNs takes the credential meanwhile. Another credential ends the hold at
/// once. Time comes in as the uptime.
struct CredentialHolds: Sendable {
    /// Refusals in a row that put a lane on hold.
    static let refusalsMax = 5
    /// The pause between two tries.
    static let pause = Duration.seconds(60)

    private struct Run {
        var identity: String
        var reason: String
        var refusals = 0
        /// When the next try may be made; `nil` as long as the lane is not on hold.
        var nextTry: Duration?
    }

    private var runs: [SendingLane: Run] = [:]
    /// The newest credential of each app that got another one: what APNs says later about the one
    /// before does not count.
    private var newest: [String: String] = [:]

    /// APNs refused a credential.
    ///
    /// - Returns: whether this puts the lane on hold.
    mutating func refused(
        _ lane: SendingLane, identity: String, reason: String, at uptime: Duration
    ) -> Bool {
        guard newest[lane.bundleID] ?? identity == identity else { return false }
        var run = runs[lane] ?? Run(identity: identity, reason: reason)
        if run.identity != identity { run = Run(identity: identity, reason: reason) }
        let wasHeld = run.nextTry != nil
        run.refusals += 1
        run.reason = reason
        if run.refusals >= Self.refusalsMax { run.nextTry = uptime + Self.pause }
        runs[lane] = run
        return !wasHeld && run.nextTry != nil
    }

    /// APNs took a credential: it accepted a notification, or refused it for another reason.
    ///
    /// - Returns: whether this ends a hold.
    mutating func proved(_ lane: SendingLane, identity: String) -> Bool {
        guard let run = runs[lane], run.identity == identity else { return false }
        runs[lane] = nil
        return run.nextTry != nil
    }

    /// A request ended without a response that says anything about the credential.
    mutating func unclear(_ lane: SendingLane, at uptime: Duration) {
        guard runs[lane]?.nextTry != nil else { return }
        runs[lane]?.nextTry = uptime + Self.pause
    }

    /// An app got a credential, perhaps the same one again.
    mutating func replaced(bundleID: String, identity: String) {
        newest[bundleID] = identity
        runs = runs.filter { $0.key.bundleID != bundleID }
    }

    /// How many deliveries each lane on hold may have in flight: one when a try is due, else none.
    func limits(at uptime: Duration) -> [SendingLane: Int] {
        runs.compactMapValues { run in run.nextTry.map { $0 <= uptime ? 1 : 0 } }
    }

    /// The lanes on hold, with what APNs said.
    var held: [SendingLane: String] {
        runs.compactMapValues { run in run.nextTry == nil ? nil : run.reason }
    }
}
