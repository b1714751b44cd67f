// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import FCM

/// Messages, their checks, and the meaning of responses.
@Suite(.timeLimit(.minutes(30)))
struct FCMMessageTests {
    private static let token = "fGQ8bKAkQ2mZ7cXv0JdT1w:APA91b" + String(repeating: "x", count: 130)
    private static let now = Date(epochSeconds: 1_800_000_000)

    private func violations(_ text: String) throws -> [FCMViolation] {
        try FCMMessage(
            bytes: Array(text.replacing("TOKEN", with: Self.token).utf8)
        ).violations()
    }

    @Test(arguments: [
        #"{"message":{"token":"TOKEN","notification":{"title":"a"},"data":{"k":"v"}}}"#,
        #"{"token":"TOKEN","android":{"ttl":"3600.5s","priority":"high"}}"#,
        #"{"topic":"/topics/news","apns":{"headers":{"apns-priority":"5"},"payload":{"aps":{}}}}"#,
        #"{"condition":"'a' in topics || 'b' in topics"}"#,
        #"{"fid":"fGQ8bKAkQ2mZ7cXv0JdT1w","webpush":{"headers":{"TTL":"60"}}}"#,
    ])
    func `a valid message has no violations`(text: String) throws {
        #expect(try violations(text) == [])
    }

    @Test(arguments: [
        (#"{"token":"TOKEN","data":{"n":1}}"#, "message.data.n", "quotation marks"),
        (#"{"token":"TOKEN","data":{"from":"me"}}"#, "message.data.from", "reserved"),
        (#"{"token":"TOKEN","data":{"google.x":"me"}}"#, "message.data.google.x", "reserved"),
        (#"{"token":"TOKEN","android":{"ttl":3600}}"#, "message.android.ttl", "3600s"),
        (#"{"token":"TOKEN","android":{"ttl":"2419201s"}}"#, "message.android.ttl", "four weeks"),
        (#"{"token":"TOKEN","topic":"a"}"#, "message", "token and topic"),
        (#"{"notification":{"title":"a"}}"#, "message", "none"),
        (#"{"to":"TOKEN","token":"TOKEN"}"#, "message.to", "legacy"),
        (#"{"token":"TOKEN","content_available":true}"#, "message.content_available", "hyphen"),
        (#"{"topic":"a b"}"#, "message.topic", "match"),
        (
            #"{"token":"TOKEN","apns":{"headers":{"apns-priority":5}}}"#,
            "message.apns.headers.apns-priority", "strings"
        ),
        (
            #"{"token":"TOKEN","apns":{"payload":{"aps":{"content_available":1}}}}"#,
            "message.apns.payload.aps.content_available", "content-available"
        ),
        (
            #"{"token":"0011223344556677889900112233445566778899001122334455667788990011"}"#,
            "message.token", "APNs device token"
        ),
        (#"{"token":"fGQ8bKAkQ2mZ7cXv0JdT1w"}"#, "message.token", "installation ID"),
    ])
    func `a violation names the field and what to write`(
        text: String, field: String, word: String
    ) throws {
        let found = try violations(text)
        #expect(found.map(\.field) == [field])
        #expect(found.first?.text.contains(word) == true, "\(found)")
    }

    @Test func `size limits differ for tokens, topics, and APNs payloads with FCM's own keys`()
        throws
    {
        func message(_ address: String, _ count: Int) -> String {
            #"{\#(address),"data":{"k":"\#(String(repeating: "x", count: count - 1))"}}"#
        }
        #expect(try violations(message(#""token":"TOKEN""#, 4096)) == [])
        #expect(try violations(message(#""token":"TOKEN""#, 4097)).count == 1)
        #expect(try violations(message(#""topic":"a""#, 2048)) == [])
        #expect(try violations(message(#""topic":"a""#, 2049)).count == 1)
        let body = String(repeating: "x", count: 3800)
        let found = try violations(
            #"{"token":"TOKEN","apns":{"payload":{"aps":{"alert":"\#(body)"}}}}"#)
        #expect(found.map(\.isWarning) == [true])
        #expect(found.first?.field == "message.apns.payload")
    }

    @Test func `an Apple device gets the alert, the data and FCM's own keys`() throws {
        let message = try FCMMessage(
            bytes: Array(
                #"""
                {"token":"t",
                "notification":{"title":"Dinner","body":"Ready","image":"https://a.example/b.png"},
                "data":{"id":"7"},"apns":{"headers":{"apns-priority":"5"},
                "payload":{"aps":{"sound":"default"}}}}
                """#.utf8))
        let sent = message.forAPNs(messageID: "42", senderID: "8", expiration: 100)
        #expect(sent.headers["apns-priority"] == "5")
        #expect(sent.headers["apns-expiration"] == "100")
        #expect(sent.headers["apns-push-type"] == "alert")
        let aps = sent.payload["aps"]?.objectValue
        #expect(aps?["alert"] == ["title": "Dinner", "body": "Ready"])
        #expect(aps?["sound"] == "default")
        #expect(aps?["mutable-content"] == 1)
        #expect(sent.payload["id"] == "7")
        #expect(sent.payload["gcm.message_id"] == "42")
        let own = try FCMMessage(
            bytes: Array(
                #"{"notification":{"title":"a"},"apns":{"payload":{"aps":{"alert":"mine"}}}}"#.utf8)
        )
        #expect(
            own.forAPNs(messageID: "1", senderID: "8", expiration: 0).payload["aps"]?.objectValue?[
                "alert"] == "mine")
    }

    @Test(arguments: [
        ("fGQ8bKAkQ2mZ7cXv0JdT1w", DeviceAddressKind.installationID),
        (String(repeating: "0f", count: 32), .apnsToken),
        ("{\"endpoint\":", .webSubscription), ("https://web.push.apple.com/x", .webSubscription),
        ("hello", .unknown), ("", .unknown), ("zGQ8bKAkQ2mZ7cXv0JdT1w", .unknown),
        (Self.token, .fcmToken),
    ])
    func `an address is recognized by its form`(text: String, kind: DeviceAddressKind) {
        #expect(DeviceAddressKind(text) == kind)
    }

    // MARK: - Responses

    private func outcome(
        _ status: Int, code: String? = nil, violations: Bool = false, retryAfter: String? = nil,
        subject: String? = nil
    ) -> FCMOutcome {
        var details: [JSONValue] = []
        if let code {
            details.append([
                "@type": .string(FCMErrorCode.detailType), "errorCode": .string(code),
            ])
        }
        if violations {
            details.append([
                "@type": .string(FCMErrorCode.badRequestType),
                "fieldViolations": [["field": "message.data", "description": "too big"]],
            ])
        }
        if let subject {
            details.append([
                "@type": .string(FCMErrorCode.quotaFailureType),
                "violations": [["subject": .string(subject)]],
            ])
        }
        let body: JSONValue = [
            "error": ["code": 1, "message": "no\nway", "status": "X", "details": .array(details)]
        ]
        return FCMOutcome(
            status: status, retryAfter: retryAfter, body: JSONWriter.write(body), now: Self.now)
    }

    @Test(arguments: FCMErrorCode.allCases)
    func `each error code leads to the verdict of its row`(
        code: FCMErrorCode
    ) {
        let outcome = outcome(code.row.httpStatus, code: code.rawValue)
        #expect(outcome.code == code)
        #expect(outcome.verdict == code.row.verdict)
        #expect(outcome.verdict.endsAddress == (code == .unregistered))
        #expect(outcome.detail == "no\\u{A}way")
    }

    @Test func `a rejected field never counts against the token`() {
        let outcome = outcome(400, code: "INVALID_ARGUMENT", violations: true)
        #expect(outcome.verdict == .messageRejected)
        #expect(outcome.violations == ["message.data: too big"])
        #expect(self.outcome(400, code: "INVALID_ARGUMENT").verdict == .addressSuspect)
    }

    @Test func `the wait after an exceeded quota is set by the server or is one minute`() {
        #expect(outcome(429, code: "QUOTA_EXCEEDED").retryAfter == .seconds(60))
        #expect(
            outcome(429, code: "QUOTA_EXCEEDED", retryAfter: "30").retryAfter == .seconds(30))
        #expect(
            outcome(429, code: "QUOTA_EXCEEDED", subject: "device:abc").verdict
                == .addressThrottled)
        #expect(outcome(503, code: "UNAVAILABLE").retryAfter == nil)
    }

    @Test func `a 401 without a code rejects the access token; with a code, the APNs credential`() {
        #expect(outcome(401).rejectsAccessToken)
        #expect(outcome(401).verdict == .credentialRejected)
        let apns = outcome(401, code: "APNS_AUTH_ERROR")
        #expect(!apns.rejectsAccessToken)
        #expect(apns.verdict == .onwardCredentialRejected)
    }

    @Test(arguments: [[], Array("<html>".utf8), Array("{}".utf8)] as [[UInt8]])
    func `a body that FCM did not write does not affect the verdict`(body: [UInt8]) {
        #expect(
            FCMOutcome(status: 502, retryAfter: nil, body: body, now: Self.now).verdict
                == .unavailable)
    }
}
