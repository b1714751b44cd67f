// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

/// `aps` itself, and bodies that are not payloads.
struct EnvelopeRuleTests {
    @Test(arguments: [
        ("{}", "type: alert", ["aps-missing"]),
        (#"{"order": 1}"#, "type: background", ["aps-missing"]),
        (#"{"order": 1}"#, "type: liveactivity", ["aps-missing"]),
        (#"{"content-available": 1}"#, "type: background", []),
        (#"{"order": 1}"#, "type: voip", []),
        (#"{"mdm": "1"}"#, "type: mdm", []),
        (#"{"container-identifier": "a", "domain": "b"}"#, "type: fileprovider", []),
        (#"{"speaker": "Ada"}"#, "type: pushtotalk", []),
        (#"{"a": 1}"#, "type: complication", []),
        (#"{"aps": []}"#, "type: alert", ["aps-not-object"]),
        (#"{"aps": "Hello"}"#, "type: alert", ["aps-not-object"]),
        (#"{"aps": null}"#, "type: voip", ["aps-not-object"]),
        (#"{"aps": {}}"#, "type: alert", ["empty-aps"]),
    ])
    func `aps is required, except for push types such as voip and mdm`(
        payload: String, header: String, rules: [String]
    ) {
        let mine: Set = [
            "aps-missing", "aps-not-object", "empty-aps", "nothing-to-do", "nothing-to-show",
        ]
        #expect(PayloadFindings(payload, header).rules.filter(mine.contains) == rules)
    }

    @Test(arguments: [
        ("{}", ["nothing-to-do"]), (#"{"aps": {}}"#, ["nothing-to-show"]),
        (#"{"content_available": 1, "order": 1}"#, ["key-outside-aps"]),
        (#"{"mutableContent": true}"#, ["key-outside-aps"]),
        (#"{"aps": {}, "a": 1}"#, ["nothing-to-do"]),
        (#"{"call": 1}"#, ["nothing-to-do"]),
        (#"{"title": "a", "body": "b", "call": 1}"#, ["nothing-to-do"]),
        (#"{"mdm": "1"}"#, []), (#"{"container-identifier": "a"}"#, []),
        (#"{"aps": {"content-changed": true}}"#, []),
        (#"{"aps": {"category": "A"}}"#, ["nothing-to-show"]),
        (#"{"aps": {"mutable-content": 0}}"#, ["nothing-to-show"]),
        (#"{"aps": {"mutable-content": 1}}"#, ["mutable-content-without-text"]),
        (#"{"aps": {"badge": 0}}"#, []), (#"{"aps": {"sound": "default"}}"#, []),
        (#"{"aps": {"content-available": 1}}"#, []),
    ])
    func `without a push type, only certain problems are reported`(payload: String, rules: [String])
    {
        #expect(PayloadFindings(payload, file: "payload.json").rulesOfPayload == rules)
    }

    @Test(arguments: [
        ("{}", ["aps-missing"]), (#"{"order": 1}"#, ["aps-missing"]),
        (#"{"Simulator Target Bundle": "a.b", "order": 1}"#, ["aps-missing"]),
        (#"{"content_available": 1}"#, ["key-outside-aps"]),
        (#"{"apn": {"alert": "Hi"}}"#, ["apn-for-aps"]),
        (#"{"alert": "Hi", "badge": 1}"#, ["key-outside-aps"]),
        (#"{"mdm": "1"}"#, []), (#"{"container-identifier": "a"}"#, []),
        (#"{"aps": {}}"#, ["nothing-to-show"]),
    ])
    func `a file for the Simulator needs aps`(payload: String, rules: [String]) {
        let findings = PayloadFindings(payload, file: "hello.APNS")
        #expect(findings.rules == rules)
        #expect(findings.of("aps-missing").allSatisfy { $0.severity == .error })
    }

    @Test func `the empty object is valid for a wallet pass`() {
        for headers in [["topic: pass.com.example"], ["topic: pass.com.example", "type: alert"]] {
            let text = "---\n\(headers.joined(separator: "\n"))\n---\n{}"
            #expect(PayloadFindings(text).of("aps-missing") == [])
            #expect(PayloadFindings(text).of("nothing-to-do") == [])
        }
    }

    @Test(arguments: [
        #"{"to": "abc:APA91bH", "notification": {"title": "a", "body": "b"}}"#,
        #"{"to": "/topics/news", "data": {"a": 1}, "content_available": true}"#,
        #"{"registration_ids": ["a", "b"], "notification": {"title": "a"}, "priority": "high"}"#,
        #"{"message": {"fid": "fGQ8bKAkQ2mZ7cXv0JdT1w", "data": {"a": "b"}}}"#,
        #"{"fid": "fGQ8bKAkQ2mZ7cXv0JdT1w", "data": {"a": "b"}}"#,
        #"{"message": {"token": "abc", "notification": {"title": "a", "body": "b"}}}"#,
        #"{"message": {"topic": "news", "apns": {"payload": {"aps": {"alert": "a"}}}}}"#,
        #"{"message": {"notification": {"body": "a"}, "apns": {"headers": {}}}}"#,
        #"{"notification": {"title": "a", "body": "b"}, "content_available": true}"#,
        #"{"app_id": "a", "contents": {"en": "b"}, "included_segments": ["All"]}"#,
        #"{"to": "ExponentPushToken[abc]", "title": "a", "body": "b"}"#,
        #"{"default": "a", "APNS": "{\"aps\":{\"alert\":\"a\"}}"}"#,
        #"{"audience": "all", "device_types": ["ios"], "notification": {"alert": "a"}}"#,
        #"{"payload": {"aps": {"alert": "a", "badge": "3"}}}"#,
        #"{"apns": {"payload": {"aps": {"alert": "a"}}}}"#,
        #"{"message": {"apns": {"payload": {"aps": {"alert": "a"}}}}}"#,
        #"{"validate_only": true, "message": {"notification": {"title": "a"}}}"#,
        #"{"message": {"condition": "'a' in topics", "data": {"a": "1"}}}"#,
        #"{"to": "abc", "content_available": true, "data": {"a": "1"}}"#,
        #"{"token": "abc", "data": {"a": "1"}, "android": {"priority": "high"}}"#,
        #"{"tokens": ["a", "b"], "data": {"a": "1"}, "apns": {"payload": {}}}"#,
        #"{"message": {"alert": "a", "apns": {"title": "b"}}, "criteria": {}}"#,
        #"{"notifications": [{"tokens": ["a"], "platform": 1, "message": "b"}]}"#,
    ])
    func `a request to another service has one finding`(payload: String) {
        let findings = PayloadFindings(payload)
        #expect(findings.all.map(\.rule) == ["foreign-format"])
    }

    @Test(arguments: [
        #"{"aps": {"alert": "a"}, "notification": {"title": "a", "body": "b"}, "to": "Ada"}"#,
        #"{"aps": {"alert": "a"}, "message": {"token": "abc", "notification": {}}}"#,
        #"{"message": {"text": "Hello", "from": "Ada"}}"#,
        #"{"to": "Ada", "from": "Jo", "data": {"room": "1"}}"#,
        #"{"notification": "a", "message": "b", "token": "c", "data": {}}"#,
        #"{"app_id": "a", "room": "b"}"#, #"{"payload": {"aps": 1}}"#,
        #"{"notifications": [{"title": "a"}]}"#, #"{"topic": "a", "room": "b", "data": {}}"#,
        #"{"message": {"data": {"a": "1"}}}"#, #"{"token": {"a": 1}, "data": {}}"#,
    ])
    func `custom keys of an app are not taken for a request to another service`(payload: String) {
        #expect(PayloadFindings(payload).of("foreign-format") == [])
    }

    @Test(arguments: [
        (
            #"{"to": "/topics/", "notification": {"title": "a", "body": "b"}, "data": {"k": "v"}}"#,
            #"{"aps": {"alert": {"title": "a", "body": "b"}}, "k": "v"}"#
        ),
        (
            #"{"message": {"token": "t", "notification": {"title": "a"}, "android": {}}}"#,
            #"{"aps": {"alert": {"title": "a"}}}"#
        ),
        (
            #"{"message": {"apns": {"payload": {"aps": {"alert": "mine"}}}, "data": {}}}"#,
            #"{"aps": {"alert": "mine"}}"#
        ),
        (
            #"{"to": "t:APA91b", "content_available": true, "data": {"k": "v"}}"#,
            #"{"aps": {"content-available": 1}, "k": "v"}"#
        ),
        (
            #"{"registration_ids": ["t"], "notification": {"body": "a", "badge": "3"}}"#,
            #"{"aps": {"alert": {"body": "a"}, "badge": 3}}"#
        ),
    ])
    func `an FCM request in an apns file is converted into a payload`(
        request: String, payload: String
    ) throws {
        let finding = try #require(
            PayloadFindings(request, file: "push.apns").of("foreign-format").first)
        let fix = try #require(finding.fix)
        let (text, count) = TextFix.apply([fix], to: Array(request.utf8))
        #expect(count == 1)
        #expect(try JSONReader.read(text).value == JSONReader.read(payload.utf8).value)
        let after = PayloadFindings(String(decoding: text, as: UTF8.self), file: "push.apns")
        #expect(after.of("foreign-format") == [])
    }

    @Test func `the headers of an FCM request become front matter`() throws {
        let request =
            #"{"message": {"token": "t", "notification": {"title": "a"}, "#
            + #""apns": {"headers": {"apns-priority": "5", "apns-collapse-id": "x"}}}}"#
        let finding = try #require(
            PayloadFindings(request, file: "push.apns").of("foreign-format").first)
        let (text, _) = TextFix.apply([try #require(finding.fix)], to: Array(request.utf8))
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").prefix(4)
        #expect(
            lines.map(String.init) == ["---", "apns-priority: 5", "apns-collapse-id: x", "---"])
    }

    @Test(arguments: [
        ("message.json", #"{"message": {"token": "t", "notification": {"title": "a"}}}"#),
        ("push.apns", #"{"message": {"token": "t", "data": {"k": "v"}}}"#),
        ("push.apns", #"{"app_id": "a", "contents": {"en": "b"}, "included_segments": ["All"]}"#),
    ])
    func `a request in a JSON file, without a text, or to another service is not converted`(
        file: String, request: String
    ) {
        let findings = PayloadFindings(request, file: file).of("foreign-format")
        #expect(findings.count == 1)
        #expect(findings.allSatisfy { $0.fix == nil })
    }
}
