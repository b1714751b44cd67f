// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

/// Misspelled, misplaced and unknown keys: the payload, the rule, and the path of the finding.
struct KeySpellingRuleTests {
    @Test(arguments: [
        (#"{"aps": {"alert": "a", "content_available": 1}}"#, "aps.content_available"),
        (#"{"aps": {"alert": "a", "contentAvailable": 1}}"#, "aps.contentAvailable"),
        (#"{"aps": {"alert": "a", "mutableContent": 1}}"#, "aps.mutableContent"),
        (#"{"aps": {"alert": "a", "mutable-contents": 1}}"#, "aps.mutable-contents"),
        (#"{"aps": {"Alert": "a"}}"#, "aps.Alert"),
        (#"{"aps": {"alerts": "a"}}"#, "aps.alerts"),
        (#"{"aps": {"alert": {"titel": "a", "body": "b"}}}"#, "aps.alert.titel"),
        (#"{"aps": {"alert": {"Title": "a", "body": "b"}}}"#, "aps.alert.Title"),
        (#"{"aps": {"alert": {"title": "a", "sub_title": "b"}}}"#, "aps.alert.sub_title"),
        (#"{"aps": {"alert": {"title_loc_key": "A"}}}"#, "aps.alert.title_loc_key"),
        (#"{"aps": {"alert": {"loc_args": ["A"], "loc-key": "B"}}}"#, "aps.alert.loc_args"),
        (#"{"aps": {"alert": "a", "thread_id": "t"}}"#, "aps.thread_id"),
        (#"{"aps": {"alert": "a", "threadIdentifier": "t"}}"#, "aps.threadIdentifier"),
        (#"{"aps": {"alert": "a", "categoryIdentifier": "t"}}"#, "aps.categoryIdentifier"),
        (#"{"aps": {"alert": "a", "interruption_level": "active"}}"#, "aps.interruption_level"),
        (#"{"aps": {"alert": "a", "relevence-score": 0.5}}"#, "aps.relevence-score"),
        (#"{"aps": {"alert": "a", "sounds": "default"}}"#, "aps.sounds"),
        (#"{"aps": {"alert": "a", "bagde": 1}}"#, "aps.bagde"),
        (
            #"{"aps": {"alert": "a", "sound": {"critical": 1, "name": "default", "volumn": 1}}}"#,
            "aps.sound.volumn"
        ),
        (#"{"APS": {"alert": "a"}}"#, "APS"),
        (
            #"{"aps": {"event": "update", "contentState": {}, "timestamp": 1750000000}}"#,
            "aps.contentState"
        ),
    ])
    func `a misspelled key is an error at the path of the key`(
        payload: String, path: String
    ) {
        let findings = PayloadFindings(payload)
        #expect(findings.keyPaths("misspelled-key") == [path])
        #expect(findings.of("misspelled-key").allSatisfy { $0.severity == .error })
        // One typing error causes one finding: the key is not also reported as unknown or missing.
        #expect(!findings.rules.contains("unknown-aps-key"))
        #expect(!findings.rules.contains("empty-alert"))
        #expect(!findings.rules.contains("nothing-to-show"))
        #expect(!findings.rules.contains("nothing-to-do"))
        #expect(!PayloadFindings(findings.fixed).rules.contains("misspelled-key"))
    }

    @Test(arguments: [
        ("apns-priority", "send the value as the header apns-priority"),
        ("collapse_id", "send the value as the header apns-collapse-id"),
        ("expiration", "send the value as the header apns-expiration"),
        ("id", "move the key out of aps, to the top level of the payload"),
        ("order", "move the key out of aps, to the top level of the payload"),
    ])
    func `the remedy for a header or a custom key inside aps is to move it`(
        key: String, remedy: String
    ) {
        let found = PayloadFindings(#"{"aps": {"alert": "a", "\#(key)": "1"}}"#)
        #expect(found.of("unknown-aps-key").map(\.remedy) == [remedy])
    }

    @Test(arguments: [
        // Words that are not misspellings of a key.
        (#"{"aps": {"alert": "a", "orderId": 1}}"#, ["unknown-aps-key"]),
        (#"{"aps": {"alert": "a", "round": 1}}"#, ["unknown-aps-key"]),
        (#"{"aps": {"alert": "a", "events": []}}"#, ["unknown-aps-key"]),
        (#"{"aps": {"alert": "a", "attribute": "x"}}"#, ["unknown-aps-key"]),
        (#"{"aps": {"alert": {"title": "a", "tile": "b"}}}"#, ["unknown-aps-key"]),
        (#"{"aps": {"alert": "a", "image-url": "x"}}"#, ["unknown-aps-key"]),
        (#"{"aps": {"alert": {"body": "a", "message": "b"}}}"#, ["unknown-aps-key"]),
        (#"{"aps": {"alert": "a", "name": "b"}}"#, ["unknown-aps-key"]),
        // Next to aps every key is custom.
        (#"{"aps": {"alert": "a"}, "titel": "a", "bagde": 2, "thread_id": "a"}"#, []),
        (#"{"aps": {"alert": "a"}, "title": "a", "body": "b", "sound": "x", "badge": "y"}"#, []),
        (#"{"aps": {"alert": "a"}, "alert": {"title": "a"}, "category": 7, "event": []}"#, []),
        (#"{"aps": {"alert": "a", "thread-id": "t"}, "thread-id": "t"}"#, []),
        (#"{"aps": {"alert": "a"}, "to": "Ada", "notification": {"title": "b"}}"#, []),
        (#"{"aps": {"alert": "a"}, "gcm.message_id": "1", "google.c.a.e": "1"}"#, []),
        (#"{"aps": {"alert": "a"}, "custom": {"a": {"u": "x"}, "i": "y"}, "att": {}}"#, []),
    ])
    func `a key that is only similar, or next to aps, is not a misspelling`(
        payload: String, rules: [String]
    ) {
        #expect(PayloadFindings(payload).faults == rules)
    }

    @Test(arguments: [
        (#"{"aps": {"title": "a", "body": "b"}}"#, ["alert-key-in-aps"], "aps.title"),
        (#"{"aps": {"alert": "x", "title": "a"}}"#, ["alert-key-in-aps"], "aps.title"),
        (#"{"aps": {"alert": "x", "loc-key": "A"}}"#, ["alert-key-in-aps"], "aps.loc-key"),
        (#"{"aps": {"alert": "x", "titleLocKey": "A"}}"#, ["alert-key-in-aps"], "aps.titleLocKey"),
        (
            #"{"aps": {"alert": {"title": "x", "badge": 1}}}"#, ["misplaced-key"],
            "aps.alert.badge"
        ),
        (
            #"{"aps": {"alert": {"title": "x", "sound": "default"}}}"#, ["misplaced-key"],
            "aps.alert.sound"
        ),
        (
            #"{"aps": {"alert": {"title": "x", "interruption-level": "active"}}}"#,
            ["misplaced-key"], "aps.alert.interruption-level"
        ),
        (#"{"aps": {"alert": "x", "volume": 1}}"#, ["misplaced-key"], "aps.volume"),
        (#"{"aps": {"alert": "x", "critical": 1}}"#, ["misplaced-key"], "aps.critical"),
        (#"{"aps": {"aps": {"alert": "x"}}}"#, ["misplaced-key"], "aps.aps"),
    ])
    func `a key in the wrong object is found`(
        payload: String, rules: [String], path: String
    ) {
        let findings = PayloadFindings(payload)
        #expect(findings.faults == rules)
        #expect(findings.keyPaths(rules[0]).first == path)
    }

    @Test(arguments: [
        (#"{"aps": {"alert": {"title": "a"}}, "mutable-content": 1}"#, "key-outside-aps"),
        (#"{"aps": {"alert": "a"}, "thread-id": "t"}"#, "key-outside-aps"),
        (#"{"aps": {}, "content-available": 1}"#, "key-outside-aps"),
        (#"{"alert": "a", "sound": "default"}"#, "key-outside-aps"),
        (#"{"title": "a", "body": "b", "badge": 1}"#, "key-outside-aps"),
        (#"{"alert": {"title": "a", "body": "b"}}"#, "key-outside-aps"),
        (#"{"aps": {}, "alert": {"title-loc-key": "A"}}"#, "key-outside-aps"),
        (#"{"aps": {"alert": "a"}, "content_available": true}"#, "lookalike-custom-key"),
        (#"{"aps": {"alert": "a"}, "mutableContent": 1}"#, "lookalike-custom-key"),
        (#"{"aps": {"alert": "a"}, "interruption_level": "active"}"#, "lookalike-custom-key"),
    ])
    func `an Apple key that is next to aps instead of inside it is found`(
        payload: String, rule: String
    ) {
        #expect(PayloadFindings(payload).faults == [rule])
    }

    @Test(arguments: [
        (#"{"alert": "a", "sound": "default"}"#, "type: voip"),
        (#"{"alert": {"title": "a"}, "content-available": 1}"#, "type: voip"),
        (#"{"thread-id": "a", "mutable_content": 1}"#, "type: pushtotalk"),
        (#"{"aps": {"alert": 5, "whatever": 1, "Badge": "2"}}"#, "type: voip"),
        (#"{"call": {"aps": {"alert": "x"}}}"#, "type: voip"),
    ])
    func `the rules of aps do not apply to pushes that only the app's code reads`(
        payload: String, header: String
    ) {
        #expect(PayloadFindings(payload, header).faults == [])
    }

    @Test func `a deprecated key is recognized in any spelling and any object`() {
        let findings = PayloadFindings(
            """
            {"aps": {"alert": {"title": "a", "summaryArg": "b", "action-loc-key": "PLAY"},
              "summary-arg-count": 2}}
            """)
        #expect(findings.faults == ["deprecated-key"])
        #expect(findings.of("deprecated-key").count == 3)
        // Adjacent members are removed one after the other.
        let once = PayloadFindings(findings.fixed)
        #expect(once.of("deprecated-key").count == 1)
        #expect(PayloadFindings(once.fixed).all == [])
    }
}
