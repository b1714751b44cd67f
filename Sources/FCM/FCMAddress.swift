// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The recipient of an FCM message.
package enum FCMAddress: Hashable, Sendable {
    /// A registration token of one app on one device.
    case token(String)
    /// A Firebase installation ID, which replaces the token in newer SDKs.
    case installation(String)
    case topic(String)
    /// A Boolean expression over topics, such as `'news' in topics && !('de' in topics)`.
    case condition(String)

    /// The key in the JSON of a message.
    package var key: String {
        switch self {
        case .token: "token"
        case .installation: "fid"
        case .topic: "topic"
        case .condition: "condition"
        }
    }

    package var value: String {
        switch self {
        case .token(let value), .installation(let value), .topic(let value),
            .condition(let value):
            value
        }
    }

    /// The keys of which a message has exactly one.
    package static let keys = ["token", "fid", "topic", "condition"]
}
