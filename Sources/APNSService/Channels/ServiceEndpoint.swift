// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The kind of Apple's server that received a request.
public enum ServiceEndpoint: String, Hashable, Sendable, Codable, CaseIterable {
    /// Notifications for devices and broadcasts.
    case notifications
    /// Creating, reading, listing and deleting channels: ports 2195 and 2196. Source: "Sending
    /// channel management requests to APNs".
    case channels
}
