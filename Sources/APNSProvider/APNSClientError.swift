// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a client does not accept a request, or cannot connect in advance. Nothing was
/// sent.
public enum APNSClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// ``APNSClient/shutdown()`` has been called.
    case closed
    /// ``APNSClient/connect(_:)`` could not connect; the text states the cause in one line.
    case notConnected(String)

    public var description: String {
        switch self {
        case .closed: "the client was shut down; create a new client to send more requests"
        case .notConnected(let cause): cause
        }
    }
}
