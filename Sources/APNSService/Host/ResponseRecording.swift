// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Records each response to a notification or broadcast before it is sent.
///
/// The host of connections calls it under its lock, one response at a time.
public protocol ResponseRecording: Sendable {
    /// Records one response.
    ///
    /// - Parameter isWithheld: whether the request gets no response.
    /// - Returns: Whether it was recorded; if not, the response is not sent.
    func write(_ entry: ServiceLogEntry, isWithheld: Bool) -> Bool
}
