// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Which of Apple's servers a request came to.
public enum ServiceDoor: String, Hashable, Sendable, Codable, CaseIterable {
    /// Notifications for devices and broadcasts.
    case notifications
    /// Creating, reading, listing and deleting channels: ports 2195 and 2196. Source: "Sending
    /// channel management requests to APNs".
    case channels
}
