// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let arrivalRules: [DeviceRule] = [
        DeviceRule(
            "ARR-1", .arrival,
            "a push for an app that is not installed, or to a token that is no longer valid, is "
                + "discarded",
            .documented(ApplePage.metrics)),
        DeviceRule(
            "ARR-2", .arrival,
            "APNs accepts a body that is not a JSON object, and the phone discards it",
            .reported(
                "users of provider libraries report that APNs accepts an invalid structure "
                    + "with 200 and nothing happens"),
        ),
        DeviceRule(
            "LC-1", .arrival,
            "an alert is shown without running the app, except in the foreground, where "
                + "willPresent decides",
            .documented(ApplePage.handling)),
        DeviceRule(
            "LC-2", .arrival,
            "an alert with content-available is shown, and the app's background callback runs",
            .documented(ApplePage.handling)),
        DeviceRule(
            "LC-3", .arrival,
            "the service extension may change an alert with mutable-content before it is shown",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "LC-4", .arrival,
            "for an alert with content-available and mutable-content, the extension may change "
                + "what is shown, and the app gets the original payload",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "LC-5", .arrival,
            "content-available alone runs the background callback and shows nothing",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "LC-6", .arrival,
            "a sound or a badge without an alert is applied, and nothing is shown",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LC-7", .arrival,
            "a sound or a badge with content-available is applied, and the app is woken",
            .reported("developers' experience; Apple advises against combining them")),
        DeviceRule(
            "LC-8", .arrival,
            "mutable-content without an alert has no effect",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "LC-9", .arrival,
            "a push with nothing to show and no content-available can reach only an app in the "
                + "foreground",
            .chosen("Apple does not document this")),
        DeviceRule(
            "LC-10", .arrival,
            "a VoIP push runs the app through PushKit in every state, even after a force-quit",
            .documented(ApplePage.pushKit)),
        DeviceRule(
            "LC-11", .arrival,
            "a Live Activity push changes the activity on the screen and does not wake the app",
            .documented(ApplePage.activityPushes)),
        DeviceRule(
            "LC-12", .arrival,
            "a registered category adds its actions and its content extension to a notification, "
                + "but runs no callback",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "LC-13", .arrival,
            "a notification whose category is not registered is shown without actions",
            .documented(ApplePage.actionableTypes)),
        DeviceRule(
            "LC-20", .arrival,
            "without permission, an alert may still reach the code of an app in the foreground",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "LC-21", .arrival,
            "without permission, an alert with content-available still runs the background "
                + "callback",
            .reported("registerForRemoteNotifications(), as developers generally understand it")),
        DeviceRule(
            "LC-22", .arrival,
            "content-available alone needs no permission",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "LC-23", .arrival,
            "without permission, the service extension does not run",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "LC-24", .arrival,
            "APNs may discard a push for an app whose notifications are switched off",
            .documented(ApplePage.metrics), .service),
        DeviceRule(
            "LT-1", .arrival,
            "an alert calls willPresent in the foreground and no callback otherwise",
            .documented(ApplePage.handling)),
        DeviceRule(
            "LT-2", .arrival,
            "an alert with content-available runs the background callback, in the foreground after "
                + "willPresent",
            .documented(ApplePage.handling)),
        DeviceRule(
            "LT-3", .arrival,
            "an alert with mutable-content runs the extension, and then willPresent in the "
                + "foreground",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "LT-4", .arrival,
            "an alert with content-available and mutable-content runs the extension and, at the "
                + "same time, the background callback",
            .documented(ApplePage.modifyingContent)),
        DeviceRule(
            "LT-5", .arrival,
            "a sound or a badge calls willPresent in the foreground and no callback otherwise",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LT-6", .arrival,
            "a sound or a badge with content-available runs the callbacks of LT-2, but nothing is "
                + "visible",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LT-7", .arrival,
            "content-available alone runs the background callback, immediately or later, but never "
                + "for an app that was force-quit",
            .documented(ApplePage.backgroundUpdates)),
        DeviceRule(
            "LT-8", .arrival,
            "a push with no alert, sound, badge or content-available runs the background callback "
                + "in the foreground and nothing otherwise",
            .chosen("Apple does not document this")),
    ]
}
