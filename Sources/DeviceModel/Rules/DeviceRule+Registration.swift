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
            "each call gets one later callback, a token or an error, never before launching has "
                + "finished",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-3", .registration,
            "an app registers at every launch and gets its current token",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-4", .registration,
            "a token is opaque and its length is not fixed: 32 bytes on a phone, more elsewhere",
            .documented(ApplePage.sending)),
        DeviceRule(
            "REG-5", .registration,
            "after restoring a backup, on a new phone or a reinstalled system, the token is new",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-6", .registration,
            "a reinstalled app gets a new token",
            .reported("developers' guides on the lifetime of tokens")),
        DeviceRule(
            "REG-7", .registration,
            "the token stays the same across launches, restarts, updates and permission changes",
            .reported("developers' guides on the lifetime of tokens")),
        DeviceRule(
            "REG-8", .registration,
            "when a token changes while the app runs, the app gets the new one without registering "
                + "again",
            .reported(Report.experience)),
        DeviceRule(
            "REG-9", .registration,
            "the entitlement selects sandbox or production, and a token is valid in only one of "
                + "them",
            .documented(ApplePage.responses)),
        DeviceRule(
            "REG-10", .registration,
            "deleting the app or unregistering ends its tokens; APNs returns 410 sooner or later",
            .documented(ApplePage.responses)),
        DeviceRule(
            "REG-11", .registration,
            "without network, APNs or the entitlement, registration fails",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-12", .registration,
            "without network the token arrives when the phone is online again",
            .chosen("Apple does not say whether the token is late or registering fails")),
        DeviceRule(
            "REG-13", .registration,
            "isRegisteredForRemoteNotifications reports registration, not permission",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "REG-14", .registration,
            "the Simulator registers with the sandbox on a supported Mac, and fails on others",
            .documented(ApplePage.xcode14)),
        DeviceRule(
            "REG-15", .registration,
            "a push injected into the Simulator runs no service extension and must be visible",
            .documented(ApplePage.xcode14)),
        DeviceRule(
            "REG-16", .registration,
            "each token family has its own tokens and its own API in the app",
            .documented(ApplePage.activityPushes)),
    ]
}
