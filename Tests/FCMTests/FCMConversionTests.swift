// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import MessageForms
import Testing

@testable import FCM

/// One notification, written for APNs, as a message for Android.
@Suite(.timeLimit(.minutes(30)))
struct FCMConversionTests {
    private func convert(
        _ payload: String, collapseID: String? = nil, expiration: Int? = nil,
        priority: PushPriority? = nil
    ) throws -> FCMConversion {
        let object = try #require(JSONReader.read(Array(payload.utf8)).value.objectValue)
        return FCMMessage.android(
            from: PlatformContent(
                payload: object, collapseID: collapseID, expiration: expiration,
                priority: priority), now: 1000)
    }

    @Test func `title, body, own keys, badge and sound have equivalents`() throws {
        let conversion = try convert(
            #"""
            {"aps":{"alert":{"title":"Dinner","body":"Ready","subtitle":"Home"},"badge":2,
            "sound":"bell.caf","category":"MEAL","relevance-score":0.5},"id":7,"room":"b"}
            """#, collapseID: "dinner", expiration: 1600)
        let message = conversion.message
        #expect(message.value(at: "notification") == ["title": "Dinner", "body": "Ready"])
        #expect(message.value(at: "data") == ["id": "7", "room": "b"])
        #expect(message.value(at: "android.collapse_key") == "dinner")
        #expect(message.value(at: "android.ttl") == "600s")
        #expect(message.value(at: "android.priority") == "HIGH")
        #expect(
            message.value(at: "android.notification") == [
                "tag": "dinner", "notification_count": 2, "click_action": "MEAL", "sound": "bell",
            ])
        #expect(conversion.lost == ["alert.subtitle", "relevance-score"])
        var addressed = message
        addressed.address = .topic("a")
        #expect(addressed.violations() == [])
    }

    @Test(
        arguments: [
            (#"{"aps":{"alert":"a","interruption-level":"passive"}}"#, nil, "NORMAL"),
            (#"{"aps":{"alert":"a","interruption-level":"critical"}}"#, .powerAware, "HIGH"),
            (#"{"aps":{"alert":"a"}}"#, .powerAware, "NORMAL"),
            (#"{"aps":{"alert":"a"}}"#, nil, "HIGH"),
        ] as [(String, PushPriority?, String)])
    func `the interruption level or the priority for APNs determines Android's priority`(
        payload: String, priority: PushPriority?, expected: String
    ) throws {
        let message = try convert(payload, priority: priority).message
        #expect(message.value(at: "android.priority")?.stringValue == expected)
    }

    @Test func `a silent notification becomes a message with data only`() throws {
        let message = try convert(#"{"aps":{"content-available":1},"feed":"news"}"#).message
        #expect(message.json["notification"] == nil)
        #expect(message.value(at: "android.notification") == nil)
        #expect(message.value(at: "data") == ["feed": "news"])
    }

    @Test func `an expiration of 0 becomes a TTL of 0, and a distant expiration four weeks`()
        throws
    {
        let once = try convert(#"{"aps":{"alert":"a"}}"#, expiration: 0).message
        #expect(once.value(at: "android.ttl") == "0s")
        let long = try convert(#"{"aps":{"alert":"a"}}"#, expiration: 99_999_999).message
        #expect(long.value(at: "android.ttl") == "2419200s")
    }
}
