// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How long a Live Activity stays visible after its end. Available since iOS 16.1.
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
    /// The policy's kind.
    package enum Choice: Equatable, Sendable {
        case system
        case immediate
        case after(Date)
    }

    package let choice: Choice

    /// The Live Activity stays visible for up to four hours.
    public static let `default` = Self(choice: .system)
    /// The Live Activity is removed immediately.
    public static let immediate = Self(choice: .immediate)

    /// Returns a policy by which the Live Activity stays visible until a date, but for at most four
    /// hours after its end.
    public static func after(_ date: Date) -> ActivityUIDismissalPolicy {
        Self(choice: .after(date))
    }
}
