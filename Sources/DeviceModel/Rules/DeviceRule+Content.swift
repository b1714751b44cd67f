// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    static let badgeRules: [DeviceRule] = [
        DeviceRule(
            "BDG-1", .badge,
            "the badge key sets the number, and 0 removes it; without the key, the number does not "
                + "change; badges must be on in Settings",
            .documented(ApplePage.generating)),
        DeviceRule(
            "BDG-2", .badge,
            "the badge is an absolute number; the system never adds it to the current number",
            .documented(ApplePage.contentBadge)),
        DeviceRule(
            "BDG-3", .badge,
            "setBadgeCount changes the number without a notification",
            .documented(ApplePage.headers)),
        DeviceRule(
            "BDG-4", .badge,
            "a negative badge is an error of setBadgeCount and is ignored in a push",
            .documented(ApplePage.headers)),
        DeviceRule(
            "BDG-5", .badge,
            "a push that sets the badge to 0 clears the app's notifications",
            .reported(Report.vendors)),
        DeviceRule(
            "BDG-6", .badge,
            "removing delivered notifications does not change the badge",
            .reported(Report.experience)),
        DeviceRule(
            "BDG-7", .badge,
            "in the foreground, the badge changes only if willPresent returned the badge option",
            .documented(ApplePage.presentationOptions)),
        DeviceRule(
            "BDG-8", .badge,
            "without permission for badges, setBadgeCount fails and the badge does not change",
            .chosen("Apple does not document this")),
    ]

    static let soundRules: [DeviceRule] = [
        DeviceRule(
            "SND-1", .sound,
            "a sound is an AIFF, WAV or CAF file shorter than 30 s; any other file plays the "
                + "default sound",
            .documented(ApplePage.sound)),
        DeviceRule(
            "SND-2", .sound,
            "\"default\" plays the system's sound; without the sound key nothing plays",
            .documented(ApplePage.generating)),
        DeviceRule(
            "SND-3", .sound,
            "if the app does not contain the sound file, the default sound plays",
            .reported(Report.experience)),
        DeviceRule(
            "SND-4", .sound,
            "a sound is looked up in the app's container, then in its App Groups, then in its "
                + "bundle",
            .documented(ApplePage.sound)),
        DeviceRule(
            "SND-5", .sound,
            "a ringtone repeats for 30 s, but only in the notification of an incoming call",
            .documented(ApplePage.headers)),
    ]

    static let textRules: [DeviceRule] = [
        DeviceRule(
            "LOC-1", .text,
            "the phone looks up localization keys in the app's own strings",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LOC-2", .text,
            "the next argument replaces each %@, and the second argument replaces %2$@",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LOC-3", .text,
            "a localization key that the app has takes precedence over the plain text",
            .documented(ApplePage.generating)),
        DeviceRule(
            "LOC-4", .text,
            "a localization key that the app does not have is itself shown as the text",
            .reported(Report.experience)),
        DeviceRule(
            "LOC-5", .text,
            "a placeholder without an argument remains in the text, and superfluous arguments are "
                + "ignored",
            .chosen("Apple does not document this")),
        DeviceRule(
            "LOC-6", .text,
            "localizedUserNotificationString is resolved when the notification is shown",
            .documented(ApplePage.headers)),
        DeviceRule(
            "LOC-7", .text,
            "a Live Activity's alert has its localization keys inside title and body",
            .documented(ApplePage.activityPushes)),
    ]
}
