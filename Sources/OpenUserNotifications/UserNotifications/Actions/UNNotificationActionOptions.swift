// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// How an action behaves. Available since iOS 10.0.
public struct UNNotificationActionOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The person must unlock the phone first.
    public static let authenticationRequired = Self(rawValue: 1 << 0)
    /// The button is drawn in the style of a destructive action.
    public static let destructive = Self(rawValue: 1 << 1)
    /// The action opens the app in the foreground.
    public static let foreground = Self(rawValue: 1 << 2)
}
