// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons that apply only to broadcasts and the management of channels.
extension ReasonGuide {
    static let channelGuides: [ReasonGuide] = [
        channelNotRegistered, badChannelID, missingChannelID, featureNotEnabled, topicMismatch,
        cannotCreateChannelConfig, badRequestParams, badRequestPayload, missingPushType,
    ]

    private static let channelNotRegistered = ReasonGuide(
        .channelNotRegistered,
        [
            LikelyCause(
                "the channel belongs to the other environment",
                check: "run `bellhop channel list --to sandbox …`, and the same with --to "
                    + "production",
                try: "create a channel in each environment; the environments do not share channels",
                .channels),
            LikelyCause(
                "the channel was deleted; switching off the broadcast capability deletes all "
                    + "channels",
                check: "`bellhop channel list …` does not show the channel",
                try: "create a new channel and send its identifier to the apps; identifiers are "
                    + "not reused",
                .channels),
            LikelyCause(
                "the channel belongs to another app",
                check: "`bellhop channel list …` for the other bundle identifier shows the channel",
                try: "put the bundle identifier of the app that created the channel into the "
                    + "path", .channels),
        ],
        unlike: [Contrast(.badChannelID, "the identifier is malformed")])

    private static let badChannelID = ReasonGuide(
        .badChannelID,
        [
            LikelyCause(
                "the identifier was changed in transit: percent-encoded, truncated, or converted "
                    + "to base64url",
                check: "compare the identifier with apns-channel-id in the response to the request "
                    + "that created the channel",
                try: "store the identifier as text, and send it unchanged", .channelResponses),
            LikelyCause(
                "the value is a name that you chose",
                check: "the value is not Base64",
                try: "create a channel; APNs generates the identifier", .channels),
        ],
        unlike: [
            Contrast(
                .channelNotRegistered,
                "the identifier is well formed, but no such channel exists")
        ])

    private static let missingChannelID = ReasonGuide(
        .missingChannelID,
        [
            LikelyCause(
                "apns-channel-id is missing from a broadcast, or from a request that reads or "
                    + "deletes a channel",
                check: "log the headers of the request",
                try: "send apns-channel-id; only creating and listing channels do not need it",
                .channelResponses)
        ])

    private static let featureNotEnabled = ReasonGuide(
        .featureNotEnabled,
        [
            LikelyCause(
                "the App ID lacks the broadcast capability",
                check: "on Apple's developer site, look at Identifiers > Push Notifications > "
                    + "Broadcast Capability",
                try: "switch the capability on",
                .documented("Setting up broadcast push notifications")),
            LikelyCause(
                "the path contains the bundle identifier of an app that lacks the capability",
                check: "compare the path with the App ID",
                try: "put the bundle identifier of that app into the path", .channelResponses),
        ])

    private static let topicMismatch = ReasonGuide(
        .topicMismatch,
        [
            LikelyCause(
                "the key or certificate belongs to another team or another app",
                check: "compare iss of the provider token (run `bellhop token inspect TOKEN`) with "
                    + "the Team ID of the app in the path",
                try: "use a key of the app's own team", .channelResponses),
            LikelyCause(
                "the key is limited to certain topics, which do not include this topic",
                check: "Apple's developer site lists the topics of the key",
                try: "add the topic to the key", .providerTokens),
        ],
        unlike: [
            Contrast(.topicDisallowed, "the path itself contains a topic that may not be used")
        ])

    private static let cannotCreateChannelConfig = ReasonGuide(
        .cannotCreateChannelConfig,
        [
            LikelyCause(
                "the channels of past events were never deleted",
                check: "`bellhop channel list …` counts them: the limit is 10,000 per app and "
                    + "environment",
                try: "delete a channel when its event ends", .channels),
            LikelyCause(
                "a channel is created for each person rather than for each event",
                check: "the number of channels grows with the number of people",
                try: "update one person's Live Activity by its own token", .experience),
        ])

    private static let badRequestParams = ReasonGuide(
        .badRequestParams,
        [
            LikelyCause(
                "the body of the request to create a channel contains an unknown or misspelled key",
                check: "compare the body with {\"message-storage-policy\": 1, \"push-type\": "
                    + "\"LiveActivity\"}",
                try: "send these two keys and no others", .channels),
            LikelyCause(
                "message-storage-policy is a string, or a number other than 0 and 1",
                check: "log the body of the request",
                try: "send 0 to store no message, 1 to store the most recent one", .channels),
        ])

    private static let badRequestPayload = ReasonGuide(
        .badRequestPayload,
        [
            LikelyCause(
                "the body is not JSON, for instance form data or JSON that was encoded twice",
                check: "`bellhop lint - < body` reports the line and column of the error",
                try: "send a JSON object", .channelResponses)
        ],
        unlike: [
            Contrast(
                .payloadEmpty,
                "the body is empty; if the body of a notification is not JSON, APNs accepts it and "
                    + "no device can show it")
        ])

    private static let missingPushType = ReasonGuide(
        .missingPushType,
        [
            LikelyCause(
                "apns-push-type is missing; broadcasts require it",
                check: "the path begins with /4/broadcasts/",
                try: "send apns-push-type liveactivity", .broadcasts)
        ])
}
