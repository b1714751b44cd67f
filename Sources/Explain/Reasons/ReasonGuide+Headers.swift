// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons that concern a header.
extension ReasonGuide {
    static let headerGuides: [ReasonGuide] = [
        badCollapseID, badExpirationDate, badMessageID, badPriority, badTopic, duplicateHeaders,
        invalidPushType, missingTopic, topicDisallowed,
    ]

    private static let badCollapseID = ReasonGuide(
        .badCollapseID,
        [
            LikelyCause(
                "the value has more than 64 bytes; each character outside ASCII takes two to four",
                check: "count bytes of UTF-8, not characters; `bellhop lint` reports the number",
                try: "use a short name or a hash, for instance score-1234", .sending)
        ])

    private static let badExpirationDate = ReasonGuide(
        .badExpirationDate,
        [
            LikelyCause(
                "the value is not a whole number, but a date as text, a decimal fraction or a "
                    + "negative number",
                check: "log the header; `bellhop push … --dry-run` shows the header in the correct "
                    + "form",
                try: "send whole seconds since 1970, or 0", .sending),
            LikelyCause(
                "the value is not 0, but the channel stores no messages",
                check: "`bellhop channel show` reports the channel's message storage policy",
                try: "send 0, or create a channel that stores messages", .broadcasts),
        ])

    private static let badMessageID = ReasonGuide(
        .badMessageID,
        [
            LikelyCause(
                "apns-id is your own identifier, for instance a database key, instead of a UUID",
                check: "the value does not consist of 8-4-4-4-12 hex digits",
                try: "send a UUID, or omit the header and store the one that APNs returns",
                .sending)
        ])

    private static let badPriority = ReasonGuide(
        .badPriority,
        [
            LikelyCause(
                "a background push is sent with priority 10",
                check: "apns-push-type is background",
                try: "send background pushes with priority 5, always", .sending),
            LikelyCause(
                "a Live Activity is sent with priority 1",
                check: "apns-push-type is liveactivity",
                try: "send Live Activities with priority 10, or with 5 if the update is not urgent",
                .sending),
            LikelyCause(
                "the value is a name or another number, such as high, normal or 1000",
                check: "log the header; `bellhop push … --dry-run` shows the header in the correct "
                    + "form",
                try: "send 10, 5 or 1; high and normal are values of FCM", .sending),
        ])

    private static let badTopic = ReasonGuide(
        .badTopic,
        [
            LikelyCause(
                "the suffix does not match the push type: voip needs .voip, liveactivity needs "
                    + ".push-type.liveactivity, and alert and background have no suffix",
                check: "`bellhop push … --dry-run` shows the topic for the push type",
                try: "form the topic from the bundle identifier and the push type", .sending),
            LikelyCause(
                "the value is not a bundle identifier: it begins with a team ID, contains spaces, "
                    + "or is the app's name",
                check: "compare the topic with CFBundleIdentifier of the build",
                try: "send only the bundle identifier, for instance com.example.app", .sending),
        ],
        unlike: [
            Contrast(
                .topicDisallowed,
                "the topic is well formed, but this provider may not send to it"),
            Contrast(
                .deviceTokenNotForTopic,
                "the topic and the device token belong to different apps"),
        ])

    private static let duplicateHeaders = ReasonGuide(
        .duplicateHeaders,
        [
            LikelyCause(
                "both a library and your own code add the header",
                check: "log the headers of the request just before it is sent",
                try: "set each header in only one part of the code", .experience),
            LikelyCause(
                "a proxy between the provider and APNs adds the header",
                check: "send without the proxy",
                try: "configure the proxy to leave the headers unchanged", .experience),
        ])

    private static let invalidPushType = ReasonGuide(
        .invalidPushType,
        [
            LikelyCause(
                "the value is misspelled or belongs to another service: notification, data, "
                    + "silent, live-activity",
                check: "`bellhop lint` suggests the type that was probably meant",
                try: "send one of Apple's types, in lower case: alert, background, liveactivity …",
                .sending),
            LikelyCause(
                "a broadcast is sent with a type other than liveactivity",
                check: "the path begins with /4/broadcasts/",
                try: "send apns-push-type liveactivity", .broadcasts),
        ])

    private static let missingTopic = ReasonGuide(
        .missingTopic,
        [
            LikelyCause(
                "apns-topic is missing from a request with a provider token",
                check: "the request has an authorization header and no apns-topic",
                try: "send the bundle identifier as apns-topic", .sending),
            LikelyCause(
                "the certificate covers several topics (voip, complication), so that APNs cannot "
                    + "derive the topic from it",
                check: "`bellhop doctor … --cert FILE` lists the topics of a certificate",
                try: "send apns-topic", .responses),
        ])

    private static let topicDisallowed = ReasonGuide(
        .topicDisallowed,
        [
            LikelyCause(
                "the key belongs to a different team than the app",
                check: "compare iss of the provider token (run `bellhop token inspect TOKEN`) with "
                    + "the Team ID of the app",
                try: "use a key of the app's own team", .providerTokens),
            LikelyCause(
                "the key is limited to certain topics, which do not include this topic",
                check: "Apple's developer site lists the topics of the key",
                try: "add the topic to the key, or use a key for all topics of the team",
                .providerTokens),
            LikelyCause(
                "the app was moved to another team, or the bundle identifier was created after the "
                    + "connection was opened",
                check: "a new connection accepts the request",
                try: "close all connections and open new ones", .providerTokens),
            LikelyCause(
                "the path of a broadcast contains a suffix such as .push-type.liveactivity",
                check: "the path begins with /4/broadcasts/apps/",
                try: "put only the bundle identifier into the path", .broadcasts),
            LikelyCause(
                "the certificate belongs to another app",
                check: "`bellhop doctor … --cert FILE` lists the topics of a certificate",
                try: "use the certificate of this app", .certificates),
        ],
        unlike: [
            Contrast(.badTopic, "the topic is invalid for every provider"),
            Contrast(
                .deviceTokenNotForTopic,
                "the provider may send to the topic, but the device token belongs to another app"),
        ])
}
