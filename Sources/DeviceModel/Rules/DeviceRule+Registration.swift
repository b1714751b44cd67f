// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let registrationRules: [DeviceRule] = [
        DeviceRule(
            "REG-1", .registration,
            "registering needs the Push Notifications capability and no permission",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-2", .registration,
            "each call gets one answer, token or error, later, and never before launching has "
                + "finished",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-3", .registration,
            "an app asks at every launch and gets the token that counts now",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-4", .registration,
            "a token is opaque and of no fixed length: 32 bytes on a phone, more elsewhere",
            .documented(ApplePage.sending)),
        DeviceRule(
            "REG-5", .registration,
            "restoring a backup, a new phone and a reinstalled system bring new tokens",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-6", .registration,
            "a reinstalled app gets a new token",
            .reported("developers' guides on token life time")),
        DeviceRule(
            "REG-7", .registration,
            "the token stays the same over launches, restarts, updates and permission changes",
            .reported("developers' guides on token life time")),
        DeviceRule(
            "REG-8", .registration,
            "a token that changes while the app runs is handed to it unasked",
            .reported(Report.experience)),
        DeviceRule(
            "REG-9", .registration,
            "the entitlement chooses sandbox or production, and a token is good in one of them "
                + "only",
            .documented(ApplePage.responses)),
        DeviceRule(
            "REG-10", .registration,
            "deleting the app or unregistering ends its tokens; APNs says 410 sooner or later",
            .documented(ApplePage.responses)),
        DeviceRule(
            "REG-11", .registration,
            "without network, APNs or the entitlement, registration fails",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-12", .registration,
            "without network the token comes when the phone is online again",
            .chosen("Apple does not say whether it is late or failed")),
        DeviceRule(
            "REG-13", .registration,
            "isRegisteredForRemoteNotifications tells of registration, not of permission",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "REG-14", .registration,
            "the simulator registers with the sandbox on a supported Mac, and fails on others",
            .documented(ApplePage.xcode14)),
        DeviceRule(
            "REG-15", .registration,
            "a push injected into the simulator runs no service extension and must show something",
            .documented(ApplePage.xcode14)),
        DeviceRule(
            "REG-16", .registration,
            "each token family has its own tokens and its own way into the app",
            .documented(ApplePage.activityPushes)),
    ]
}
