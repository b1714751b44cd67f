// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsShim

/// The presentation options of notifications that arrive while the app is in use.
///
/// Without an app's decision, the system shows nothing (rule `FG-1`). By default, this policy shows
/// everything; the first rule that matches overrides the default.
public struct PresentationPolicy: Sendable {
    /// A condition and the options to use when it matches.
    struct Rule: Sendable {
        let options: UNNotificationPresentationOptions
        let fits: @MainActor @Sendable (PushMessage) -> Bool
    }

    /// All options: banner, list, sound and badge.
    public static let everything: UNNotificationPresentationOptions = [
        .banner, .list, .sound, .badge,
    ]

    /// The options that apply when no rule matches; ``everything`` by default.
    public var standard = Self.everything
    /// Whether a notification is hidden when its destination is already on the screen; see
    /// ``PushRouter/visible``; true by default.
    public var hidesWhatIsOnScreen = true
    private(set) var rules: [Rule] = []

    public init() {}

    /// Adds a rule for a category.
    public mutating func show(
        _ options: UNNotificationPresentationOptions, category: PushCategoryID
    ) { show(options) { $0.payload.category == category } }

    /// Adds a rule for a thread.
    public mutating func show(_ options: UNNotificationPresentationOptions, thread: String) {
        show(options) { $0.payload.threadID == thread }
    }

    /// Adds a rule for messages with certain destinations.
    public mutating func show<Route: PushRoute>(
        _ options: UNNotificationPresentationOptions,
        route fits: @escaping @MainActor @Sendable (Route) -> Bool
    ) { show(options) { Route($0).map(fits) ?? false } }

    /// Adds a rule for certain messages. The condition is evaluated on each arrival and should
    /// return immediately.
    public mutating func show(
        _ options: UNNotificationPresentationOptions,
        when fits: @escaping @MainActor @Sendable (PushMessage) -> Bool
    ) { rules.append(Rule(options: options, fits: fits)) }

    /// Returns the presentation options of a message.
    @MainActor
    public func options(
        for message: PushMessage, isOnScreen: Bool = false
    ) -> UNNotificationPresentationOptions {
        if hidesWhatIsOnScreen && isOnScreen { return [] }
        return rules.first { $0.fits(message) }?.options ?? standard
    }
}
