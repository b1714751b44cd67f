// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// What broadcasts and questions about channels look like on the wire.
struct ChannelRequestTests {
    private static let channel = "dHN0LXNyY2gtY2hubA=="
    private static let id = "4084a6e4-9ea8-4d2a-8a49-9a344a152da7"
    private static let app = "com.example.app"

    private static func channelID() throws -> ChannelID { try #require(ChannelID(channel)) }

    private func words(_ fields: [(name: String, value: String)]) -> [String] {
        fields.map { "\($0.name): \($0.value)" }
    }

    @Test(arguments: [
        (
            "create", "POST", "channels", [],
            #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#
        ),
        ("read", "GET", "channels", ["apns-channel-id: \(channel)"], ""),
        ("list", "GET", "all-channels", [], ""),
        ("delete", "DELETE", "channels", ["apns-channel-id: \(channel)"], ""),
    ])
    func `T259: a channel is named by a header, the app by the path`(
        name: String, method: String, path: String, fields: [String], body: String
    ) throws {
        let channel = try Self.channelID()
        let operation: ChannelRequest.Operation =
            switch name {
            case "create": .create(.none)
            case "read": .read(channel)
            case "delete": .delete(channel)
            default: .list
            }
        var request = ChannelRequest(operation, bundleID: Self.app)
        #expect(request.method == method)
        #expect(request.path == "/1/apps/\(Self.app)/\(path)")
        #expect(words(request.headerFields) == fields)
        #expect(String(decoding: request.body, as: UTF8.self) == body)
        request.id = APNSID(Self.id)
        #expect(words(request.headerFields) == fields + ["apns-request-id: \(Self.id)"])
    }

    @Test func `T263: a broadcast says everything that it has to say, and no topic`() throws {
        var request = BroadcastRequest(
            channelID: try Self.channelID(), body: [], bundleID: Self.app)
        #expect(request.path == "/4/broadcasts/apps/com.example.app")
        #expect(
            words(request.headerFields) == [
                "apns-channel-id: \(Self.channel)", "apns-push-type: liveactivity",
                "apns-priority: 10", "apns-expiration: 0",
            ])
        request.priority = .powerAware
        request.expiration = PushExpiration(epochSeconds: 1_767_229_200)
        request.id = APNSID(Self.id)
        #expect(
            words(request.headerFields) == [
                "apns-channel-id: \(Self.channel)", "apns-push-type: liveactivity",
                "apns-priority: 5", "apns-expiration: 1767229200", "apns-request-id: \(Self.id)",
            ])
    }

    @Test func `a payload becomes the body`() throws {
        var aps = APS()
        aps.liveActivity.event = .update
        aps.liveActivity.timestamp = 1_767_225_600
        aps.liveActivity.contentState = ["home": 1]
        let payload = Payload(aps: aps)
        let request = BroadcastRequest(
            channelID: try Self.channelID(), payload: payload, bundleID: Self.app)
        #expect(request.body == payload.encoded)
        #expect(request.pushType == .liveactivity)
    }

    @Test(
        arguments: [
            (0, app, PushRequestError.emptyBody), (1, app, nil), (5120, app, nil),
            (5121, app, .broadcastTooLong(byteCount: 5121, limit: 5120)),
            (1, "", .badTopic("")), (1, "com.example/app", .badTopic("com.example/app")),
            // Only APNs knows whether an app is called so.
            (1, "com.example.app.push-type.liveactivity", nil),
        ] as [(Int, String, PushRequestError?)])
    func `LA-15: what cannot be broadcast is found before it is sent`(
        byteCount: Int, app: String, fault: PushRequestError?
    ) throws {
        let request = BroadcastRequest(
            channelID: try Self.channelID(), body: [UInt8](repeating: 0x20, count: byteCount),
            bundleID: app)
        var found: PushRequestError?
        do throws(PushRequestError) { try request.validate() } catch { found = error }
        #expect(found == fault)
        // The size is APNs' business when it is not checked, the path never.
        found = nil
        do throws(PushRequestError) {
            try request.validate(checksSize: false)
        } catch { found = error }
        #expect(found == (Topic.isPlausible(app) ? nil : fault))
    }

    @Test(
        arguments: [
            (#"{"channels":[]}"#, 0), (#"{"channels":["AA==","AQ=="]}"#, 2),
            (#"{"channels":["AA==",7]}"#, nil), (#"{"channels":["AA==","%"]}"#, nil),
            (#"{"channels":"AA=="}"#, nil), (#"{"channels":["AA=="]"#, nil), ("", nil),
        ] as [(String, Int?)])
    func `a list is read whole or not at all`(body: String, count: Int?) {
        #expect(ChannelBody.channels(in: Array(body.utf8))?.count == count)
    }
}
