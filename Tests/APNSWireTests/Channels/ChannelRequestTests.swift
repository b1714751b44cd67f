// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

struct ChannelRequestTests {
    private static let channel = ChannelID("dHN0LXNyY2gtY2hubA==")!
    private static let id = APNSID("ec1bf194-b3b2-424a-89a9-5a918a6e6b5d")!

    struct Expected: Sendable {
        var operation: ChannelRequest.Operation
        var line: String
        var headers: [String]
        var body: String
    }

    @Test(arguments: [
        Expected(
            operation: .create(.mostRecent), line: "POST /1/apps/com.example.app/channels",
            headers: [], body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#),
        Expected(
            operation: .create(.none), line: "POST /1/apps/com.example.app/channels",
            headers: [], body: #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#),
        Expected(
            operation: .read(channel), line: "GET /1/apps/com.example.app/channels",
            headers: ["apns-channel-id: dHN0LXNyY2gtY2hubA=="], body: ""),
        Expected(
            operation: .delete(channel), line: "DELETE /1/apps/com.example.app/channels",
            headers: ["apns-channel-id: dHN0LXNyY2gtY2hubA=="], body: ""),
        Expected(
            operation: .list, line: "GET /1/apps/com.example.app/all-channels", headers: [],
            body: ""),
    ])
    func `every operation on channels has its documented form`(expected: Expected) throws {
        var request = ChannelRequest(expected.operation, bundleID: "com.example.app")
        #expect("\(request.method) \(request.path)" == expected.line)
        #expect(request.headerFields.map { "\($0.name): \($0.value)" } == expected.headers)
        #expect(String(decoding: request.body, as: UTF8.self) == expected.body)
        request.id = Self.id
        #expect(
            request.headerFields.map { "\($0.name): \($0.value)" }
                == expected.headers + ["apns-request-id: ec1bf194-b3b2-424a-89a9-5a918a6e6b5d"])
    }

    private func broadcast(byteCount: Int = 2, bundleID: String = "com.example.app")
        -> BroadcastRequest
    {
        BroadcastRequest(
            channelID: Self.channel, body: [UInt8](repeating: 0x20, count: byteCount),
            bundleID: bundleID)
    }

    @Test func `LA-21: a broadcast has its own path, a channel, and no topic`() {
        var request = broadcast()
        request.priority = .powerAware
        request.expiration = PushExpiration(epochSeconds: 1_700_000_000)
        request.id = Self.id
        #expect(request.path == "/4/broadcasts/apps/com.example.app")
        #expect(
            request.headerFields.map { "\($0.name): \($0.value)" } == [
                "apns-channel-id: dHN0LXNyY2gtY2hubA==", "apns-push-type: liveactivity",
                "apns-priority: 5", "apns-expiration: 1700000000",
                "apns-request-id: ec1bf194-b3b2-424a-89a9-5a918a6e6b5d",
            ])
    }

    @Test func `by default, a broadcast is urgent and not stored`() {
        #expect(
            broadcast().headerFields.map { "\($0.name): \($0.value)" } == [
                "apns-channel-id: dHN0LXNyY2gtY2hubA==", "apns-push-type: liveactivity",
                "apns-priority: 10", "apns-expiration: 0",
            ])
    }

    @Test func `a broadcast has 1 to 5120 bytes`() {
        #expect(throws: Never.self) { try broadcast(byteCount: 5120).validate() }
        #expect(throws: PushRequestError.broadcastTooLong(byteCount: 5121, limit: 5120)) {
            try broadcast(byteCount: 5121).validate()
        }
        #expect(throws: PushRequestError.emptyBody) { try broadcast(byteCount: 0).validate() }
    }

    @Test func `the size of a broadcast is not checked if the size check is off`() {
        #expect(throws: Never.self) { try broadcast(byteCount: 0).validate(checksSize: false) }
        #expect(throws: Never.self) { try broadcast(byteCount: 6000).validate(checksSize: false) }
    }

    @Test(arguments: [
        "", "com.example/../x", "com.example app", "com.example\r\nx: y", "com.example?x",
    ])
    func `a broadcast with an invalid bundle identifier is rejected`(bundleID: String) {
        #expect(throws: PushRequestError.badTopic(bundleID)) {
            try broadcast(bundleID: bundleID).validate(checksSize: false)
        }
    }

    @Test func `the body of a broadcast is the encoded payload`() {
        let payload = Payload.liveActivity(
            .update(contentState: ["score": 1]), sentAt: Date(timeIntervalSince1970: 1_700_000_000))
        let request = BroadcastRequest(
            channelID: Self.channel, payload: payload, bundleID: "com.example.app")
        #expect(request.body == payload.encoded)
        #expect(request.pushType == .liveactivity)
    }

    @Test func `a channel's identifier is stored unchanged, whatever its bytes mean`() throws {
        let texts = ["dHN0LXNyY2gtY2hubA==", "AAAA", "////", "++++", "AP8="]
        let ids = try texts.map { try #require(ChannelID($0)) }
        #expect(ids.map(\.text) == texts)
        #expect(Set(ids).count == texts.count)
    }
}
