// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Permits one log line a minute for one kind of event, and counts the other events.
///
/// Times are uptimes, which do not jump when the clock is set.
struct LogThrottle: Sendable {
    /// The minimum time between two lines.
    static let spacing = Duration.seconds(60)

    private var lastLine: Duration?
    private var heldBack = 0

    /// Counts an event.
    ///
    /// - Returns: the number of events that were not logged since the last line, if this event is
    ///   to be logged; otherwise `nil`.
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
