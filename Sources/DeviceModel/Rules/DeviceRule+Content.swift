// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let badgeRules: [DeviceRule] = [
        DeviceRule(
            "BDG-1", .badge,
            "badge sets the number, 0 removes it, no key leaves it; the badge switch must be on",
            .documented(ApplePage.generating)),
        DeviceRule(
            "BDG-2", .badge,
            "the badge is an absolute number, never added to",
            .documented(ApplePage.contentBadge)),
        DeviceRule(
            "BDG-3", .badge,
            "setBadgeCount changes the number without a notification",
            .documented(ApplePage.headers)),
        DeviceRule(
            "BDG-4", .badge,
            "a negative number is an invalid badge for setBadgeCount and ignored in a push",
            .documented(ApplePage.headers)),
        DeviceRule(
            "BDG-5", .badge,
            "a push that takes the badge to 0 empties the app's list",
            .reported(Report.vendors)),
        DeviceRule(
            "BDG-6", .badge,
            "removing delivered notifications leaves the badge",
            .reported(Report.experience)),
        DeviceRule(
            "BDG-7", .badge,
            "over an app in use the badge applies only if the app asks for it",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "BDG-8", .badge,
            "without badge permission setBadgeCount shows nothing and fails",
            .chosen("Apple does not say")),
    ]

    static let soundRules: [DeviceRule] = [
        DeviceRule(
            "SND-1", .sound,
            "a sound is an aiff, wav or caf file of less than 30 s; others give the default sound",
            .documented(ApplePage.sound)),
        DeviceRule(
            "SND-2", .sound,
            "\"default\" is the system's sound, and no sound key means silence",
            .documented(ApplePage.generating)),
        DeviceRule(
            "SND-3", .sound,
            "a sound file that the app does not have is replaced by the default sound",
            .reported(Report.experience)),
        DeviceRule(
            "SND-4", .sound,
            "the app's container is searched before its groups' and its bundle",
            .documented(ApplePage.sound)),
        DeviceRule(
            "SND-5", .sound,
            "a ringtone repeats for 30 s, in a notification of an incoming call only",
            .documented(ApplePage.headers)),
    ]

    static let textRules: [DeviceRule] = [
        DeviceRule(
            "LOC-1", .text,
            "localization keys are looked up on the phone in the app's own strings",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LOC-2", .text,
            "each %@ takes the next argument, and %2$@ the second",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LOC-3", .text,
            "a key that resolves is used in place of the plain text",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LOC-4", .text,
            "a localization key that the app does not have is shown itself",
            .reported(Report.experience)),
        DeviceRule(
            "LOC-5", .text,
            "a place without an argument stays, and arguments too many are left out",
            .chosen("Apple does not say")),
        DeviceRule(
            "LOC-6", .text,
            "localizedUserNotificationString is resolved when the notification is shown",
            .documented(ApplePage.headers)),
        DeviceRule(
            "LOC-7", .text,
            "the alert of a Live Activity has its keys inside title and body",
            .documented(ApplePage.activityPushes)),
    ]
}
