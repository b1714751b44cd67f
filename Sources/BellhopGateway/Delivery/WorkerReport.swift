// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The condition of a worker.
enum WorkerCondition: Hashable, Sendable {
    case notStarted
    /// The worker last looked for work at this uptime.
    case running(lastTurn: Duration)
    case ended
}

/// A worker's report about its condition.
struct WorkerReport: Sendable {
    /// The time without looking for work after which a worker counts as stuck. By default, the
    /// worker looks for work once a second, and waits for the storage in between.
    static let turnTime = Duration.seconds(60)

    let condition: WorkerCondition
    /// The uptime at which the report was made.
    let now: Duration
    /// The destinations on hold, with the reason that APNs gave.
    let held: [SendingDestination: String]
    /// Whether APNs does not respond to requests for at least one destination.
    let isSendingFailing: Bool

    /// Whether the worker looks for work.
    var isRunning: Bool {
        guard case .running(let lastTurn) = condition else { return false }
        return now - lastTurn < Self.turnTime
    }

    /// Whether the worker will look for work again only after a restart of the process.
    var isDead: Bool { !isRunning && condition != .notStarted }
}
