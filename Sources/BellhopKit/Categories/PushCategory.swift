// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import UserNotificationsShim

/// A kind of notification: its buttons, and its appearance where previews are hidden. An app
/// declares its categories in ``PushConfiguration/categories``; the kit registers them at each
/// launch.
public struct PushCategory: Equatable, Sendable, Identifiable {
    /// The value that the server sends in `aps.category`.
    public var id: PushCategoryID
    /// The actions in order, ten at most. Where space is tight, only the first two are shown (rule
    /// `ACT-3`).
    public var actions: [PushAction]
    /// The text shown while previews are hidden, for instance `%u messages`; `nil` for the system's
    /// own text. Not available on a Mac or a Watch.
    public var hiddenPreviewsBodyPlaceholder: String?
    /// The summary text of a group, which the system has ignored since iOS 15 (rule `GRP-3`).
    public var summaryFormat: String?
    /// The intents whose notifications use this category.
    public var intentIdentifiers: [String]
    /// The options. The app is informed of a dismissal only with `customDismissAction` (rule
    /// `ACT-7`).
    public var options: UNNotificationCategoryOptions

    public init(
        _ id: PushCategoryID, actions: [PushAction] = [],
        hiddenPreviewsBodyPlaceholder: String? = nil, summaryFormat: String? = nil,
        intentIdentifiers: [String] = [], options: UNNotificationCategoryOptions = []
    ) {
        self.id = id
        self.actions = actions
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder
        self.summaryFormat = summaryFormat
        self.intentIdentifiers = intentIdentifiers
        self.options = options
    }

    /// The action with the given identifier.
    public subscript(id: PushActionID) -> PushAction? { actions.first { $0.id == id } }

    /// The category as a system object.
    var system: UNNotificationCategory {
        #if (os(macOS) || os(watchOS)) && !BELLHOP_VIRTUAL_PHONE
        UNNotificationCategory(
            identifier: id.rawValue, actions: actions.map(\.system),
            intentIdentifiers: intentIdentifiers, options: options)
        #else
        UNNotificationCategory(
            identifier: id.rawValue, actions: actions.map(\.system),
            intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: summaryFormat, options: options)
        #endif
    }
}
