// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The visible text of a notification, which depends on the person's setting for previews
/// (`INT-14`).
///
/// Source: `UNNotificationCategory.hiddenPreviewsBodyPlaceholder`, `UNNotificationCategoryOptions`.
public struct PreviewText: Hashable, Sendable, Codable {
    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// Whether attachments and the sender's picture are shown.
    public var showsPictures: Bool
    /// Whether previews are hidden.
    public var isHidden: Bool

    enum CodingKeys: String, CodingKey {
        case title, subtitle, body
        case showsPictures = "shows_pictures"
        case isHidden = "is_hidden"
    }

    /// - Parameters:
    ///   - category: The registered category of the notification, if there is one.
    ///   - isHidden: Whether previews are hidden now.
    ///   - count: How many notifications the text represents, at least 1.
    public init(
        _ notification: DeliveredNotification, category: NotificationCategory?, isHidden: Bool,
        count: Int = 1
    ) {
        self.isHidden = isHidden
        showsPictures = !isHidden
        guard isHidden else {
            title = notification.title
            subtitle = notification.subtitle
            body = notification.body
            return
        }
        let options = category?.options ?? []
        title = options.contains(.hiddenPreviewsShowTitle) ? notification.title : nil
        subtitle = options.contains(.hiddenPreviewsShowSubtitle) ? notification.subtitle : nil
        body = Self.placeholder(category?.hiddenPreviewsBodyPlaceholder ?? "", count: count)
    }

    /// Returns the text that replaces the body: the category's placeholder with the count in place
    /// of `%u` or `%d`; the system's text if the placeholder is empty.
    static func placeholder(_ format: String, count: Int) -> String {
        let count = max(1, count)
        if format.isEmpty { return count == 1 ? "Notification" : "\(count) Notifications" }
        var text = ""
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            switch rest.first {
            case "u", "d":
                text += String(count)
                rest = rest.dropFirst()
            case "%":
                text += "%"
                rest = rest.dropFirst()
            default: text += "%"
            }
        }
        return text + rest
    }
}

extension Device {
    /// Returns whether an app's previews are hidden now: by the app's own setting, or by the
    /// phone's setting if the app has none.
    public func hidesPreviews(of app: InstalledApp) -> Bool {
        switch app.settings.previews ?? previews {
        case .always: false
        case .whenAuthenticated: isLocked
        case .never: true
        }
    }

    /// Returns the visible text of a notification of an app.
    ///
    /// - Parameter count: How many notifications the text represents, for a collapsed stack.
    public func preview(
        of notification: DeliveredNotification, in app: InstalledApp, count: Int = 1
    ) -> PreviewText {
        PreviewText(
            notification,
            category: app.categories.first { $0.id == notification.category },
            isHidden: hidesPreviews(of: app), count: count)
    }
}
