// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What a person does with a notification that is on the screen.
extension ActionOutcome {
    mutating func tap(_ id: String, _ bundleID: String?) throws(DeviceActionError) {
        let (owner, notification) = try find(id, bundleID)
        // RSP-13: a handled notification leaves the list.
        remove(id, of: owner)
        open(NotificationResponse(notification: notification), of: owner)
    }

    mutating func dismiss(_ id: String, _ bundleID: String?) throws(DeviceActionError) {
        let (owner, _) = try find(id, bundleID)
        // RSP-10: no app code runs.
        remove(id, of: owner)
    }

    /// The notification of an identifier: the banner first, then the lists of the apps.
    private func find(
        _ id: String, _ bundleID: String?
    ) throws(DeviceActionError) -> (String, DeliveredNotification) {
        if let bundleID { _ = try app(bundleID) }
        if let banner = device.banner, banner.notification.id == id,
            bundleID == nil || bundleID == banner.bundleID
        {
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

    private mutating func remove(_ id: String, of bundleID: String) {
        device[bundleID]?.delivered.removeAll { $0.id == id }
        if device.banner?.bundleID == bundleID, device.banner?.notification.id == id {
            device.banner = nil
        }
    }
}
