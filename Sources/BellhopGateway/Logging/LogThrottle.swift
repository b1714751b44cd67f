// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Lets through one log line a minute of a kind and counts the others.
///
/// Time comes in as the uptime, which does not jump when the clock is set.
struct LogThrottle: Sendable {
    /// The shortest time between two lines.
    static let spacing = Duration.seconds(60)

    private var lastLine: Duration?
    private var heldBack = 0

    /// Counts an occurrence.
    ///
    /// - Returns: how many were not logged since the last line, when this one is to be logged.
    mutating func count(at uptime: Duration) -> Int? {
        if let lastLine, uptime - lastLine < Self.spacing {
            heldBack += 1
            return nil
        }
        lastLine = uptime
        defer { heldBack = 0 }
        return heldBack
    }
}
