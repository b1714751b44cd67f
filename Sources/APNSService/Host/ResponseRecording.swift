// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Records each response to a notification or broadcast before it is sent.
///
/// ``ServiceHost`` calls `write` while it holds its lock, so that calls never overlap.
public protocol ResponseRecording: Sendable {
    /// Records one response.
    ///
    /// - Parameter isWithheld: whether the request gets no response.
    /// - Returns: Whether the response was recorded; if not, it is not sent.
    func write(_ entry: ServiceLogEntry, isWithheld: Bool) -> Bool
}
