// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let listRules: [DeviceRule] = [
        DeviceRule(
            "GRP-1", .list,
            "notifications with the same thread-id are shown as one group",
            .documented(ApplePage.generating)),
        DeviceRule(
            "GRP-2", .list,
            "the person may group an app's notifications by thread, by app or not at all",
            .reported(Report.experience)),
        DeviceRule(
            "GRP-3", .list,
            "summaryArgument and summaryArgumentCount have no effect since iOS 15",
            .documented(ApplePage.headers)),
        DeviceRule(
            "ID-1", .list,
            "a request replaces the pending request with the same identifier",
            .documented(ApplePage.request)),
        DeviceRule(
            "ID-2", .list,
            "a notification replaces the delivered notification with the same identifier, alerts "
                + "again and moves to the top of the list",
            .documented(ApplePage.request)),
        DeviceRule(
            "ID-3", .list,
            "a push's identifier is its collapse identifier; without one, it is the apns-id",
            .reported(Report.providerCode)),
        DeviceRule(
            "ID-4", .list,
            "local and remote notifications of an app share one set of identifiers",
            .reported(Report.providerCode)),
        DeviceRule(
            "RM-1", .list,
            "removing delivered notifications also removes pushes; unknown identifiers are ignored",
            .documented(ApplePage.center)),
        DeviceRule(
            "RM-2", .list,
            "removing pending requests does not remove delivered notifications, and vice versa",
            .documented(ApplePage.center)),
        DeviceRule(
            "RM-3", .list,
            "getDeliveredNotifications returns the notifications that are still in Notification "
                + "Center",
            .documented(ApplePage.center)),
        DeviceRule(
            "RM-4", .list,
            "a push cannot be withdrawn, but a background push can run code that removes the "
                + "notification",
            .reported(Report.vendors)),
    ]
}
