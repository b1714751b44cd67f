// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotificationsShim

/// A text of a notification: either literal, or looked up in the app's strings when the
/// notification is shown, in the language that the phone uses at that time (rule `LOC-6`).
public enum LocalText: Hashable, Sendable, Codable {
    case text(String)
    /// A key of the app's Localizable strings, and the values for its `%@` placeholders.
    case key(String, arguments: [String] = [])

    public init(_ text: String) { self = .text(text) }

    /// The string for the system ("localizedUserNotificationString(forKey:arguments:)").
    var systemText: String {
        switch self {
        case .text(let text): text
        case .key(let key, let arguments):
            NSString.localizedUserNotificationString(forKey: key, arguments: arguments)
        }
    }

    var isEmpty: Bool {
        switch self {
        case .text(let text): text.isEmpty
        case .key(let key, _): key.isEmpty
        }
    }
}

extension LocalText: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self = .text(value) }
}
