// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Whether a worker does its work.
enum WorkerCondition: Hashable, Sendable {
    case notStarted
    /// It looked for work last at this uptime.
    case running(lastTurn: Duration)
    case ended
}

/// What a worker says about itself.
struct WorkerReport: Sendable {
    /// A worker that has not looked for work for so long stands still. It looks once a second by
    /// default, and waits for the storage in between.
    static let turnTime = Duration.seconds(60)

    let condition: WorkerCondition
    /// The uptime of the report.
    let now: Duration
    /// The lanes on hold, with the reason of APNs.
    let held: [SendingLane: String]
    /// Whether a lane gets no responses from APNs.
    let isSendingFailing: Bool

    /// Whether it looks for work.
    var isRunning: Bool {
        guard case .running(let lastTurn) = condition else { return false }
        return now - lastTurn < Self.turnTime
    }

    /// Whether it will not look for work again unless the process is started anew.
    var isDead: Bool { !isRunning && condition != .notStarted }
}
