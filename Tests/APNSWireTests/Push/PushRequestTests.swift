// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

struct PushRequestTests {
    private func request(byteCount: Int, type: PushType) throws -> PushRequest {
        PushRequest(
            deviceToken: try DeviceToken(bytes: [UInt8](repeating: 0xAB, count: 32)),
            body: [UInt8](repeating: 0x20, count: byteCount), topic: Topic("com.example.app"),
            pushType: type)
    }

    @Test(arguments: PushType.allCases)
    func `a body of exactly the limit is valid, and one more byte is too long`(type: PushType)
        throws
    {
        let limit = type == .voip ? 5120 : 4096
        #expect(throws: Never.self) { try request(byteCount: limit, type: type).validate() }
        #expect(
            throws: PushRequestError.bodyTooLong(byteCount: limit + 1, limit: limit, pushType: type)
        ) { try request(byteCount: limit + 1, type: type).validate() }
    }

    @Test func `an empty body is rejected`() throws {
        #expect(throws: PushRequestError.emptyBody) {
            try request(byteCount: 0, type: .alert).validate()
        }
    }

    @Test(arguments: ["", "com.example app", "com.example\r\nx: y", "com/example"])
    func `an invalid topic is rejected`(topic: String) throws {
        var request = try request(byteCount: 2, type: .alert)
        request.topic = Topic(topic)
        #expect(throws: PushRequestError.badTopic(topic)) { try request.validate() }
    }

    @Test(arguments: [8, 32, 80, 200])
    func `the path is the same as text and as bytes`(byteCount: Int) throws {
        var request = try request(byteCount: 2, type: .alert)
        request.deviceToken = try DeviceToken(bytes: (0..<byteCount).map { UInt8($0) })
        var bytes = Array(":path ".utf8)
        request.appendPath(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == ":path " + request.path)
        #expect(request.path == "/3/device/" + request.deviceToken.hex)
        #expect(request.pathByteCount == request.path.utf8.count)
    }

    @Test func `headers that were not given are not sent`() throws {
        let request = try request(byteCount: 2, type: .alert)
        #expect(request.headerFields.map(\.name) == ["apns-topic", "apns-push-type"])
    }

    @Test func `expiration zero is sent and differs from no expiration`() throws {
        var request = try request(byteCount: 2, type: .alert)
        request.expiration = .oneAttempt
        #expect(request.headerFields.last?.value == "0")
    }

    @Test func `every header has its documented form`() throws {
        var request = try request(byteCount: 2, type: .background)
        request.priority = .powerAware
        request.expiration = .at(Date(timeIntervalSince1970: 1_700_000_000.9))
        request.collapseID = try CollapseID("order-123")
        request.id = APNSID("EC1BF194-B3B2-424A-89A9-5A918A6E6B5D")
        #expect(
            request.headerFields.map { "\($0.name): \($0.value)" } == [
                "apns-topic: com.example.app", "apns-push-type: background", "apns-priority: 5",
                "apns-expiration: 1700000000", "apns-collapse-id: order-123",
                "apns-id: EC1BF194-B3B2-424A-89A9-5A918A6E6B5D",
            ])
    }
}
