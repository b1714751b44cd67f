// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import PushLint
import Testing

/// What checklists, lists of mistakes and answers to "nothing arrives" say about payloads and
/// headers: each item with a push that has the problem and one that does not.
struct ChecklistItemTests {
    @Test(arguments: payload + levels + silentPushes + activities + extensions + sender)
    fileprivate func `the push that violates a checklist item is found; the correct push is not`(
        item: ChecklistItem
    ) {
        #expect(item.findings(in: item.wrong).contains { $0.rule == item.rule })
        #expect(item.findings(in: item.right).filter { $0.rule == item.rule } == [])
        #expect(item.findings(in: item.right).filter { $0.severity > .note } == [])
    }

    // MARK: - Payload

    private static let payload = [
        ChecklistItem(
            "under 4 KB", "payload-too-large",
            wrong: alert(beside: "\"log\": \"\(String(repeating: "x", count: 4100))\""),
            right: alert(beside: "\"log\": \"\(String(repeating: "x", count: 3000))\"")),
        ChecklistItem(
            "a call under 5 KB", "payload-too-large",
            wrong: call(5200), right: call(4900)),
        ChecklistItem(
            "a Live Activity push under 4 KB, not 5", "payload-too-large",
            wrong: activity("update", "\"x\": \"\(String(repeating: "x", count: 4200))\""),
            right: activity("update")),
        ChecklistItem(
            "room for the fields that a relay adds", "payload-nearly-full",
            wrong: alert(beside: "\"log\": \"\(String(repeating: "x", count: 3900))\""),
            right: alert()),
        ChecklistItem(
            "custom keys next to aps", "unknown-aps-key",
            wrong: alert("\"orderId\": 4711"), right: alert(beside: "\"orderId\": 4711")),
        ChecklistItem(
            "Apple's keys inside aps", "key-outside-aps",
            wrong: alert(beside: "\"thread-id\": \"orders\""),
            right: alert("\"thread-id\": \"orders\"")),
        ChecklistItem(
            "the app registers the category", "unregistered-category",
            wrong: alert("\"category\": \"MESSAGES\""), right: alert("\"category\": \"MESSAGE\"")),
        ChecklistItem(
            "no secrets in clear text", "secret-in-payload",
            wrong: alert(beside: "\"access_token\": \"9f3c1b7ad02e44d6\""),
            right: alert(beside: "\"messageId\": \"01H8K9M2NQ\"")),
        ChecklistItem(
            "no personal data in clear text", "personal-data-in-payload",
            wrong: alert(beside: "\"sender\": \"ada@example.com\""),
            right: alert(beside: "\"sender\": \"user-ada\"")),
        ChecklistItem(
            "keys of the app's own strings", "unknown-string-key",
            wrong: alert(text: #"{"loc-key": "NEW_MESSAGES", "loc-args": ["Ada"]}"#),
            right: alert(text: #"{"loc-key": "NEW_MESSAGE", "loc-args": ["Ada"]}"#)),
        ChecklistItem(
            "as many arguments as the string takes", "string-argument-count",
            wrong: alert(text: #"{"loc-key": "NEW_MESSAGE", "loc-args": ["Ada", "lunch"]}"#),
            right: alert(text: #"{"loc-key": "NEW_MESSAGE", "loc-args": ["Ada"]}"#)),
        ChecklistItem(
            "a sound in a supported format", "sound-format",
            wrong: alert("\"sound\": \"chime.mp3\""), right: alert("\"sound\": \"chime.caf\"")),
        ChecklistItem(
            "the sound is in the app", "sound-not-in-app",
            wrong: alert("\"sound\": \"chime.caf\""), right: alert("\"sound\": \"ding.caf\"")),
        ChecklistItem(
            "a sound's name with its extension", "sound-without-extension",
            wrong: alert("\"sound\": \"fancy-ding\""),
            right: alert("\"sound\": \"fancy-ding.aiff\"")),
        ChecklistItem(
            "the badge is a number, and 0 removes it", "wrong-type",
            wrong: #"{"aps": {"badge": "0"}}"#, right: #"{"aps": {"badge": 0}}"#),
        ChecklistItem(
            "relevance from 0 to 1", "number-out-of-range",
            wrong: alert("\"relevance-score\": 75"), right: alert("\"relevance-score\": 0.75")),
        ChecklistItem(
            "the summary line of a group can no longer be set", "deprecated-key",
            wrong: alert(
                text: #"{"body": "Hi", "summary-arg": "Ada", "summary-arg-count": 3}"#),
            right: alert(text: #"{"body": "Hi"}"#)),
        ChecklistItem(
            "every brace is closed", "truncated",
            wrong: #"{"aps": {"alert": {"title": "Hi", "body": "There"}, "badge": 13"#,
            right: #"{"aps": {"alert": {"title": "Hi", "body": "There"}, "badge": 13}}"#),
        ChecklistItem(
            "a file for the Simulator names its app", "bad-simulator-target-bundle",
            wrong: alert(beside: "\"Simulator Target Bundle\": \"\""),
            right: alert(beside: "\"Simulator Target Bundle\": \"com.example.corner\"")),
    ]

    private static func call(_ byteCount: Int) -> String {
        "---\napns-push-type: voip\napns-expiration: 0\n---\n"
            + "{\"caller\": \"\(String(repeating: "x", count: byteCount))\"}"
    }

    // MARK: - Levels

    private static let levels = [
        ChecklistItem(
            "a newsletter is not urgent", "time-sensitive-marketing",
            wrong: alert(
                "\"interruption-level\": \"time-sensitive\"",
                text: #"{"title": "Weekly newsletter", "body": "What we wrote this week"}"#),
            right: alert(
                "\"interruption-level\": \"passive\"",
                text: #"{"title": "Weekly newsletter", "body": "What we wrote this week"}"#)),
        ChecklistItem(
            "an offer is not urgent", "time-sensitive-marketing",
            wrong: alert(
                "\"interruption-level\": \"time-sensitive\"",
                text: #"{"body": "Flash sale: 30% off until midnight"}"#),
            right: alert(
                "\"interruption-level\": \"time-sensitive\"",
                text: #"{"body": "Your driver is here"}"#)),
        ChecklistItem(
            "the capability for time-sensitive", "time-sensitive-without-entitlement",
            wrong: alert("\"interruption-level\": \"time-sensitive\""),
            right: alert("\"interruption-level\": \"active\"")),
        ChecklistItem(
            "critical needs Apple's approval", "critical-needs-approval",
            wrong: alert(
                """
                "interruption-level": "critical",
                "sound": {"critical": 1, "name": "alarm.aiff", "volume": 0.8}
                """),
            right: alert("\"sound\": \"alarm.aiff\"")),
        ChecklistItem(
            "the entitlement for critical alerts", "critical-without-entitlement",
            wrong: alert("\"sound\": {\"critical\": 1, \"name\": \"ding.caf\", \"volume\": 1.0}"),
            right: alert("\"sound\": \"ding.caf\"")),
        ChecklistItem(
            "a critical sound is an object with a volume up to 1", "number-out-of-range",
            wrong: alert("\"sound\": {\"critical\": 1, \"name\": \"a.caf\", \"volume\": 80}"),
            right: alert("\"sound\": {\"critical\": 1, \"name\": \"a.caf\", \"volume\": 0.8}")),
        ChecklistItem(
            "passive makes no sound", "passive-with-sound",
            wrong: alert("\"interruption-level\": \"passive\", \"sound\": \"default\""),
            right: alert("\"interruption-level\": \"passive\"")),
        ChecklistItem(
            "the level is one of four values", "wrong-value",
            wrong: alert("\"interruption-level\": \"timeSensitive\""),
            right: alert("\"interruption-level\": \"time-sensitive\"")),
        ChecklistItem(
            "no priority 10 for a notification that can wait", "passive-with-priority-10",
            wrong: alert("\"interruption-level\": \"passive\"", headers: "apns-priority: 10"),
            right: alert("\"interruption-level\": \"passive\"", headers: "apns-priority: 5")),
    ]

    // MARK: - Background

    private static let silentPushes = [
        ChecklistItem(
            "no alert in a silent push", "background-with-alert",
            wrong: silent("\"alert\": \"New\""), right: silent()),
        ChecklistItem(
            "no sound in a silent push", "background-with-alert",
            wrong: silent("\"sound\": \"default\""), right: silent()),
        ChecklistItem(
            "no badge in a silent push", "background-with-alert",
            wrong: silent("\"badge\": 3"), right: silent()),
        ChecklistItem(
            "no title in a silent push", "alert-key-in-aps",
            wrong: silent("\"title\": \"New\""), right: silent()),
        ChecklistItem(
            "a silent push has content-available", "background-without-content-available",
            wrong: "---\napns-push-type: background\napns-priority: 5\n---\n"
                + "{\"aps\": {}, \"feed\": \"news\"}",
            right: silent()),
        ChecklistItem(
            "content-available with a hyphen", "misspelled-key",
            wrong: #"{"aps": {"content_available": 1}, "feed": "news"}"#,
            right: #"{"aps": {"content-available": 1}, "feed": "news"}"#),
        ChecklistItem(
            "priority 5", "background-priority",
            wrong: silent(headers: "apns-push-type: background\napns-priority: 10"),
            right: silent()),
        ChecklistItem(
            "push type background", "silent-payload-as-alert",
            wrong: silent(headers: "apns-push-type: alert"), right: silent()),
        ChecklistItem(
            "two or three silent pushes an hour", "silent-push-budget", wrong: silent(),
            right: alert()),
        ChecklistItem(
            "the background mode", "background-without-mode",
            wrong: silent(), right: alert()),
    ]

    // MARK: - Live Activities and broadcasts

    private static let activities = [
        ChecklistItem(
            "timestamp is required", "activity-timestamp-missing",
            wrong: "---\ntype: liveactivity\n---\n"
                + #"{"aps": {"event": "update", "content-state": {"step": 2}}}"#,
            right: activity("update")),
        ChecklistItem(
            "times are in seconds", "activity-time-in-milliseconds",
            wrong: activity("update", "\"stale-date\": 1750003600000"),
            right: activity("update", "\"stale-date\": 1750003600")),
        ChecklistItem(
            "the dismissal date is for the event end", "activity-dismissal-outside-end",
            wrong: activity("update", "\"dismissal-date\": 1750007200"),
            right: activity("end", "\"dismissal-date\": 1750007200")),
        ChecklistItem(
            "the stale date is after the timestamp", "activity-stale-from-the-start",
            wrong: activity("update", "\"stale-date\": 1749990000"),
            right: activity("update", "\"stale-date\": 1750003600")),
        ChecklistItem(
            "the topic of a Live Activity", "topic-suffix",
            wrong: activity("update", headers: "apns-topic: com.example.corner"),
            right: activity(
                "update", headers: "apns-topic: com.example.corner.push-type.liveactivity")),
        ChecklistItem(
            "a start has attributes", "activity-attributes-missing",
            wrong: activity("start", #""alert": {"title": "A", "body": "B"}"#),
            right: activity("start", Body.startMembers)),
        ChecklistItem(
            "the content state has the app's property names", "activity-data-missing",
            wrong: start(#"{"Status": "on its way"}"#),
            right: start(#"{"status": "on its way"}"#)),
        ChecklistItem(
            "the budget of priority 10", "activity-update-urgent",
            wrong: activity("update", headers: "apns-priority: 10"),
            right: activity("update", headers: "apns-priority: 5")),
        ChecklistItem(
            "a channel is given by its identifier", "bad-channel-id",
            wrong: broadcast("apns-channel-id: goals of tonight!"),
            right: broadcast("apns-channel-id: dHN0LXNyY2gtY2hubA==")),
        ChecklistItem(
            "broadcasts are for Live Activities only", "broadcast-push-type",
            wrong: "---\napns-channel-id: dHN0LXNyY2gtY2hubA==\napns-push-type: alert\n"
                + "apns-priority: 5\napns-expiration: 0\n---\n" + Body.alert,
            right: broadcast("apns-channel-id: dHN0LXNyY2gtY2hubA==")),
    ]

    private static func start(_ state: String) -> String {
        "---\napns-push-type: liveactivity\n---\n"
            + #"{"aps": {"timestamp": 1750000000, "event": "start", "#
            + #""attributes-type": "DeliveryAttributes", "attributes": {"order": 1}, "#
            + #""alert": {"title": "A", "body": "B"}, "content-state": \#(state)}}"#
    }

    private static func broadcast(_ channel: String) -> String {
        activity("update", headers: channel + "\napns-priority: 5\napns-expiration: 0")
    }

    // MARK: - Extensions

    private static let extensions = [
        ChecklistItem(
            "mutable-content for a picture", "media-without-mutable-content",
            wrong: alert(beside: "\"imageURL\": \"https://example.com/photo.jpg\""),
            right: alert(
                "\"mutable-content\": 1", beside: "\"imageURL\": \"https://example.com/photo.jpg\""
            )),
        ChecklistItem(
            "mutable-content for encrypted content", "cipher-without-mutable-content",
            wrong: alert(beside: "\"encryptedBody\": \"qk1cQJ0hYvZ9n0sS1Vw4m9tPZp3mXy0T\""),
            right: alert(
                "\"mutable-content\": 1",
                beside: "\"encryptedBody\": \"qk1cQJ0hYvZ9n0sS1Vw4m9tPZp3mXy0T\"")),
        ChecklistItem(
            "no extension runs without a text", "mutable-content-without-text",
            wrong: #"{"aps": {"content-available": 1, "mutable-content": 1}}"#,
            right: alert("\"mutable-content\": 1")),
        ChecklistItem(
            "the app has a service extension", "mutable-content-without-extension",
            wrong: alert("\"mutable-content\": 1"), right: alert()),
    ]

    // MARK: - What senders write

    private static let sender = [
        ChecklistItem(
            "a message for another service", "foreign-format",
            wrong: #"{"message": {"token": "x", "notification": {"title": "Hi", "body": "You"}}}"#,
            right: alert()),
        ChecklistItem(
            "a collapse identifier of at most 64 bytes", "collapse-id-too-long",
            wrong: alert(headers: "apns-collapse-id: " + String(repeating: "chat-", count: 14)),
            right: alert(headers: "apns-collapse-id: chat-thread-91")),
        ChecklistItem(
            "expiration in seconds", "expiration-in-milliseconds",
            wrong: alert(headers: "apns-expiration: 1893456000000"),
            right: alert(headers: "apns-expiration: 0")),
        ChecklistItem(
            "the provider token is not stored in a file", "authorization-in-file",
            wrong: alert(headers: "authorization: bearer eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl"),
            right: alert(headers: "apns-push-type: alert")),
    ]
}

/// Choices that are correct for one push but not for all of them.
struct HabitTests {
    private func findings(_ payload: (Int) -> String) -> [String] {
        var folder = FolderLinter()
        for number in 1...12 {
            let source = SourceText(name: "\(number).apns", text: payload(number))
            guard let traits = PayloadLinter().examine(source).traits else { continue }
            folder.add(traits)
        }
        return folder.findings(in: "pushes").map(\.rule)
    }

    @Test func `time-sensitive is found when all notifications have it, not when a few do`() {
        let urgent = "\"interruption-level\": \"time-sensitive\", \"thread-id\": \"a\""
        #expect(findings { _ in alert(urgent) }.contains("mostly-time-sensitive"))
        #expect(
            !findings { alert($0 < 4 ? urgent : "\"thread-id\": \"a\"") }
                .contains("mostly-time-sensitive"))
    }

    @Test func `priority 10 is found when all pushes have it, not when a quarter of them do`() {
        #expect(findings { _ in alert(headers: "priority: 10") }.contains("all-priority-10"))
        #expect(
            !findings { alert(headers: "priority: \($0 < 4 ? 10 : 5)") }
                .contains("all-priority-10"))
    }

    @Test func `a note is given only if no notification has a thread`() {
        #expect(findings { _ in alert() }.contains("no-thread-ids"))
        #expect(
            !findings { alert("\"thread-id\": \"chat-\($0)\"") }.contains("no-thread-ids"))
    }
}
