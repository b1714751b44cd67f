// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing
import Workbench

/// What a payload becomes on each platform.
@Suite(.timeLimit(.minutes(30)))
struct PlatformPreviewTests {
    private func preview(_ text: String) throws -> PlatformPreview {
        try PlatformPreview(
            of: PushFile(reading: SourceText(name: "a.apns", text: text)),
            navigate: "https://example.com/trips", now: 1_800_000_000)
    }

    @Test func `an alert becomes a message for each platform`() throws {
        let preview = try preview(
            """
            ---
            collapse-id: trip-1
            expiration: 1800003600
            ---
            {"aps": {"alert": {"title": "Train", "subtitle": "late", "body": "5 min"}, "badge": 2,
              "relevance-score": 1, "mutable-content": 1}, "trip": 7}
            """)
        #expect(preview.isComplete)
        let (apns, fcm, web) = (preview.parts[0], preview.parts[1], preview.parts[2])
        #expect(preview.parts.map(\.transport) == [.apns, .fcm, .webPush])
        #expect(apns.lost == [])
        #expect(apns.byteCountMax == 4096)
        #expect(apns.mapped.contains("relevance-score"))
        #expect(fcm.lost == ["alert.subtitle", "relevance-score"])
        #expect(fcm.mapped == ["alert.body", "alert.title", "badge", "trip"])
        #expect(fcm.message?["data"] == ["trip": "7"])
        #expect(fcm.message?["android"]?.objectValue?["ttl"] == "3600s")
        #expect(fcm.byteCount == "titleTrainbody5 mintrip7".utf8.count)
        #expect(web.lost == ["alert.subtitle", "relevance-score"])
        #expect(web.options == ["ttl: 3600", "urgency: normal", "topic: trip-1"])
        let navigate = web.message?["notification"]?.objectValue?["navigate"]
        #expect(navigate == "https://example.com/trips")
        #expect(web.byteCountMax == 3993)
    }

    @Test func `a silent payload reaches Android as data and no browser`() throws {
        let preview = try preview(#"{"aps": {"content-available": 1}, "id": "7"}"#)
        #expect(!preview.isComplete)
        #expect(preview.parts[0].options.first == "apns-push-type: background")
        #expect(preview.parts[1].problem == nil)
        #expect(preview.parts[1].notes.count == 1)
        #expect(preview.parts[2].problem?.contains("browsers do not permit messages") ?? false)
        let empty = try self.preview(#"{"aps": {"content-available": 1}}"#)
        #expect(empty.parts[1].problem?.contains("nothing for Android") ?? false)
    }

    @Test func `a payload that is too large for Web Push is reported with its size and the limit`()
        throws
    {
        let body = String(repeating: "x", count: 4050)
        let preview = try preview(#"{"aps":{"alert":"\#(body)"}}"#)
        #expect(preview.parts[0].problem == nil)
        #expect(preview.parts[1].problem == nil)
        #expect(preview.parts[1].byteCount == 4054)
        #expect(preview.parts[2].problem?.contains("3993") ?? false)
        let text = preview.text(width: nil) { word, _ in word }
        #expect(text.contains("Web Push  \(preview.parts[2].byteCount) of 3993 bytes: "))
        let json = preview.json()["platforms"]?.arrayValue ?? []
        #expect(json.map { $0.objectValue?["can_be_sent"] } == [true, true, false])
        #expect(json[2].objectValue?["transport"] == "web_push")
    }

    @Test func `the problem with a key that FCM reserves names the key`() throws {
        let preview = try preview(#"{"aps":{"alert":"a"},"from":"me"}"#)
        #expect(preview.parts[1].problem?.contains("message.data.from") ?? false)
    }
}
