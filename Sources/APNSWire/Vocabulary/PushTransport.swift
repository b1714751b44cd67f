// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The service that carries a notification to a device.
public enum PushTransport: String, Hashable, Sendable, Codable, CaseIterable {
    /// Apple Push Notification service, with a device token.
    case apns
    /// Firebase Cloud Messaging, with a registration token or a Firebase installation ID.
    case fcm
    /// Web Push (RFC 8030), with a browser's subscription.
    case webPush = "web_push"

    /// The name that is shown to people.
    public var displayName: String {
        switch self {
        case .apns: "APNs"
        case .fcm: "FCM"
        case .webPush: "Web Push"
        }
    }
}
