// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import PushLint

/// Titles, bodies and the keys of their translations.
struct TextRuleTests {
    @Test(arguments: [
        (#"{"aps": {"alert": ""}}"#, ["empty-alert"]),
        (#"{"aps": {"alert": "  \n"}}"#, ["empty-alert"]),
        (#"{"aps": {"alert": {}}}"#, ["empty-alert"]),
        (#"{"aps": {"alert": {"title": "", "body": " "}}}"#, ["empty-alert"]),
        (#"{"aps": {"alert": {"launch-image": "Launch"}}}"#, ["empty-alert"]),
        (#"{"aps": {"alert": "{\"title\": \"a\", \"body\": \"b\"}"}}"#, ["alert-is-json"]),
        (
            #"{"aps": {"alert": {"title": "a", "body": " {\"loc-key\": \"b\"}"}}}"#,
            ["alert-is-json"]
        ),
        (#"{"aps": {"alert": "{\"room\": \"a\"}", "mutable-content": 1}}"#, []),
        (#"{"aps": {"alert": "{title} is here"}}"#, ["placeholder-in-text"]),
        (#"{"aps": {"alert": {"message": "a"}}}"#, ["empty-alert", "unknown-aps-key"]),
        (#"{"aps": {"alert": {"title": "a", "loc-key": ""}}}"#, ["loc-key-empty"]),
        (#"{"aps": {"alert": {"body": "a", "loc-args": ["b"]}}}"#, ["loc-args-without-key"]),
        (
            #"{"aps": {"alert": {"loc-key": "A", "title-loc-args": ["b"]}}}"#,
            ["loc-args-without-key"]
        ),
        (#"{"aps": {"alert": {"loc-key": "%@ and %@", "loc-args": ["b"]}}}"#, ["loc-args-count"]),
        (#"{"aps": {"alert": {"title-loc-key": "%@ called"}}}"#, ["loc-args-count"]),
        (
            #"{"aps": {"alert": {"title": "a", "launch-image": "https://example.com/a.png"}}}"#,
            ["launch-image-not-a-name"]
        ),
        (#"{"aps": {"alert": {"body": "a", "loc-args": []}}}"#, []),
        (#"{"aps": {"alert": {"loc-key": "GREETING", "loc-args": ["a", "b"]}}}"#, []),
        (#"{"aps": {"alert": {"loc-key": "100%% of %@", "loc-args": ["a"]}}}"#, []),
        (#"{"aps": {"alert": {"loc-key": "%2$@, %1$@", "loc-args": ["a", "b"]}}}"#, []),
        (#"{"aps": {"alert": {"subtitle": "a"}}}"#, []),
        (#"{"aps": {"alert": {"title": "a", "launch-image": "Launch.png"}}}"#, []),
    ])
    func `texts and localization keys are checked`(payload: String, rules: [String]) {
        #expect(PayloadFindings(payload).faults == rules)
    }

    @Test(arguments: [
        (#"{"aps": {"alert": {"title": "", "body": "a"}}}"#, ["empty-text"]),
        (#"{"aps": {"alert": {"title": "a", "title-loc-key": "A"}}}"#, ["text-and-loc-key"]),
        (#"{"aps": {"alert": {"body": "a", "loc-key": "A"}}}"#, ["text-and-loc-key"]),
        (#"{"aps": {"alert": {"subtitle": "a", "body": "b"}}}"#, ["subtitle-without-title"]),
        (#"{"aps": {"alert": {"subtitle": "a", "title-loc-key": "T"}}}"#, []),
        (#"{"aps": {"alert": {"title": "a", "loc-key": "A"}}}"#, []),
    ])
    func `harmless peculiarities of texts are notes`(payload: String, rules: [String]) {
        let findings = PayloadFindings(payload)
        #expect(findings.rules == rules)
        #expect(findings.faults == [])
    }

    @Test(arguments: [
        "Hello {{name}}", "Hello {{ user.first_name }}!", "Hi ${name}", "#{count} new", "%@ called",
        "You have %d messages", "%1$@ likes %2$@", "Dear %s", "[object Object]", "(null) called",
        "undefined", "null", "Hello undefined", "Hi null!", "undefined sent you a photo",
        "Optional(\"Ada\") called", "Hi {first_name}", "<%= title %>", "None", "NaN",
    ])
    func `a placeholder that was not filled in is found`(text: String) {
        #expect(Placeholders.first(in: text) != nil)
    }

    @Test(arguments: [
        "Hello Ada", "100%", "Save 20% today", "20%@home", "5 % der Fälle", "50 %d'accord",
        "undefined behaviour in line 3", "BELL-482: null pointer on login", "null and void",
        "Use {x} for sets", "f(x) = {1, 2}", "$100 off", "#1 in charts", "$ {", "{{", "{{}",
        "a % b", "%", "%%", "Nil desperandum", "Nan sent a photo", "None of your friends is here",
        "Optional (if you like)", "[object]", "100 %s", "👩🏽‍🚀 {🚀}", "",
    ])
    func `an ordinary text is not mistaken for a placeholder`(text: String) {
        #expect(Placeholders.first(in: text) == nil)
    }
}
