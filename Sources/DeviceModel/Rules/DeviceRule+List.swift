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
            "summaryArgument and its count do nothing since iOS 15",
            .documented(ApplePage.headers)),
        DeviceRule(
            "ID-1", .list,
            "a request of the same identifier replaces the pending one",
            .documented(ApplePage.request)),
        DeviceRule(
            "ID-2", .list,
            "a notification of the same identifier replaces the shown one, alerts again, moves up",
            .documented(ApplePage.request)),
        DeviceRule(
            "ID-3", .list,
            "the collapse identifier is the notification's identifier, else the apns-id",
            .reported(Report.providerCode)),
        DeviceRule(
            "ID-4", .list,
            "local and remote notifications of an app share their identifiers",
            .reported(Report.providerCode)),
        DeviceRule(
            "RM-1", .list,
            "removing delivered ones removes pushes too; unknown identifiers are passed over",
            .documented(ApplePage.center)),
        DeviceRule(
            "RM-2", .list,
            "removing pending requests leaves the delivered ones, and the reverse",
            .documented(ApplePage.center)),
        DeviceRule(
            "RM-3", .list,
            "the delivered ones are those still in Notification Center",
            .documented(ApplePage.center)),
        DeviceRule(
            "RM-4", .list,
            "a push cannot be called back; a background push whose code removes it can",
            .reported(Report.vendors)),
    ]
}
