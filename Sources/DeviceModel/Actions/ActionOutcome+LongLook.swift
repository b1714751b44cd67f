// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Notifications in the long look, and the content extension that draws the long look. Source:
// "Customizing the appearance of notifications", `UNNotificationContentExtension`.
extension ActionOutcome {
    /// Opens a notification in the long look. Only now does the phone load a content extension for
    /// the notification's category (`NCE-1`, `NCE-2`). If there is no such extension, the
    /// notification has the system's layout (`NCE-10`).
    mutating func expand(_ id: String, _ bundleID: String?) throws(DeviceActionError) {
        let (owner, notification) = try find(id, bundleID)
        let app = try app(owner)
        let match = app.contentExtension(for: notification)
        if device.banner?.bundleID == owner, device.banner?.notification.id == id {
            device.banner = nil
        }
        device.expanded = Device.Expanded(
            bundleID: owner, notification: notification, contentExtension: match,
            actions: app.longLookActions(of: notification))
        guard match != nil else { return cite("NCE-10") }
        cite("NCE-1", "NCE-2")
        callbacks.append(
            Callback(
                .contentExtension, bundleID: owner, rule: "NCE-1", detail: notification.oneLine,
                subject: .notification(notification)))
    }

    mutating func collapse() { device.expanded = nil }
}

extension InstalledApp {
    /// Returns the index of the first content extension whose categories contain the notification's
    /// category, compared exactly (`NCE-2`); `nil` if there is no such extension.
    public func contentExtension(for notification: DeliveredNotification) -> Int? {
        guard let category = notification.category else { return nil }
        return bundle.contentExtensions.firstIndex { $0.categories.contains(category) }
    }

    /// Returns the buttons of a notification in the long look; empty when the notification's
    /// category is not registered (`ACT-2`, `ACT-3`).
    public func longLookActions(of notification: DeliveredNotification) -> [NotificationAction] {
        category(of: notification)?.shownActions(hasRoom: true) ?? []
    }
}

extension Device {
    /// Continues after a content extension has handled the press of a button (`NCE-7`). The
    /// extension received the press with the callback `content-extension-response`. If the
    /// extension does not implement the method for responses, pass `dismissAndForwardAction`, so
    /// that the app gets the response.
    public func afterContentExtension(
        _ option: ContentExtensionOption, _ response: NotificationResponse, of bundleID: String,
        at now: Date
    ) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        outcome.cite("NCE-7")
        let open = isExpanded(response.notification, of: bundleID) ? expanded : nil
        let known = open?.actions ?? self[bundleID]?.longLookActions(of: response.notification)
        let action = known?.first { $0.id == response.actionIdentifier }
        switch option {
        case .doNotDismiss: break
        case .dismiss: outcome.removeHandled(response.notification.id, of: bundleID)
        case .dismissAndForwardAction: outcome.forward(response, of: bundleID, action)
        }
        return outcome
    }

    /// Opens the app on behalf of the content extension, as if the person had tapped the
    /// notification (`NCE-8`). Source: `NSExtensionContext.performNotificationDefaultAction()`.
    public func performDefaultActionOfContentExtension(at now: Date) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard let expanded, expanded.contentExtension != nil else { return outcome }
        outcome.cite("NCE-8")
        outcome.removeHandled(expanded.notification.id, of: expanded.bundleID)
        outcome.openApp(
            NotificationResponse(notification: expanded.notification), of: expanded.bundleID)
        return outcome
    }

    /// Replaces the buttons on behalf of the open content extension (`NCE-8`); buttons beyond
    /// ``NotificationCategory/actionCountMax`` are left out. Source:
    /// `NSExtensionContext.notificationActions`.
    public mutating func setActionsOfContentExtension(_ actions: [NotificationAction]) {
        guard expanded?.contentExtension != nil else { return }
        expanded?.actions = Array(actions.prefix(NotificationCategory.actionCountMax))
    }

    /// Returns the callback of an open content extension when another notification of its thread
    /// arrives; `nil` when no content extension is open, or when the open content extension shows a
    /// notification of another thread (`NCE-4`).
    public func contentExtensionUpdate(
        for notification: DeliveredNotification, of bundleID: String
    ) -> Callback? {
        guard let expanded, expanded.contentExtension != nil, expanded.bundleID == bundleID,
            let thread = notification.threadID, !thread.isEmpty,
            expanded.notification.threadID == thread
        else { return nil }
        return Callback(
            .contentExtension, bundleID: bundleID, rule: "NCE-4", detail: notification.oneLine,
            subject: .notification(notification))
    }

    /// Returns whether this notification is shown in the long look.
    func isExpanded(_ notification: DeliveredNotification, of bundleID: String) -> Bool {
        expanded?.bundleID == bundleID && expanded?.notification.id == notification.id
    }
}

/// The system's next step after a content extension has handled the press of a button. Source:
/// `UNNotificationContentExtensionResponseOption`.
public enum ContentExtensionOption: String, Hashable, Sendable, Codable, CaseIterable {
    case doNotDismiss = "do-not-dismiss"
    case dismiss
    case dismissAndForwardAction = "dismiss-and-forward-action"
}
