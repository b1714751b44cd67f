// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A notification with its visible text. In JSON, a single object contains both the keys of the
/// notification and the additional keys of this type.
@dynamicMemberLookup
package struct NotificationView: Codable, Sendable, Hashable, Identifiable {
    package let notification: DeliveredNotification
    /// The texts on the screen. While previews are hidden, some texts of the notification are
    /// missing here.
    package let shown: PreviewText
    /// The buttons of the long look.
    package let actions: [ActionView]
    /// Whether the notification offers the buttons "Keep" and "Turn Off", as it does with
    /// provisional permission.
    package let offersKeep: Bool

    package var id: String { notification.id }

    package subscript<Value>(dynamicMember path: KeyPath<DeliveredNotification, Value>) -> Value {
        notification[keyPath: path]
    }

    enum CodingKeys: String, CodingKey {
        case shown, actions
        case offersKeep = "offers_keep"
    }

    init(_ notification: DeliveredNotification, of app: InstalledApp?, on device: Device) {
        self.notification = notification
        shown =
            app.map { device.preview(of: notification, in: $0) }
            ?? PreviewText(notification, category: nil, isHidden: device.isLocked)
        actions = app?.longLookActions(of: notification).map(ActionView.init) ?? []
        offersKeep = app?.authorization == .provisional
    }

    package init(from decoder: any Decoder) throws {
        notification = try DeliveredNotification(from: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        shown = try values.decode(PreviewText.self, forKey: .shown)
        actions = try values.decode([ActionView].self, forKey: .actions)
        offersKeep = try values.decode(Bool.self, forKey: .offersKeep)
    }

    package func encode(to encoder: any Encoder) throws {
        try notification.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(shown, forKey: .shown)
        try values.encode(actions, forKey: .actions)
        try values.encode(offersKeep, forKey: .offersKeep)
    }
}

/// A stack of an app's notifications.
package struct GroupView: Codable, Sendable, Hashable {
    /// The thread; `nil` for the stack of all notifications of the app without a thread.
    package let threadID: String?
    /// The identifiers of the notifications, in order from the newest to the oldest.
    package let ids: [String]

    enum CodingKeys: String, CodingKey {
        case ids
        case threadID = "thread_id"
    }

    init(_ group: NotificationGroup) {
        threadID = group.threadID
        ids = group.notifications.map(\.id)
    }
}

/// A registered category of an app.
package struct CategoryView: Codable, Sendable, Hashable, Identifiable {
    package let id: String
    package let actions: [ActionView]
    /// Whether the app is informed when the person clears a notification of this category.
    package let tellsDismissal: Bool
    /// The text that replaces the body while previews are hidden. If it is empty, the system's text
    /// replaces the body.
    package let hiddenPreviewsBodyPlaceholder: String

    enum CodingKeys: String, CodingKey {
        case id, actions
        case tellsDismissal = "tells_dismissal"
        case hiddenPreviewsBodyPlaceholder = "hidden_previews_body_placeholder"
    }

    init(_ category: NotificationCategory) {
        id = category.id
        actions = category.actions.map(ActionView.init)
        tellsDismissal = category.options.contains(.customDismissAction)
        hiddenPreviewsBodyPlaceholder = category.hiddenPreviewsBodyPlaceholder
    }
}

/// A button of a notification.
package struct ActionView: Codable, Sendable, Hashable, Identifiable {
    package let id: String
    package let title: String
    /// The name of a system symbol or of an image of the app.
    package let icon: String?
    /// Whether the button brings the app to the foreground.
    package let opensApp: Bool
    /// Whether the phone must be unlocked before the button has an effect.
    package let needsUnlock: Bool
    /// Whether the button is drawn in red.
    package let isDestructive: Bool
    /// The text field; `nil` for a plain button.
    package let textInput: NotificationAction.TextInput?

    enum CodingKeys: String, CodingKey {
        case id, title, icon
        case opensApp = "opens_app"
        case needsUnlock = "needs_unlock"
        case isDestructive = "is_destructive"
        case textInput = "text_input"
    }

    init(_ action: NotificationAction) {
        id = action.id
        title = action.title
        icon = action.icon
        opensApp = action.options.contains(.foreground)
        needsUnlock = action.options.contains(.authenticationRequired)
        isDestructive = action.options.contains(.destructive)
        textInput = action.textInput
    }
}

/// A local notification that waits for its trigger.
package struct PendingView: Codable, Sendable, Hashable, Identifiable {
    package let id: String
    package let title: String?
    package let body: String?
    /// A description of the trigger, for instance `every 3600 s`.
    package let trigger: String
    package let repeats: Bool
    package let addedAt: Date
    /// The next time at which the trigger fires; `nil` for a region, which has no date.
    package let nextDate: Date?

    enum CodingKeys: String, CodingKey {
        case id, title, body, trigger, repeats
        case addedAt = "added_at"
        case nextDate = "next_date"
    }

    /// Returns the pending local notifications, ordered by their next date. Notifications for a
    /// region come last.
    static func all(of app: InstalledApp, on device: Device) -> [PendingView] {
        app.pending.map { PendingView($0, of: app, on: device) }.sorted {
            ($0.nextDate ?? .distantFuture, $0.id) < ($1.nextDate ?? .distantFuture, $1.id)
        }
    }

    init(_ pending: PendingRequest, of app: InstalledApp, on device: Device) {
        let content = pending.request.content
        id = pending.id
        title = device.line(of: content.title, in: app.bundleID)
        body = device.line(of: content.body, in: app.bundleID)
        trigger = pending.request.trigger?.text ?? "immediately"
        repeats = pending.request.trigger?.repeats ?? false
        addedAt = pending.addedAt
        nextDate = pending.nextDate
    }
}

extension Device {
    /// Returns a text of an app in one line, localized as the phone currently shows it. Returns
    /// `nil` if the text is empty.
    func line(of text: NotificationText, in bundleID: String) -> String? {
        text.isEmpty ? nil : OneLine.text(localized(text, in: bundleID))
    }
}
