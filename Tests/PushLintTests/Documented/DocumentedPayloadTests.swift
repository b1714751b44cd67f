// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

/// Every form of payload that Apple's pages show, with texts of our own: none may get an error or
/// a warning.
struct DocumentedPayloadTests {
    /// A form of a payload, with the headers of its push.
    struct Form: Sendable, CustomTestStringConvertible {
        let page: String
        let headers: String
        let payload: String

        init(_ page: String, _ headers: String = "", _ payload: String) {
            self.page = page
            self.headers = headers
            self.payload = payload
        }

        var testDescription: String { "\(page): \(payload.prefix(60))" }

        var text: String { headers.isEmpty ? payload : "---\n\(headers)\n---\n\(payload)" }
    }

    @Test(arguments: notifications + background + activities + others)
    func `a documented payload has no error and no warning, with or without its headers`(
        form: Form
    ) {
        let stated = PayloadFindings(form.text, file: "payload.json")
        #expect(stated.all.filter { $0.severity > .note } == [])
        // Without headers, an empty aps is not known to be a location push.
        guard form.page != "location" else { return }
        let inferred = PayloadFindings(form.payload, file: "payload.json")
        #expect(inferred.all.filter { $0.severity > .note } == [])
    }

    /// "Generating a remote notification" and the pages it links to.
    static let notifications: [Form] = [
        Form("alert as text", "type: alert", #"{"aps": {"alert": "Dinner is ready"}}"#),
        Form(
            "title, subtitle, body and a custom key", "type: alert",
            """
            {
              "aps": {
                "alert": {
                  "title": "Chess tonight", "subtitle": "Five minutes each",
                  "body": "Jo wants to play"
                },
                "category": "GAME_INVITATION"
              },
              "gameID": "4711"
            }
            """),
        Form(
            "badge and sound next to an alert with localization keys", "type: alert",
            """
            {
              "aps": {
                "alert": {"loc-key": "INVITED", "loc-args": ["Jo", "Frankfurt"]},
                "badge": 9, "sound": "bell.aiff"
              },
              "acme1": "bar", "acme2": ["bang", "whiz"], "acme3": {"a": true, "b": 1.5}
            }
            """),
        Form(
            "all localized keys", "type: alert",
            """
            {"aps": {"alert": {
              "title-loc-key": "T", "title-loc-args": ["a"], "subtitle-loc-key": "S",
              "subtitle-loc-args": ["b", "c"], "loc-key": "B", "loc-args": [],
              "launch-image": "Launch.png"
            }}}
            """),
        Form("badge only", "type: alert", #"{"aps": {"badge": 9}}"#),
        Form("badge removed", "type: alert", #"{"aps": {"badge": 0}}"#),
        Form("badge and sound", "type: alert", #"{"aps": {"badge": 9, "sound": "bing.caf"}}"#),
        Form("sound only", "type: alert", #"{"aps": {"sound": "default"}}"#),
        Form(
            "critical sound", "type: alert",
            """
            {"aps": {
              "alert": {"title": "Smoke", "body": "In the kitchen"},
              "sound": {"critical": 1, "name": "siren.aiff", "volume": 1.0},
              "interruption-level": "critical"
            }}
            """),
        Form(
            "critical sound without an interruption level", "type: alert",
            """
            {"aps": {"alert": "Smoke", "sound": {"critical": 1, "name": "default", "volume": 0}}}
            """),
        Form(
            "a sound object that is not critical", "type: alert",
            #"{"aps": {"alert": "Rain", "sound": {"critical": 0, "name": "a.caf"}}}"#),
        Form(
            "levels", "type: alert\npriority: 5",
            #"{"aps": {"alert": "Your week", "interruption-level": "passive"}}"#),
        Form(
            "levels", "type: alert",
            #"{"aps": {"alert": "Hello", "interruption-level": "active"}}"#),
        Form(
            "levels", "type: alert\npriority: 10",
            """
            {"aps": {"alert": "Your taxi is here", "interruption-level": "time-sensitive",
              "relevance-score": 1}}
            """),
        Form("score", "type: alert", #"{"aps": {"alert": "Hello", "relevance-score": 0}}"#),
        Form("score", "type: alert", #"{"aps": {"alert": "Hello", "relevance-score": 0.25}}"#),
        Form(
            "thread, window and filter", "type: alert",
            """
            {"aps": {"alert": "Build failed", "thread-id": "ci", "target-content-id": "ci/44",
              "filter-criteria": "work"}}
            """),
        Form(
            "mutable content", "type: alert",
            """
            {
              "aps": {
                "category": "SECRET", "mutable-content": 1,
                "alert": {"title": "Secret message", "body": "(Encrypted)"}
              },
              "ENCRYPTED_DATA": "U2FsdCBhbmQgcGVwcGVyIGFuZCBwYXByaWth"
            }
            """),
        Form(
            "mutable content with a subtitle only", "type: alert",
            #"{"aps": {"alert": {"title": "", "subtitle": "a"}, "mutable-content": 1}}"#),
        Form(
            "actions", "type: alert",
            """
            {
              "aps": {"category": "MEETING", "alert": {"title": "Weekly staff meeting",
                "body": "Every Tuesday at two"}},
              "MEETING_ID": "123", "USER_ID": "ABCD"
            }
            """),
        Form(
            "alert that also wakes the app", "type: alert",
            #"{"aps": {"alert": "3 new photos", "content-available": 1}, "album": "2026"}"#),
        Form(
            "website push", "topic: web.com.example",
            """
            {"aps": {"alert": {"title": "Flight A998 boards", "body": "Gate B12",
              "action": "View"}, "url-args": ["boarding", "A998"]}}
            """),
        Form(
            "simulator file", "",
            #"{"Simulator Target Bundle": "com.example.app", "aps": {"alert": "Hello"}}"#),
    ]

    /// "Pushing background updates to your App".
    static let background: [Form] = [
        Form(
            "background", "type: background\npriority: 5", #"{"aps": {"content-available": 1}}"#),
        Form(
            "background with custom keys", "type: background\npriority: 5",
            #"{"aps": {"content-available": 1}, "acme1": "bar", "acme2": 42}"#),
    ]

    /// The pages of ActivityKit.
    static let activities: [Form] = [
        Form(
            "update", "type: liveactivity\npriority: 10",
            """
            {"aps": {
              "timestamp": 1685952000, "event": "update",
              "content-state": {"health": 0.79, "hero": "Panda"},
              "alert": {
                "title": {"loc-key": "%@ is knocked down!", "loc-args": ["Panda"]},
                "body": {"loc-key": "Use a potion to heal %@", "loc-args": ["Panda"]},
                "sound": "HeroDown.mp4a.caf"
              }
            }}
            """),
        Form(
            "update with plain texts", "type: liveactivity\npriority: 10",
            """
            {"aps": {
              "timestamp": 1685952000, "event": "update", "content-state": {"minutes": 4},
              "alert": {"title": "Almost there", "body": "4 minutes", "sound": "default"}
            }}
            """),
        Form(
            "update without an alert", "type: liveactivity\npriority: 5",
            """
            {"aps": {"timestamp": 1685952000, "event": "update", "relevance-score": 100,
              "stale-date": 1685956000, "content-state": {"minutes": 4}}}
            """),
        Form(
            "end", "type: liveactivity\npriority: 10",
            """
            {"aps": {"timestamp": 1685952000, "event": "end", "dismissal-date": 1685955600,
              "content-state": {"minutes": 0}}}
            """),
        Form(
            "start", "type: liveactivity\npriority: 10",
            """
            {"aps": {
              "timestamp": 1685952000, "event": "start", "content-state": {"health": 1},
              "attributes-type": "AdventureAttributes", "attributes": {"hero": "Panda"},
              "alert": {"title": {"loc-key": "BEGINS"}, "body": {"loc-key": "TAP"}}
            }}
            """),
        Form(
            "start that requests a token", "type: liveactivity\npriority: 10\nmin-os: 18",
            """
            {"aps": {
              "timestamp": 1685952000, "event": "start", "content-state": {"health": 1},
              "attributes-type": "AdventureAttributes", "attributes": {"hero": "Panda"},
              "input-push-token": 1, "alert": {"title": "Adventure", "body": "It begins"}
            }}
            """),
        Form(
            "start that follows a channel", "type: liveactivity\npriority: 10\nmin-os: 18",
            """
            {"aps": {
              "timestamp": 1685952000, "event": "start", "content-state": {"health": 1},
              "attributes-type": "AdventureAttributes", "attributes": {"hero": "Panda"},
              "input-push-channel": "dHN0LXNyY2gtY2hubA==",
              "alert": {"title": "Adventure", "body": "It begins"}
            }}
            """),
    ]

    /// WidgetKit, PushKit, file providers, device management, locations, Wallet.
    static let others: [Form] = [
        Form("widgets", "type: widgets", #"{"aps": {"content-changed": true}}"#),
        Form("controls", "type: controls", #"{"aps": {"content-changed": true}}"#),
        Form("call", "type: voip\nexpiration: 0", #"{"aps": {}, "handle": "Ada", "id": "7"}"#),
        Form("call without aps", "type: voip\nexpiration: 0", #"{"handle": "Ada"}"#),
        Form(
            "Push to Talk", "type: pushtotalk\npriority: 10\nexpiration: 0",
            #"{"aps": {}, "activeSpeaker": "Ada"}"#),
        Form("location", "type: location\npriority: 10", #"{"aps": {}}"#),
        Form(
            "file provider", "type: fileprovider",
            #"{"container-identifier": "NSFileProviderWorkingSetContainerItemIdentifier"}"#),
        Form("device management", "type: mdm", #"{"mdm": "9A9E1A47-0C8D-4B36-9D24-1F3E7C4D"}"#),
        Form("complication", "type: complication", #"{"aps": {}, "score": "2:1"}"#),
        Form("wallet", "", "{}"),
    ]
}
