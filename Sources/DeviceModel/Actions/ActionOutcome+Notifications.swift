// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The person's actions on a notification that is on the screen.
extension ActionOutcome {
    mutating func tap(_ id: String, _ bundleID: String?) throws(DeviceActionError) {
        let (owner, notification) = try find(id, bundleID)
        removeHandled(id, of: owner)
        openApp(NotificationResponse(notification: notification), of: owner)
    }

    /// Clears a notification. If the notification's category requests dismissals, informs the app
    /// (`RSP-9`, `RSP-10`).
    mutating func dismiss(_ id: String, _ bundleID: String?) throws(DeviceActionError) {
        let (owner, notification) = try find(id, bundleID)
        remove(id, of: owner)
        reportDismissal(of: notification, to: owner)
    }

    /// Clears all notifications of an app, or of one of its stacks. The app is informed only of the
    /// newest notification whose category requests dismissals (`ACT-8`).
    mutating func clearAll(_ bundleID: String, threadID: String?) throws(DeviceActionError) {
        let app = try app(bundleID)
        let cleared = app.delivered.filter { threadID == nil || $0.threadID == threadID }
        if let threadID, cleared.isEmpty {
            let known = app.groups.compactMap(\.threadID)
            throw .unknownThread(id: threadID, known: known)
        }
        for notification in cleared { remove(notification.id, of: bundleID) }
        cite("ACT-8")
        let reported = cleared.first { app.reportsDismissal(of: $0) }
        if let reported { reportDismissal(of: reported, to: bundleID) }
    }

    /// Finds a notification by its identifier: in the long look first, then in the banner, then in
    /// the lists of the apps.
    func find(
        _ id: String, _ bundleID: String?
    ) throws(DeviceActionError) -> (bundleID: String, notification: DeliveredNotification) {
        if let bundleID { _ = try app(bundleID) }
        func isMeant(_ owner: String, _ notification: DeliveredNotification) -> Bool {
            notification.id == id && (bundleID == nil || bundleID == owner)
        }
        if let open = device.expanded, isMeant(open.bundleID, open.notification) {
            return (open.bundleID, open.notification)
        }
        if let banner = device.banner, isMeant(banner.bundleID, banner.notification) {
            return (banner.bundleID, banner.notification)
        }
        for app in device.apps where bundleID == nil || bundleID == app.bundleID {
            if let notification = app.delivered.first(where: { $0.id == id }) {
                return (app.bundleID, notification)
            }
        }
        throw .unknownNotification(
            id: id, deliveredCount: device.apps.map(\.delivered.count).reduce(0, +))
    }

    /// Removes a handled notification from the screen and the list (`RSP-13`).
    mutating func removeHandled(_ id: String, of bundleID: String) {
        remove(id, of: bundleID)
        cite("RSP-13")
    }

    private mutating func remove(_ id: String, of bundleID: String) {
        device[bundleID]?.delivered.removeAll { $0.id == id }
        if device.banner?.bundleID == bundleID, device.banner?.notification.id == id {
            device.banner = nil
        }
        if device.expanded?.bundleID == bundleID, device.expanded?.notification.id == id {
            device.expanded = nil
        }
    }

    private mutating func reportDismissal(
        of notification: DeliveredNotification, to bundleID: String
    ) {
        guard device[bundleID]?.reportsDismissal(of: notification) == true else {
            return cite("RSP-10")
        }
        let response = NotificationResponse(
            actionIdentifier: NotificationResponse.dismissActionIdentifier,
            notification: notification)
        wakeApp(response, of: bundleID, rule: "RSP-9")
    }
}

extension InstalledApp {
    /// Returns the registered category of a notification; `nil` if the notification has no
    /// category, or one that the app did not register (`ACT-2`).
    public func category(of notification: DeliveredNotification) -> NotificationCategory? {
        guard let id = notification.category else { return nil }
        return categories.first { $0.id == id }
    }

    /// Returns whether the app is informed when the person clears the notification (`RSP-9`,
    /// `ACT-7`).
    func reportsDismissal(of notification: DeliveredNotification) -> Bool {
        category(of: notification)?.options.contains(.customDismissAction) ?? false
    }
}
