// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import PushLint
import Testing

/// Correct payloads as tutorials show them: no rule may report an error or a warning in them.
struct HealthyPayloadTests {
    fileprivate static let payloads = [
        // Everything an alert can have, and an encrypted text.
        """
        {
          "aps": {
            "alert": {"title": "Ada", "subtitle": "Project Heron", "body": "Ship it today?"},
            "sound": "default", "badge": 3, "interruption-level": "time-sensitive",
            "mutable-content": 1, "thread-id": "heron", "relevance-score": 0.9
          },
          "messageId": "01H8K9M2NQ", "encryptedBody": "AES256-GCM-q80wHk="
        }
        """,
        alert(
            #""badge": 3, "sound": "default", "thread-id": "chat-ada", "category": "MESSAGE""#,
            beside: #""messageId": "msg-789", "senderId": "user-ada""#),
        alert(#""sound": "default", "badge": 3"#),
        alert(#""sound": "custom-sound.aiff""#),
        alert(#""sound": {"critical": 1, "name": "alarm.aiff", "volume": 0.8}"#),
        alert(#""sound": {"critical": 1, "name": "chime.caf", "volume": 1.0}"#),
        alert(#""sound": "chime.wav""#),
        #"{"aps": {"badge": 5}}"#,
        #"{"aps": {"badge": 0}}"#,
        alert(text: #"{"loc-key": "NEW_MESSAGE_FORMAT", "loc-args": ["Ada", "lunch"]}"#),
        alert(
            text: #"{"title-loc-key": "TITLE", "loc-key": "BODY", "loc-args": ["Ada"]}"#),
        alert(beside: #""orderId": "4711", "deepLink": "/orders/4711""#),
        alert(
            #""relevance-score": 0.8, "thread-id": "breaking", "interruption-level": "#
                + #""time-sensitive""#,
            text: #"{"title": "Breaking News", "body": "The bridge is closed"}"#),
        alert(#""category": "MESSAGE""#, text: #"{"title": "Ada", "body": "Are you free?"}"#),
        alert(
            #""mutable-content": 1"#, beside: #""imageUrl": "https://example.com/photo.jpg""#,
            text: #"{"title": "Photo", "body": "Ada sent a photo"}"#),
        alert(
            #""interruption-level": "passive""#,
            text: #"{"title": "Weekly Newsletter", "body": "This week's articles"}"#),
        alert(#""interruption-level": "active", "sound": "default""#),
        #"{"aps": {"content-available": 1}, "updateType": "new-data"}"#,
        silent(),
        // Silent and visible at once: the notification is shown, and the app is woken.
        alert(
            #""badge": 13, "sound": "fancy-ding.caf", "content-available": 1, "category": "C", "#
                + #""thread-id": "demo", "mutable-content": 1"#),
        alert(
            #""sound": "default", "category": "ACTIONS", "interruption-level": "active""#,
            beside: #""Simulator Target Bundle": "com.example.app""#),
        // Headers of a sender.
        alert(
            headers: "apns-push-type: alert\napns-topic: com.example.app\napns-priority: 10\n"
                + "apns-expiration: 0\napns-collapse-id: chat-thread-91"),
        alert(headers: "apns-priority: 10"),
        // Updates of Live Activities.
        activity(
            "update", #""stale-date": 1750003600, "relevance-score": 75.0"#,
            headers: "apns-topic: com.example.app.push-type.liveactivity\napns-priority: 10"),
        activity("update", headers: "apns-priority: 5"),
        activity("end", #""dismissal-date": 1750003600"#),
        activity("start", Body.startMembers),
        "---\napns-push-type: voip\napns-topic: com.example.app.voip\napns-expiration: 0\n---\n"
            + Body.call,
    ]

    @Test(arguments: payloads)
    fileprivate func `a payload from tutorials has no error and no warning`(payload: String) {
        let findings = RuleCase.findings(in: payload).filter { $0.severity > .note }
        #expect(findings == [], "\(payload)")
    }

    /// Payloads that tutorials recommend although Apple documents otherwise.
    @Test(arguments: [
        (#"{"aps": {"alert": "Hi", "sound": "my_sound.mp3"}}"#, "sound-format"),
        (activity("update", #""dismissal-date": 1750007200"#), "activity-dismissal-outside-end"),
        (#"{"aps": {"alert": "Hi", "badge": 1"#, "truncated"),
    ])
    func `a mistake in a payload from a tutorial is found`(payload: String, rule: String) {
        #expect(RuleCase.findings(in: payload).contains { $0.rule == rule })
    }

    /// Payloads that tutorials wrongly call mistakes: they must not be reported.
    @Test(arguments: [
        // A service extension needs a text, not both title and body.
        (alert(#""mutable-content": 1"#, text: #""Hi""#), "mutable-content-without-text"),
        (
            alert(#""mutable-content": 1"#, text: #"{"title": "Hi"}"#),
            "mutable-content-without-text"
        ),
        // Priority 10 is the default of alerts.
        (alert(headers: "apns-priority: 10"), "priority-not-for-type"),
        // A payload may be silent and visible.
        (alert(#""content-available": 1"#), "background-with-alert"),
        // The limit of 5 KB is for VoIP pushes; an update of less than 4 KB is accepted.
        (
            activity("update", #""x": "\#(String(repeating: "x", count: 3500))""#),
            "payload-too-large"
        ),
    ])
    func `an allowed payload is not reported`(payload: String, rule: String) {
        #expect(RuleCase.findings(in: payload).filter { $0.rule == rule } == [])
    }
}
