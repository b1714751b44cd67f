// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a device token became invalid while its app stayed installed. Afterwards, APNs responds with
/// 410 `Unregistered`, and APNs' delivery log states this cause.
public enum TokenEnd: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app called `unregisterForRemoteNotifications` (`REG-10`).
    case unregistered
    /// A backup was restored to the phone (`REG-5`).
    case restored
    /// APNs replaced the token with another token (`REG-8`, `LA-9`).
    case replaced
    /// The Live Activity to which the token belongs was removed from the screen.
    case activityOver = "activity-over"

    /// The cause as a clause without a full stop.
    public var summary: String {
        switch self {
        case .unregistered: "the app unregistered the token"
        case .restored:
            "a backup was restored to the device, and the app gets a new token when it registers"
        case .replaced: "APNs replaced the token with a new token, which the app received"
        case .activityOver: "the Live Activity of the token ended"
        }
    }
}
