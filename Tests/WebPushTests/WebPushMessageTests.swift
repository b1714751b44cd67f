// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

@testable import WebPush

/// Subscriptions, requests, responses and declarative notifications.
@Suite(.timeLimit(.minutes(30)))
struct WebPushMessageTests {
    private static let now = Date(epochSeconds: 1_800_000_000)

    private func subscription(_ endpoint: String) throws -> PushSubscription {
        try BrowserKeys().subscription(endpoint: endpoint)
    }

    @Test func `a subscription is restored from its JSON, and its description hides the endpoint`()
        throws
    {
        let subscription = try subscription("https://web.push.apple.com/secret-part")
        let text = JSONWriter.text(.object(subscription.json))
        #expect(try PushSubscription(json: Array(text.utf8)) == subscription)
        #expect(subscription.origin == "https://web.push.apple.com")
        #expect(subscription.service == .apple)
        #expect(!"\(subscription)".contains("secret-part"))
    }

    @Test(arguments: [
        "ftp://example.com/a", "https:///a", "https://user:pw@example.com/a", "example.com",
        "https://example.com/a b", "https://example.com/a#b",
    ])
    func `an endpoint that is not a plain URL is refused`(endpoint: String) {
        #expect(throws: PushSubscription.Problem.self) { try subscription(endpoint) }
    }

    @Test(arguments: [
        ("{}", "endpoint"), (#"{"endpoint":"https://a.example/"}"#, "keys.p256dh"), ("[]", "JSON"),
        (#"{"endpoint":"https://a.example/","keys":{"p256dh":"AA","auth":"AA"}}"#, "p256dh"),
    ])
    func `the error for an invalid subscription names the missing or wrong field`(
        text: String, word: String
    ) {
        #expect {
            try PushSubscription(json: Array(text.utf8))
        } throws: {
            "\($0)".contains(word)
        }
    }

    @Test func `a request has the headers of RFC 8030, and the service's longest time to live`()
        throws
    {
        let subscription = try subscription("https://fcm.googleapis.com/wp/x")
        let token = try VAPIDToken(
            key: VAPIDKey(), origin: subscription.origin, subject: "mailto:a@b.example",
            now: Self.now)
        let message = try WebPushMessage(
            content: Array("hello".utf8), timeToLiveSeconds: 30 * 86_400, urgency: .high,
            topic: "order-1")
        let request = try message.request(to: subscription, token: token)
        let headers = Dictionary(uniqueKeysWithValues: request.headers.map { ($0.name, $0.value) })
        #expect(headers["ttl"] == "\(28 * 86_400)")
        #expect(headers["urgency"] == "high")
        #expect(headers["topic"] == "order-1")
        #expect(headers["content-encoding"] == "aes128gcm")
        #expect(headers["authorization"] == token.authorization)
        #expect(request.body.count == 86 + 5 + 17)
    }

    @Test func `a message that Mozilla's bridge would lose is refused for Mozilla only`() throws {
        let message = try WebPushMessage(content: [UInt8](repeating: 65, count: 2601))
        for (endpoint, isTooLarge) in [
            ("https://updates.push.services.mozilla.com/wpush/v2/x", true),
            ("https://web.push.apple.com/x", false),
        ] {
            let subscription = try subscription(endpoint)
            let token = try VAPIDToken(
                key: VAPIDKey(), origin: subscription.origin, subject: "mailto:a@b.example",
                now: Self.now)
            let request = try? message.request(to: subscription, token: token)
            #expect((request == nil) == isTooLarge)
        }
    }

    @Test(arguments: ["", "with space", "a/b", String(repeating: "a", count: 33)])
    func `a topic that a service would reject is refused`(topic: String) {
        #expect(throws: WebPushMessage.Problem.badTopic) {
            try WebPushMessage(content: [], topic: topic)
        }
    }

    @Test(arguments: [
        (201, "", ProviderVerdict.accepted), (404, "", .addressGone), (410, "", .addressGone),
        (403, #"{"reason":"VapidPkHashMismatch"}"#, .wrongCredential),
        (403, #"{"reason":"BadJwtToken"}"#, .credentialRejected), (401, "", .credentialRejected),
        (413, "", .messageRejected), (400, "nonsense", .messageRejected),
        (429, "", .addressThrottled), (503, "", .unavailable), (500, "{", .unavailable),
    ])
    func `each status leads to one verdict`(status: Int, body: String, verdict: ProviderVerdict) {
        let outcome = WebPushOutcome(
            status: status, retryAfter: nil, body: Array(body.utf8), now: Self.now)
        #expect(outcome.verdict == verdict)
    }

    @Test(
        arguments: [
            ("30", Duration.seconds(30)), ("-1", nil), ("soon", nil), ("999999", .seconds(86_400)),
            ("Fri, 15 Jan 2027 08:01:00 GMT", .seconds(60)),
            ("Fri, 15 Jan 2027 07:00:00 GMT", .zero), ("Fri, 99 Foo 2027 07:00:00 GMT", nil),
        ] as [(String, Duration?)])
    func `retry-after is a number of seconds or a date`(text: String, wait: Duration?) {
        #expect(RetryAfter.read(text, now: Self.now) == wait)
    }

    @Test func `a declarative notification is restored from its JSON`() throws {
        var notification = DeclarativeNotification(
            title: "Dinner", navigate: "https://example.com/dinner", body: "It is ready")
        notification.badge = 3
        notification.tag = "dinner"
        notification.silent = false
        notification.actions = [
            .init(action: "ok", title: "Coming", navigate: "https://example.com/ok")
        ]
        let bytes = JSONWriter.write(.object(notification.json))
        #expect(DeclarativeNotification(content: bytes) == notification)
        #expect(notification.json["web_push"]?.intValue == 8030)
        #expect(DeclarativeNotification(content: Array(#"{"title":"a"}"#.utf8)) == nil)
        #expect(
            DeclarativeNotification(
                content: Array(#"{"web_push":8030,"notification":{"title":"a"}}"#.utf8)) == nil)
    }
}
