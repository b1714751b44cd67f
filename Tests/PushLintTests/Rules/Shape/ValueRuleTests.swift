// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

/// Types and values of keys.
struct ValueRuleTests {
    @Test(arguments: [
        (#"{"aps": {"alert": "a", "badge": "3"}}"#, "aps.badge"),
        (#"{"aps": {"alert": "a", "badge": "Increment"}}"#, "aps.badge"),
        (#"{"aps": {"alert": "a", "badge": true}}"#, "aps.badge"),
        (#"{"aps": {"alert": 5}}"#, "aps.alert"),
        (#"{"aps": {"alert": ["a", "b"]}}"#, "aps.alert"),
        (#"{"aps": {"alert": "a", "category": 7}}"#, "aps.category"),
        (#"{"aps": {"alert": "a", "thread-id": 12}}"#, "aps.thread-id"),
        (#"{"aps": {"content-available": "1"}}"#, "aps.content-available"),
        (#"{"aps": {"alert": "a", "mutable-content": "true"}}"#, "aps.mutable-content"),
        (#"{"aps": {"alert": {"title": 1}}}"#, "aps.alert.title"),
        (#"{"aps": {"alert": {"title": {"loc-key": "A"}}}}"#, "aps.alert.title"),
        (#"{"aps": {"alert": {"loc-key": "A", "loc-args": "b"}}}"#, "aps.alert.loc-args"),
        (#"{"aps": {"alert": {"loc-key": "A", "loc-args": ["b", 3]}}}"#, "aps.alert.loc-args[1]"),
        (#"{"aps": {"alert": "a", "sound": true}}"#, "aps.sound"),
        (#"{"aps": {"alert": "a", "relevance-score": "0.5"}}"#, "aps.relevance-score"),
        (#"{"aps": {"alert": "a", "interruption-level": 2}}"#, "aps.interruption-level"),
        (#"{"aps": {"content-changed": "true"}}"#, "aps.content-changed"),
        (
            #"{"aps": {"event": "update", "timestamp": 1750000000, "content-state": []}}"#,
            "aps.content-state"
        ),
        (
            #"{"aps": {"event": "update", "timestamp": "now", "content-state": {}}}"#,
            "aps.timestamp"
        ),
    ])
    func `a value of the wrong type is an error at its path`(payload: String, path: String) {
        let findings = PayloadFindings(payload)
        #expect(findings.keyPaths("wrong-type") == [path])
    }

    @Test(arguments: [
        (#"{"aps": {"alert": "a", "badge": "3"}}"#, #"{"aps": {"alert": "a", "badge": 3}}"#),
        (#"{"aps": {"content-available": "1"}}"#, #"{"aps": {"content-available": 1}}"#),
        (
            #"{"aps": {"alert": "a", "mutable-content": true}}"#,
            #"{"aps": {"alert": "a", "mutable-content": 1}}"#
        ),
        (
            #"{"aps": {"alert": "a", "mutable_content": 1}}"#,
            #"{"aps": {"alert": "a", "mutable-content": 1}}"#
        ),
        (
            #"{"aps": {"alert": "a", "interruption-level": "timeSensitive"}}"#,
            #"{"aps": {"alert": "a", "interruption-level": "time-sensitive"}}"#
        ),
        (#"{"aps": {"alert": "a", "badge": null}}"#, #"{"aps": {"alert": "a"}}"#),
        (#"{"aps": {"badge": null, "alert": "a"}}"#, #"{"aps": {"alert": "a"}}"#),
        (#"{"aps": {"sound": null}}"#, #"{"aps": {}}"#),
        // Two keys with the same meaning: a person must choose.
        (
            #"{"aps": {"alert": "a", "thread-id": "b", "thread_id": "c"}}"#,
            #"{"aps": {"alert": "a", "thread-id": "b", "thread_id": "c"}}"#
        ),
        (#"{"aps": {"alert": "a", "badge": "+1"}}"#, #"{"aps": {"alert": "a", "badge": "+1"}}"#),
    ])
    func `a value is fixed only if its meaning is certain`(payload: String, fixed: String) {
        #expect(PayloadFindings(payload).fixed == fixed)
    }

    @Test(arguments: [
        (#"{"aps": {"alert": "a", "content-available": true}}"#, ["boolean-for-number"]),
        (#"{"aps": {"alert": "a", "mutable-content": false}}"#, ["boolean-for-number"]),
        (#"{"aps": {"content-available": 2}}"#, ["wrong-value"]),
        (#"{"aps": {"alert": "a", "mutable-content": 0.5}}"#, ["wrong-value"]),
        (#"{"aps": {"alert": "a", "interruption-level": "urgent"}}"#, ["wrong-value"]),
        (#"{"aps": {"alert": "a", "interruption-level": "Active"}}"#, ["wrong-value"]),
        (#"{"aps": {"alert": "a", "badge": -1}}"#, ["number-out-of-range"]),
        (#"{"aps": {"alert": "a", "badge": 1.5}}"#, ["number-out-of-range"]),
        (#"{"aps": {"alert": "a", "relevance-score": 1.01}}"#, ["number-out-of-range"]),
        (#"{"aps": {"alert": "a", "relevance-score": -0.1}}"#, ["number-out-of-range"]),
        (
            #"{"aps": {"alert": "a", "sound": {"critical": 0, "name": "a.caf", "volume": 1.5}}}"#,
            ["number-out-of-range"]
        ),
        (
            #"{"aps": {"alert": "a", "sound": {"critical": 2, "name": "a.caf", "volume": 1}}}"#,
            ["wrong-value"]
        ),
        (#"{"aps": {"alert": "a", "thread-id": null}}"#, ["null-value"]),
        // Everyday words, outside of a Live Activity.
        (#"{"aps": {"alert": "a", "event": "message", "attributes": []}}"#, []),
        // The limits of the ranges, and numbers in other notations.
        (#"{"aps": {"alert": "a", "badge": 0, "relevance-score": 0}}"#, []),
        (#"{"aps": {"alert": "a", "badge": 3.0, "relevance-score": 1.0}}"#, []),
        (#"{"aps": {"alert": "a", "badge": 1e2, "mutable-content": 1.0}}"#, []),
        (#"{"aps": {"alert": "a", "mutable-content": 0, "content-available": 0}}"#, []),
        (#"{"aps": {"alert": "a"}, "nothing": null, "list": [null]}"#, []),
    ])
    func `only documented values are valid`(payload: String, rules: [String]) {
        #expect(PayloadFindings(payload).faults == rules)
    }

    @Test func `a Live Activity may have any relevance score`() {
        let payload = """
            {"aps": {"timestamp": 1750000000, "event": "update", "content-state": {"a": 1},
              "relevance-score": 75}}
            """
        #expect(!PayloadFindings(payload).rules.contains("number-out-of-range"))
        #expect(!PayloadFindings(payload, "type: liveactivity").rules.contains("wrong-type"))
    }

    @Test func `the remedy for an unknown event is the most similar event`() {
        let payload = """
            {"aps": {"timestamp": 1750000000, "event": "updated", "content-state": {"a": 1}}}
            """
        let finding = PayloadFindings(payload).of("wrong-value").first
        #expect(finding?.remedy == "write \"update\"")
    }

    @Test(arguments: [("13.1", 3), ("15", 1), ("15.4", 1), ("16", 0), ("26", 0)])
    func `the system versions of keys are compared with the minimum version`(
        minimum: String, count: Int
    ) {
        let payload = """
            {"aps": {"alert": "a", "interruption-level": "active", "relevance-score": 0.5,
              "filter-criteria": "work"}}
            """
        #expect(
            PayloadFindings(payload, "min-os: \(minimum)").of("key-needs-newer-system").count
                == count)
        #expect(PayloadFindings(payload).all == [])
    }

    @Test func `a long value is shortened in the message`() {
        let secret = "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz"
        let findings = PayloadFindings(
            #"{"aps": {"alert": "a", "interruption-level": "\#(secret)", "\#(secret)": 1}}"#)
        #expect(findings.all.count >= 2)
        #expect(findings.all.allSatisfy { !$0.description.contains(secret) })
    }
}
