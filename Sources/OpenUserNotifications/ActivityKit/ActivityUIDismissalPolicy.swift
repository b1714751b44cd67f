// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How long an ended Live Activity may be seen. Apple: since iOS 16.1.
public struct ActivityUIDismissalPolicy: Equatable, Sendable {
    /// The choice.
    package enum Choice: Equatable, Sendable {
        case system
        case immediate
        case after(Date)
    }

    package let choice: Choice

    /// For up to four hours.
    public static let `default` = Self(choice: .system)
    /// Not at all.
    public static let immediate = Self(choice: .immediate)

    /// Until a time, four hours at most.
    public static func after(_ date: Date) -> ActivityUIDismissalPolicy {
        Self(choice: .after(date))
    }
}
