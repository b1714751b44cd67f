// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons concerning a header.
extension ReasonGuide {
    static let headerGuides: [ReasonGuide] = [
        badCollapseID, badExpirationDate, badMessageID, badPriority, badTopic, duplicateHeaders,
        invalidPushType, missingTopic, topicDisallowed,
    ]

    private static let badCollapseID = ReasonGuide(
        .badCollapseID,
        [
            LikelyCause(
                "it has more than 64 bytes; letters beyond ASCII take two to four each",
                tell: "count bytes of UTF-8, not characters: bellhop lint tells the number",
                try: "use a short name or a hash, for instance score-1234", .sending)
        ])

    private static let badExpirationDate = ReasonGuide(
        .badExpirationDate,
        [
            LikelyCause(
                "it is not a whole number: a date as text, a decimal point, or a negative number",
                tell: "look at the header as it is sent: bellhop push … --dry-run",
                try: "send whole seconds since 1970, or 0", .sending),
            LikelyCause(
                "it is not 0 and goes to a channel that stores nothing",
                tell: "bellhop channel show tells the channel's message storage policy",
                try: "send 0, or create a channel that stores messages", .broadcasts),
        ])

    private static let badMessageID = ReasonGuide(
        .badMessageID,
        [
            LikelyCause(
                "apns-id is an identifier of your own, for instance a number of a database",
                tell: "it has not the form 8-4-4-4-12 in hex digits",
                try: "send a UUID, or leave the header out and keep the one that APNs answers",
                .sending)
        ])

    private static let badPriority = ReasonGuide(
        .badPriority,
        [
            LikelyCause(
                "a background push is sent with priority 10",
                tell: "look whether apns-push-type is background",
                try: "send background pushes with priority 5, always", .sending),
            LikelyCause(
                "a Live Activity is sent with priority 1",
                tell: "look whether apns-push-type is liveactivity",
                try: "send Live Activities with 10, or with 5 where nobody has to look at once",
                .sending),
            LikelyCause(
                "the value is a word or another number: high, normal, 1000",
                tell: "look at the header as it is sent: bellhop push … --dry-run",
                try: "send 10, 5 or 1; high and normal are words of FCM", .sending),
        ])

    private static let badTopic = ReasonGuide(
        .badTopic,
        [
            LikelyCause(
                "the suffix does not fit the push type: voip needs .voip, liveactivity needs "
                    + ".push-type.liveactivity, and alert and background need none",
                tell: "bellhop push … --dry-run shows the topic that fits the type",
                try: "make the topic from bundle identifier and push type", .sending),
            LikelyCause(
                "it is no bundle identifier: a team identifier in front, blanks, the app's name",
                tell: "compare with CFBundleIdentifier of the build",
                try: "send the bundle identifier alone, for instance com.example.app", .sending),
        ],
        unlike: [
            Contrast(.topicDisallowed, "there the topic is well formed, and not this sender's"),
            Contrast(.deviceTokenNotForTopic, "there topic and token are of two apps"),
        ])

    private static let duplicateHeaders = ReasonGuide(
        .duplicateHeaders,
        [
            LikelyCause(
                "library and own code both add it",
                tell: "print the headers of the request just before it leaves",
                try: "set each header in one place", .experience),
            LikelyCause(
                "a proxy between you and APNs adds it",
                tell: "send without the proxy",
                try: "tell the proxy to leave the headers alone", .experience),
        ])

    private static let invalidPushType = ReasonGuide(
        .invalidPushType,
        [
            LikelyCause(
                "it is a word of another service or another spelling: notification, data, silent, "
                    + "live-activity",
                tell: "bellhop lint names the type that was meant",
                try: "send one of Apple's types, in lower case: alert, background, liveactivity …",
                .sending),
            LikelyCause(
                "a broadcast is sent with another type than liveactivity",
                tell: "the path begins with /4/broadcasts/",
                try: "send apns-push-type liveactivity", .broadcasts),
        ])

    private static let missingTopic = ReasonGuide(
        .missingTopic,
        [
            LikelyCause(
                "apns-topic is left out on a connection with a provider token",
                tell: "the request has an authorization header and no apns-topic",
                try: "send the bundle identifier as apns-topic", .sending),
            LikelyCause(
                "the certificate covers several topics (voip, complication), so that none follows "
                    + "from it",
                tell: "bellhop doctor … --cert FILE lists the topics of a certificate",
                try: "send apns-topic", .responses),
        ])

    private static let topicDisallowed = ReasonGuide(
        .topicDisallowed,
        [
            LikelyCause(
                "the key is of another team than the app",
                tell: "compare iss of the provider token (bellhop token inspect) with the Team ID "
                    + "of the app",
                try: "use a key of the app's own team", .providerTokens),
            LikelyCause(
                "the key is limited to certain topics, and this is none of them",
                tell: "Apple's developer site shows the topics of a key",
                try: "add the topic to the key, or use a key of the whole team", .providerTokens),
            LikelyCause(
                "the app was moved to another team, or the bundle identifier is new and the "
                    + "connection older than it",
                tell: "a new connection takes it",
                try: "close all connections and open new ones", .providerTokens),
            LikelyCause(
                "the path of a broadcast has a suffix such as .push-type.liveactivity",
                tell: "the path begins with /4/broadcasts/apps/",
                try: "put the bundle identifier alone into the path", .broadcasts),
            LikelyCause(
                "a certificate is of another app",
                tell: "bellhop doctor … --cert FILE lists the topics of a certificate",
                try: "use the certificate of this app", .certificates),
        ],
        unlike: [
            Contrast(.badTopic, "there the topic is not usable for anybody"),
            Contrast(.deviceTokenNotForTopic, "there the sender may, and the token is another's"),
        ])
}
