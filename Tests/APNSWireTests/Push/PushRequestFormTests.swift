// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// What a request looks like on the wire in the cases that other clients got wrong.
struct PushRequestFormTests {
    private func request(_ payload: Payload, type: PushType = .alert) throws -> PushRequest {
        PushRequest(
            deviceToken: try DeviceToken(bytes: [UInt8](repeating: 0xAB, count: 32)),
            payload: payload, bundleID: "com.example.app", pushType: type)
    }

    /// A payload of a number of bytes that ends in a character of several bytes.
    private func payload(byteCount: Int, last: Character) -> Payload {
        let frame = #"{"aps":{"alert":""}}"#.utf8.count
        let rest = byteCount - frame - String(last).utf8.count
        return Payload(
            aps: APS(alert: .text(String(repeating: "a", count: rest) + String(last))))
    }

    @Test(arguments: PushType.allCases, ["a", "é", "家", "🐕"] as [Character])
    func `the size limit is in bytes, not in characters`(
        type: PushType, last: Character
    ) throws {
        let limit = type.traits.payloadByteCountMax
        let fits = try request(payload(byteCount: limit, last: last), type: type)
        #expect(fits.body.count == limit)
        #expect(throws: Never.self) { try fits.validate() }
        let tooLong = try request(payload(byteCount: limit + 1, last: last), type: type)
        #expect(
            throws: PushRequestError.bodyTooLong(byteCount: limit + 1, limit: limit, pushType: type)
        ) { try tooLong.validate() }
    }

    @Test func `the reason PayloadTooLarge has status 413 and permits no retry`() throws {
        let row = try #require(RejectionReason.payloadTooLarge.row)
        #expect(row.status == 413)
        #expect(row.retry == .never)
    }

    @Test(
        arguments: [
            (nil, nil), (PushExpiration.oneAttempt, "0"),
            (PushExpiration(epochSeconds: 300), "300"),
            (.at(Date(timeIntervalSince1970: 1_700_000_000.999)), "1700000000"),
        ] as [(PushExpiration?, String?)])
    func `the header for the expiration matches the request's expiration`(
        expiration: PushExpiration?, value: String?
    ) throws {
        var request = try request(Payload(aps: APS(badge: 1)))
        request.expiration = expiration
        #expect(request.headerFields.first { $0.name == "apns-expiration" }?.value == value)
    }

    @Test(
        arguments: [
            (nil, nil), (PushPriority.immediate, "10"), (.powerAware, "5"), (.powerFirst, "1"),
        ] as [(PushPriority?, String?)])
    func `the header for the priority is a number as text`(priority: PushPriority?, value: String?)
        throws
    {
        var request = try request(Payload(aps: APS(badge: 1)))
        request.priority = priority
        #expect(request.headerFields.first { $0.name == "apns-priority" }?.value == value)
    }

    @Test(arguments: PushType.allCases)
    func `by default, a request has a priority that its push type allows`(type: PushType) throws {
        let request = try request(Payload(aps: APS(badge: 1)), type: type)
        let priority = try #require(request.priority)
        #expect(type.traits.priorities.contains(priority))
        #expect(type == .background ? priority == .powerAware : true)
        #expect(request.headerFields.contains { $0 == ("apns-push-type", type.rawValue) })
    }

    @Test func `Live Activities accept the priorities 5 and 10`() {
        #expect(PushType.liveactivity.traits.priorities == [.immediate, .powerAware])
    }

    @Test(
        arguments: [
            ("alert", nil), ("background", nil), ("voip", nil), ("complication", nil),
            ("fileprovider", nil), ("mdm", nil), ("location", "iOS 15"),
            ("liveactivity", "iOS 16.1"), ("pushtotalk", "iOS 16"), ("widgets", "iOS 26"),
            ("controls", "iOS 18"),
        ] as [(String, String?)])
    func `a push type has Apple's name and the iOS version that introduced it`(
        word: String, since: String?
    ) throws {
        let type = try #require(PushType(rawValue: word))
        #expect(type.traits.since == since)
    }

    @Test(arguments: ["", "Alert", "live-activity", "siri"])
    func `an unknown name is not a push type`(word: String) {
        #expect(PushType(rawValue: word) == nil)
    }

    @Test func `no header occurs twice, and the path has one token after one slash`() throws {
        var request = try request(Payload(aps: APS(badge: 1)))
        request.expiration = .oneAttempt
        request.collapseID = try CollapseID(String(repeating: "é", count: 32))
        request.id = APNSID("ec1bf194-b3b2-424a-89a9-5a918a6e6b5d")
        let names = request.headerFields.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { APNSHeader.requestHeaders.contains($0) })
        #expect(request.path.split(separator: "/", omittingEmptySubsequences: false).count == 4)
        #expect(request.collapseID?.text.utf8.count == CollapseID.byteCountMax)
    }

    @Test func `every header name is in lowercase`() {
        #expect(APNSHeader.requestHeaders.allSatisfy { $0 == $0.lowercased() })
    }

    /// JSON that other readers round, reorder or refuse.
    @Test(arguments: [
        #"{"aps":{},"id":9007199254740993}"#, #"{"aps":{},"n":123456789012345678901234567890}"#,
        #"{"aps":{},"e":1.10e+400}"#, #"{"aps":{"alert":"🐕‍🦺 a\#u{200B}b \#u{FEFF}"}}"#,
        #"{"aps":{"alert":null,"badge":null},"x":null}"#,
        #"{"aps":{"badge":1,"badge":2},"a":1,"a":2}"#, #"{"aps":{"x":{"":{"":[[],{}]}}},"":""}"#,
        String(repeating: #"{"a":"#, count: 60) + "1" + String(repeating: "}", count: 60),
    ])
    func `unusual JSON is encoded unchanged`(text: String) throws {
        let payload = try Payload(reading: text.utf8)
        #expect(String(decoding: payload.encoded, as: UTF8.self) == text)
    }

    @Test func `requests are equal if all of their values are equal`() throws {
        let one = try request(Payload(aps: APS(badge: 1)))
        var other = one
        #expect(one == other && one.hashValue == other.hashValue)
        other.id = APNSID("ec1bf194-b3b2-424a-89a9-5a918a6e6b5d")
        #expect(one != other)
        var third = other
        third.id = APNSID("EC1BF194-B3B2-424A-89A9-5A918A6E6B5D")
        #expect(third == other)
        third.deviceToken = try DeviceToken(bytes: [UInt8](repeating: 0xAC, count: 32))
        #expect(third != other)
    }

    @Test func `rare fields that were set and removed again do not make payloads unequal`() {
        var aps = APS(badge: 1)
        aps.relevanceScore = 1
        aps.liveActivity.timestamp = 5
        aps.alert = Alert(title: "T")
        #expect(aps != APS(badge: 1))
        aps.relevanceScore = nil
        aps.liveActivity.timestamp = nil
        aps.alert = nil
        #expect(aps == APS(badge: 1))
        #expect(aps.hashValue == APS(badge: 1).hashValue)
        var payload = Payload(aps: aps)
        payload.aps = nil
        #expect(payload == Payload())
    }
}
