// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a device token became invalid while its app stayed installed. From then on, APNs responds
/// with 410 `Unregistered`, and the log of APNs states this cause.
public enum TokenEnd: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app called `unregisterForRemoteNotifications` (`REG-10`).
    case unregistered
    /// A backup was restored onto the phone (`REG-5`).
    case restored
    /// APNs replaced the token with another one (`REG-8`, `LA-9`).
    case replaced
    /// The Live Activity of the token was removed from the screen.
    case activityOver = "activity-over"

    /// The cause as a clause without a full stop.
    public var summary: String {
        switch self {
        case .unregistered: "the app unregistered it"
        case .restored:
            "a backup was restored to the device, and the app gets a new token when it registers"
        case .replaced: "APNs replaced it with a new token, which the app received"
        case .activityOver: "its Live Activity ended"
        }
    }
}
