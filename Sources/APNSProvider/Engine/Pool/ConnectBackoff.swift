// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Delays connection attempts after failures, and counts connections that end without a response.
struct ConnectBackoff: Sendable {
    /// The delay after the first failed connection attempt. It doubles with each further failure,
    /// up to ``delayMax``. Apple treats frequent reconnecting as an attack.
    private static let delayMin: Duration = .milliseconds(100)
    /// The longest delay before a connection attempt.
    private static let delayMax: Duration = .seconds(10)
    /// The maximum number of consecutive connections without a single response. When it is reached,
    /// waiting requests fail.
    private static let responselessCountMax = 2

    /// The number of consecutive connections that could not be opened.
    private var failureCount = 0
    /// The number of consecutive connections that ended without a response.
    private var responselessCount = 0
    /// The time before which no connection is attempted; `nil` if there is no delay.
    private(set) var due: EngineTime?

    mutating func connectionIsReady() { failureCount = 0 }

    mutating func responseArrived() { responselessCount = 0 }

    /// Delays the next attempt after a connection could not be opened.
    mutating func connectionFailed(at now: EngineTime) {
        let delay = Self.delayMin * (1 << min(failureCount, 10))
        failureCount += 1
        due = now + min(delay, Self.delayMax)
    }

    /// Counts a connection that ended without a response while requests were waiting.
    ///
    /// - Returns: Whether there were too many such connections in a row.
    mutating func countResponseless() -> Bool {
        responselessCount += 1
        return responselessCount >= Self.responselessCountMax
    }

    /// Ends the delay if its time has passed. Returns whether the delay ended.
    mutating func endDelay(at now: EngineTime) -> Bool {
        guard let due, due <= now else { return false }
        self.due = nil
        return true
    }

    mutating func cancelDelay() { due = nil }
}
