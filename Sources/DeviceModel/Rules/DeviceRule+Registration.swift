// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let registrationRules: [DeviceRule] = [
        DeviceRule(
            "REG-1", .registration,
            "registering needs the Push Notifications capability, but not the person's permission",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-2", .registration,
            "each call leads to one later callback, with a token or an error, never before "
                + "launching has finished",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-3", .registration,
            "an app registers at every launch and gets its current token",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-4", .registration,
            "a token is opaque, and its length is not fixed: tokens of phones have 32 bytes, and "
                + "other tokens are longer",
            .documented(ApplePage.sending)),
        DeviceRule(
            "REG-5", .registration,
            "an app gets a new token after a backup is restored, on a new phone, and after the "
                + "system is reinstalled",
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
            "deleting the app or unregistering makes its tokens invalid; APNs returns 410 later",
            .documented(ApplePage.responses)),
        DeviceRule(
            "REG-11", .registration,
            "registration fails without a network, without a connection to APNs, and without the "
                + "entitlement",
            .documented(ApplePage.registering)),
        DeviceRule(
            "REG-12", .registration,
            "without a network, the token arrives when the phone is online again",
            .chosen(
                "Apple's documentation does not state whether the token arrives late or "
                    + "registration fails")),
        DeviceRule(
            "REG-13", .registration,
            "isRegisteredForRemoteNotifications reports whether the app is registered, not whether "
                + "it has permission",
            .documented(ApplePage.registerCall)),
        DeviceRule(
            "REG-14", .registration,
            "in the Simulator, registration with the sandbox succeeds on a supported Mac and fails "
                + "on other Macs",
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
