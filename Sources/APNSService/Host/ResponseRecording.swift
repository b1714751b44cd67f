// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes down each response to a notification or broadcast before it is sent.
///
/// The host of connections calls it under its lock, one response at a time.
public protocol ResponseRecording: Sendable {
    /// Writes one response down.
    ///
    /// - Parameter isWithheld: whether the request gets no response.
    /// - Returns: whether it is written; otherwise the response is not sent.
    func write(_ entry: ServiceLogEntry, isWithheld: Bool) -> Bool
}
