// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Which lanes get no response from APNs at present.
struct SendingFailures: Sendable {
    /// Requests in a row without a response after which a lane counts as failing. A single one is
    /// nothing unusual: a connection ended.
    static let failuresMax = 5

    private var failures: [SendingLane: Int] = [:]

    /// A request had no response, or could not be made.
    ///
    /// - Returns: whether the lane counts as failing.
    mutating func failed(_ lane: SendingLane) -> Bool {
        failures[lane, default: 0] += 1
        return isFailing(lane)
    }

    /// APNs responded.
    ///
    /// - Returns: whether the lane counted as failing before.
    mutating func responded(_ lane: SendingLane) -> Bool {
        defer { failures[lane] = nil }
        return isFailing(lane)
    }

    private func isFailing(_ lane: SendingLane) -> Bool {
        failures[lane, default: 0] >= Self.failuresMax
    }

    /// Whether any lane fails.
    var isAnyFailing: Bool { failures.values.contains { $0 >= Self.failuresMax } }
}
