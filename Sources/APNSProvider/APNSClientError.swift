// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a client does not take a request; nothing was sent.
public enum APNSClientError: Error, Hashable, Sendable, CustomStringConvertible {
    /// ``APNSClient/shutdown()`` was called before.
    case closed
    /// ``APNSClient/connect(_:)`` could not connect; the text says why in one line.
    case notConnected(String)

    public var description: String {
        switch self {
        case .closed: "the client was shut down; make a new one to send more"
        case .notConnected(let cause): cause
        }
    }
}
