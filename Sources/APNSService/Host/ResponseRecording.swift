// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Records each response to a notification or broadcast before it is sent.
///
/// ``ServiceHost`` calls `write` while it holds its lock, so that calls never overlap.
public protocol ResponseRecording: Sendable {
    /// Records one response.
    ///
    /// - Parameters:
    ///   - request: the request as it was received. It contains the sender's credentials and the
    ///     device token, which must not be recorded unless necessary.
    ///   - connection: the service's state of the connection on which the request arrived.
    ///   - isWithheld: whether the request gets no response.
    /// - Returns: Whether the response was recorded. If it was not recorded, it is not sent.
    func write(
        _ entry: ServiceLogEntry, of request: ServiceRequest, connection: ConnectionState,
        isWithheld: Bool
    ) -> Bool
}
