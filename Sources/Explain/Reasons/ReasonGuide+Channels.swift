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
                "the channel is of the other environment",
                tell: "bellhop channel list --to sandbox …, and the same with --to production",
                try: "create a channel in each environment; they are not shared",
                .channels),
            LikelyCause(
                "it was deleted, or all were: that happens when the capability is switched off",
                tell: "bellhop channel list … does not show it",
                try: "create a new one and tell the apps; identifiers do not come back",
                .channels),
            LikelyCause(
                "it is another app's channel",
                tell: "bellhop channel list … for the other bundle identifier shows it",
                try: "put the app that created it into the path", .channels),
        ],
        unlike: [Contrast(.badChannelID, "there the identifier cannot be one")])

    private static let badChannelID = ReasonGuide(
        .badChannelID,
        [
            LikelyCause(
                "the identifier was changed on its way: percent-coded, cut, Base64 for URLs",
                tell: "compare it with apns-channel-id of the answer that created it",
                try: "keep it as text, and send it unchanged", .channelResponses),
            LikelyCause(
                "it is a name of your own",
                tell: "it is not Base64",
                try: "create a channel; APNs makes the identifier", .channels),
        ],
        unlike: [Contrast(.channelNotRegistered, "there the form is right and nobody has it")])

    private static let missingChannelID = ReasonGuide(
        .missingChannelID,
        [
            LikelyCause(
                "apns-channel-id was left out of a broadcast, or of reading or deleting a channel",
                tell: "look at the headers as they are sent",
                try: "send apns-channel-id; only creating and listing do without",
                .channelResponses)
        ])

    private static let featureNotEnabled = ReasonGuide(
        .featureNotEnabled,
        [
            LikelyCause(
                "the App ID lacks the broadcast capability",
                tell: "Apple's developer site, Identifiers, Push Notifications, Broadcast "
                    + "Capability",
                try: "switch it on", .documented("Setting up broadcast push notifications")),
            LikelyCause(
                "the path names another app than the one it was switched on for",
                tell: "compare the path with the App ID",
                try: "put the right bundle identifier into the path", .channelResponses),
        ])

    private static let topicMismatch = ReasonGuide(
        .topicMismatch,
        [
            LikelyCause(
                "the key or certificate is of another team or another app",
                tell: "compare iss of the provider token (bellhop token inspect) with the Team ID "
                    + "of the app in the path",
                try: "use a key of the app's own team", .channelResponses),
            LikelyCause(
                "the key is limited to certain topics, and this is none of them",
                tell: "Apple's developer site shows the topics of a key",
                try: "add the topic to the key", .providerTokens),
        ],
        unlike: [
            Contrast(.topicDisallowed, "there the path itself has a topic that may not be used")
        ])

    private static let cannotCreateChannelConfig = ReasonGuide(
        .cannotCreateChannelConfig,
        [
            LikelyCause(
                "channels of events that are over were never deleted",
                tell: "bellhop channel list … counts them: an app has 10,000 at most in each "
                    + "environment",
                try: "delete a channel when its event is over", .channels),
            LikelyCause(
                "a channel is made for each person rather than for each event",
                tell: "the number of channels grows with that of people",
                try: "send to one person's activity by its own token", .experience),
        ])

    private static let badRequestParams = ReasonGuide(
        .badRequestParams,
        [
            LikelyCause(
                "the body of creating a channel has another member, or a misspelled one",
                tell: "compare: {\"message-storage-policy\": 1, \"push-type\": \"LiveActivity\"}",
                try: "send these two members and nothing else", .channels),
            LikelyCause(
                "the policy is a word, or another number than 0 and 1",
                tell: "look at message-storage-policy",
                try: "send 0 for none, 1 for the newest message", .channels),
        ])

    private static let badRequestPayload = ReasonGuide(
        .badRequestPayload,
        [
            LikelyCause(
                "the body is not JSON, for instance a form or a string inside a string",
                tell: "bellhop lint - < body names line and column",
                try: "send a JSON object", .channelResponses)
        ],
        unlike: [
            Contrast(
                .payloadEmpty,
                "there the body is empty; a notification's body that is not JSON is "
                    + "accepted and lost")
        ])

    private static let missingPushType = ReasonGuide(
        .missingPushType,
        [
            LikelyCause(
                "apns-push-type was left out of a broadcast, where it is needed",
                tell: "the path begins with /4/broadcasts/",
                try: "send apns-push-type liveactivity", .broadcasts)
        ])
}
