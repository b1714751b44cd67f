// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

@Test(arguments: [
    ("Hello\nworld\t!", "Hello world !"), ("a\r\n\r\nb", "a b"), ("\u{1B}[31mred", "[31mred"),
    ("  padded  ", "padded"), ("pay\u{202E}fdp.exe", "payfdp.exe"),
    ("nul\u{0}bell\u{7}", "nulbell"),
    ("👩🏽‍🚀 ok", "👩🏽‍🚀 ok"), ("line\u{2028}two", "line two"), ("\n\n", ""), ("", ""),
])
func `text from a payload becomes one harmless line`(text: String, line: String) {
    #expect(OneLine.text(text) == line)
}

@Test func `long text is cut and ends with an ellipsis, and short text is unchanged`() {
    let text = String(repeating: "x", count: 121)
    #expect(OneLine.text(text).count == 120)
    #expect(OneLine.text(text).hasSuffix("x…"))
    #expect(OneLine.text(String(text.dropLast())) == text.dropLast())
    // A single character that consists of a hundred thousand accents is cut as well.
    let zalgo = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(OneLine.text(zalgo).unicodeScalars.count <= 120 * 16)
}

struct TextCase: Sendable, CustomTestStringConvertible {
    var testDescription: String { alert }

    let alert: String
    let title: String?
    let body: String?
    let rule: RuleID?
}

@Test(arguments: [
    TextCase(alert: #""plain""#, title: nil, body: "plain", rule: nil),
    TextCase(alert: #"{"title":"T","body":""}"#, title: "T", body: nil, rule: nil),
    TextCase(
        alert: #"{"loc-key":"INVITE","loc-args":["Jenna","Chess"]}"#, title: nil,
        body: "Jenna invites you to Chess", rule: "LOC-1"),
    TextCase(
        alert: #"{"title-loc-key":"SWAP","title-loc-args":["a","b"],"body":"x"}"#,
        title: "b before a, 100%",
        body: "x", rule: "LOC-1"),
    TextCase(
        alert: #"{"loc-key":"INVITE","loc-args":["Jenna"]}"#, title: nil,
        body: "Jenna invites you to %@", rule: "LOC-1"),
    TextCase(
        alert: #"{"title":{"loc-key":"INVITE","loc-args":["Jenna","Chess","surplus"]}}"#,
        title: "Jenna invites you to Chess", body: nil, rule: "LOC-2"),
    TextCase(
        alert: #"{"loc-key":"GONE","loc-args":["x"]}"#, title: nil, body: "GONE", rule: "LOC-4"),
    TextCase(
        alert: #"{"loc-key":"GONE","body":"plain"}"#, title: nil, body: "plain", rule: "LOC-4"),
    TextCase(
        alert: #"{"loc-key":"ODD","body":"plain"}"#, title: nil, body: "5% of %9$@ %", rule: "LOC-1"
    ),
])
func `LOC-2, LOC-5, LOC-7: an alert text is the plain text, the key's text or the key`(
    row: TextCase
) throws {
    let phone = try PhoneFixture {
        $0.bundle.strings["en"] = [
            "INVITE": "%@ invites you to %@", "SWAP": "%2$@ before %1$@, 100%%",
            "ODD": "5% of %9$@ %",
        ]
    }
    let decision = try phone.decide("{\"aps\":{\"alert\":\(row.alert)}}")
    #expect(decision.notification?.title == row.title)
    #expect(decision.notification?.body == row.body)
    if let rule = row.rule { #expect(decision.reasons.contains(rule)) }
}
