// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsShim

/// What is shown of a notification that arrives while the app is in use.
///
/// An app that says nothing about it shows nothing (rule `FG-1`). Here everything is shown, except
/// what rules say otherwise: the first rule that fits decides.
public struct PresentationPolicy: Sendable {
    /// One rule.
    struct Rule: Sendable {
        let options: UNNotificationPresentationOptions
        let fits: @MainActor @Sendable (PushMessage) -> Bool
    }

    /// Banner, list, sound and badge.
    public static let everything: UNNotificationPresentationOptions = [
        .banner, .list, .sound, .badge,
    ]

    /// What is shown when no rule fits; ``everything`` unless told otherwise.
    public var standard = Self.everything
    /// Whether a notification is hidden whose destination is on the screen already, see
    /// ``PushRouter/visible``; true unless told otherwise.
    public var hidesWhatIsOnScreen = true
    private(set) var rules: [Rule] = []

    public init() {}

    /// Shows a category this way.
    public mutating func show(
        _ options: UNNotificationPresentationOptions, category: PushCategoryID
    ) { show(options) { $0.payload.category == category } }

    /// Shows a group this way.
    public mutating func show(_ options: UNNotificationPresentationOptions, thread: String) {
        show(options) { $0.payload.threadID == thread }
    }

    /// Shows messages that lead to certain places this way.
    public mutating func show<Route: PushRoute>(
        _ options: UNNotificationPresentationOptions,
        route fits: @escaping @MainActor @Sendable (Route) -> Bool
    ) { show(options) { Route($0).map(fits) ?? false } }

    /// Shows certain messages this way. The condition is asked on each arrival and should answer
    /// at once.
    public mutating func show(
        _ options: UNNotificationPresentationOptions,
        when fits: @escaping @MainActor @Sendable (PushMessage) -> Bool
    ) { rules.append(Rule(options: options, fits: fits)) }

    /// What is shown of a message.
    @MainActor
    public func options(
        for message: PushMessage, isOnScreen: Bool = false
    ) -> UNNotificationPresentationOptions {
        if hidesWhatIsOnScreen && isOnScreen { return [] }
        return rules.first { $0.fits(message) }?.options ?? standard
    }
}
