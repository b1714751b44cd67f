// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The layout of a notification in the long look.
/// Source: "Customizing the appearance of notifications".
public struct LongLook: Hashable, Sendable {
    /// The app's name, which the header always shows.
    public let appName: String
    /// The initial height of the extension's view divided by its width; `nil` when the system draws
    /// everything.
    public let contentSizeRatio: Double?
    /// Whether the system shows title, subtitle and text as well.
    public let showsDefaultContent: Bool
    /// Whether the header shows the extension's title instead of the notification's title.
    public let usesExtensionTitle: Bool
    /// Whether touches reach the extension's view (`NCE-6`); the buttons work in any case.
    public let takesTouches: Bool
    /// The buttons below the content, which are always shown.
    public let actions: [NotificationAction]
}

extension Device {
    /// The layout of the notification in the long look, from the Info.plist keys of the content
    /// extension that draws it (`NCE-5`); `nil` when no notification is in the long look.
    public var longLook: LongLook? {
        guard let expanded, let app = self[expanded.bundleID] else { return nil }
        let extensions = app.bundle.contentExtensions
        let drawing = expanded.contentExtension.flatMap {
            extensions.indices.contains($0) ? extensions[$0] : nil
        }
        return LongLook(
            appName: app.name, contentSizeRatio: drawing?.initialContentSizeRatio,
            showsDefaultContent: !(drawing?.isDefaultContentHidden ?? false),
            usesExtensionTitle: drawing?.overridesDefaultTitle ?? false,
            takesTouches: drawing?.isUserInteractionEnabled ?? false, actions: expanded.actions)
    }

    /// Returns whether a car's screen may show a notification: the person allows the app there
    /// and the category has `allowInCarPlay` (`ACT-9`). Source: `UNNotificationCategoryOptions`.
    public func showsInCarPlay(_ notification: DeliveredNotification, of bundleID: String) -> Bool {
        guard settingsSnapshot(of: bundleID).carPlay == .enabled else { return false }
        let category = self[bundleID]?.category(of: notification)
        return category?.options.contains(.allowInCarPlay) ?? false
    }
}
