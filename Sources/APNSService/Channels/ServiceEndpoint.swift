// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kind of Apple's server that received a request.
public enum ServiceEndpoint: String, Hashable, Sendable, Codable, CaseIterable {
    /// The server for notifications to devices and for broadcasts.
    case notifications
    /// The server on which channels are created, read, listed and deleted, on ports 2195 and 2196.
    /// Source: "Sending channel management requests to APNs".
    case channels
}
