// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons of broadcasts and of requests to manage channels. Source: "Handling error responses from
// APNs".
extension ReasonRow {
    static let ofBroadcasts: [ReasonRow] = [
        ReasonRow(.badPath, .request, "no app", .broadcast) { _, request in
            request.path = "/4/broadcasts/apps/"
        },
        ReasonRow(.methodNotAllowed, .request, "GET", .broadcast) { _, request in
            request.method = "GET"
            request.body = []
        },
        header(.badMessageID, "apns-request-id", "7", .broadcast),
        header(.missingChannelID, "apns-channel-id", nil, .broadcast),
        header(.badChannelID, "apns-channel-id", "!", .broadcast),
        header(.missingPushType, "apns-push-type", nil, .broadcast),
        header(.invalidPushType, "apns-push-type", "alert", .broadcast),
        header(.badExpirationDate, "apns-expiration", "tomorrow", .broadcast),
        ReasonRow(
            .badExpirationDate, .request, "not 0 for a channel without storage", .broadcast
        ) { _, request in request.set("apns-expiration", "4000000000") },
        header(.badPriority, "apns-priority", "7", .broadcast),
        ReasonRow(.payloadEmpty, .request, "no body", .broadcast) { _, request in
            request.body = []
        },
        ReasonRow(.payloadTooLarge, .request, "5121 bytes", .broadcast) { _, request in
            request.body += [UInt8](repeating: 0x20, count: 5121 - request.body.count)
        },
        ReasonRow(.badRequestPayload, .request, "not JSON", .broadcast) { _, request in
            request.body = Array("Goal!".utf8)
        },
        header(.channelNotRegistered, "apns-channel-id", "dHN0LXNyY2gtY2hubA==", .broadcast),
        ReasonRow(.topicDisallowed, .request, "a suffix after the app", .broadcast) { _, request in
            request.path += ".push-type.liveactivity"
        },
        ReasonRow(.topicMismatch, .app, "an app of another team", .broadcast) { _, request in
            request.path = "/4/broadcasts/apps/\(ReasonScene.foreign)"
        },
        ReasonRow(.featureNotEnabled, .app, "no Broadcast capability", .broadcast) { _, request in
            request.path = "/4/broadcasts/apps/\(ReasonScene.plain)"
        },
    ]

    static let ofChannels: [ReasonRow] = [
        ReasonRow(.badPath, .request, "a path of notifications", .createChannel) { _, request in
            request.path = "/3/device/\(ReasonScene.Device.alice.token)"
        },
        ReasonRow(.methodNotAllowed, .request, "PUT", .createChannel) { _, request in
            request.method = "PUT"
        },
        header(.badMessageID, "apns-request-id", "7", .createChannel),
        ReasonRow(.payloadEmpty, .request, "no body", .createChannel) { _, request in
            request.body = []
        },
        ReasonRow(.payloadTooLarge, .request, "5121 bytes", .createChannel) { _, request in
            request.body += [UInt8](repeating: 0x20, count: 5121 - request.body.count)
        },
        body(.badRequestPayload, "goals"),
        body(.badRequestParams, #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#),
        body(
            .badRequestParams,
            #"{"message-storage-policy":0,"push-type":"LiveActivity","name":"goals"}"#),
        body(.missingPushType, #"{"message-storage-policy":0}"#),
        body(.invalidPushType, #"{"message-storage-policy":0,"push-type":"alert"}"#),
        ReasonRow(.topicDisallowed, .request, "a suffix after the app", .createChannel) {
            _, request in
            request.path = "/1/apps/\(ReasonScene.shop).push-type.liveactivity/channels"
        },
        ReasonRow(.topicMismatch, .app, "an app of another team", .createChannel) { _, request in
            request.path = "/1/apps/\(ReasonScene.foreign)/channels"
        },
        ReasonRow(.topicMismatch, .certificate, "an app that is not listed", .listChannels) {
            _, request in
            request.path = "/1/apps/\(ReasonScene.news)/all-channels"
        }.with { $0.certificate = .valid },
        ReasonRow(.featureNotEnabled, .app, "no Broadcast capability", .createChannel) {
            _, request in
            request.path = "/1/apps/\(ReasonScene.plain)/channels"
        },
        ReasonRow(.cannotCreateChannelConfig, .configuration, "one more channel", .createChannel)
            .with { row in
                row.configuration = "limits: {channels_per_app: 2}"
                row.before = { scene, _ in
                    for _ in 1...2 { _ = try await scene.createChannel() }
                }
            },
        header(.missingChannelID, "apns-channel-id", nil, .readChannel),
        header(.missingChannelID, "apns-channel-id", nil, .deleteChannel),
        header(.badChannelID, "apns-channel-id", "!", .readChannel),
        header(.channelNotRegistered, "apns-channel-id", "dHN0LXNyY2gtY2hubA==", .readChannel),
        ReasonRow(
            .channelNotRegistered, .request, "a channel of the other environment", .readChannel
        ).with { $0.environment = .production },
        ReasonRow(.channelNotRegistered, .request, "a deleted channel", .deleteChannel)
            .with { row in row.before = { scene, _ in try await scene.deleteChannels() } },
    ]

    private static func body(_ reason: RejectionReason, _ text: String) -> ReasonRow {
        ReasonRow(reason, .request, text, .createChannel) { _, request in
            request.body = Array(text.utf8)
        }
    }
}
