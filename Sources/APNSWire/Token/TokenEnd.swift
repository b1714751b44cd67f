// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why a phone gave a device token up while its app stayed installed. APNs answers 410
/// `Unregistered` from then on, and its log names this cause.
public enum TokenEnd: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app called `unregisterForRemoteNotifications` (`REG-10`).
    case unregistered
    /// A backup was restored onto the phone (`REG-5`).
    case restored
    /// APNs replaced it by another one (`REG-8`, `LA-9`).
    case replaced
    /// Its Live Activity left the screen.
    case activityOver = "activity-over"

    /// The cause in a clause, without a full stop.
    public var words: String {
        switch self {
        case .unregistered: "the app unregistered it"
        case .restored:
            "a backup was restored onto the device, and the app gets a new token when it registers"
        case .replaced: "APNs replaced it by a new token, which the app was given"
        case .activityOver: "its Live Activity is over"
        }
    }
}
