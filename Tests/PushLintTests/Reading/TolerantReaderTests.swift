// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// A text, the rules that find something in it, and the text after every fix.
private struct Sample: CustomTestStringConvertible, Sendable {
    let text: String
    let rules: [String]
    /// The text after all fixes; `nil` if there is no fix.
    var fixed: String?
    /// A part of the message of a finding.
    var message = ""
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ rules: [String], fixed: String? = nil, message: String = "") {
        self.text = text
        self.rules = rules
        self.fixed = fixed
        self.message = message
    }
}

private let structureErrors: [Sample] = [
    Sample(#"{"a":1,}"#, ["trailing-comma"], fixed: #"{"a":1}"#, message: "before }"),
    Sample(#"{"a":[1,2,]}"#, ["trailing-comma"], fixed: #"{"a":[1,2]}"#),
    Sample(#"{,"a":1}"#, ["trailing-comma"], fixed: #"{"a":1}"#),
    Sample(#"{"a":1,,"b":2}"#, ["trailing-comma"], fixed: #"{"a":1,"b":2}"#),
    // In an array a value may be missing between the commas.
    Sample(#"{"a":[1,,2]}"#, ["trailing-comma"]),
    Sample(#"{"a":1 "b":2}"#, ["missing-comma"], fixed: #"{"a":1, "b":2}"#),
    Sample("{\"a\":\"x\"\n\"b\":2}", ["missing-comma"], fixed: "{\"a\":\"x\",\n\"b\":2}"),
    Sample(#"{"a":[{} {}]}"#, ["missing-comma"], fixed: #"{"a":[{}, {}]}"#),
    // Other languages concatenate two adjacent strings.
    Sample(#"{"a":["x" "y"]}"#, ["missing-comma"]),
    Sample("{\"a\":1 // one\n}", ["comment"], fixed: "{\"a\":1 \n}"),
    Sample("{\"a\":1 # one\n}", ["comment"], fixed: "{\"a\":1 \n}"),
    Sample("/* hello */{\"a\":1}", ["comment"], fixed: "{\"a\":1}"),
    Sample(#"{"a":[1/* */2]}"#, ["comment", "missing-comma"], fixed: #"{"a":[1, 2]}"#),
    Sample(
        "{\"a\":\u{A0}1}", ["invisible-character"], fixed: "{\"a\": 1}", message: "no-break space"),
    Sample(#"{"a":[1,2}"#, ["wrong-bracket"], message: "the bracket at line 1, column 6"),
    Sample(#"{"a":{"b":1]}"#, ["wrong-bracket"], message: "} was expected"),
    Sample(
        #"{"a":1}}"#, ["trailing-text"], fixed: #"{"a":1}"#,
        message: "} has no matching opening bracket"),
    Sample("{\"a\":1}\n{\"a\":2}", ["trailing-text"], message: "a second JSON value"),
    Sample(#"{"a":1},"b":2}"#, ["trailing-text"], message: "ends before this comma"),
    Sample(#"{"a":1} thanks"#, ["trailing-text"]),
    // Leftovers of the code or the page from which the object was copied.
    Sample(#"{"a":1}""#, ["trailing-text"], fixed: #"{"a":1}"#, message: "\" follows the end"),
    Sample("{\"a\":1}”\n", ["trailing-text"], fixed: "{\"a\":1}\n", message: "”"),
    Sample("{\"a\":1}');\n", ["trailing-text"], fixed: "{\"a\":1}\n"),
    Sample(#"{"a":1}" is what it says""#, ["trailing-text"]),
    Sample(#"{"a":1}"""""""""""#, ["trailing-text"]),
    // The brace of "b" may be missing rather than a comma.
    Sample(
        #"{"a":{"b":{"c":1 "d":2}}"#, ["missing-comma", "truncated"],
        message: "a comma is missing"),
    Sample(#"{"a":{"b":{"c":1 "d":[2}}}"#, ["missing-comma", "wrong-bracket"]),
    Sample(#"{"a":{"b":[1"#, ["truncated"], message: "[ at line 1, column 11 is closed; 2 outer"),
    Sample(#"{"a":"#, ["truncated"]), Sample(#"{"a""#, ["truncated"]),
    Sample(
        #"{"a":"Hel"#, ["truncated"], message: "inside a string that starts at line 1, column 6"),
    Sample("", ["empty"]), Sample(" \n\t", ["empty"]),
    Sample(#""aps":{"alert":"Hello"}"#, ["not-json"], message: "outside an object"),
    Sample("curl -d '{}' https://api.push.apple.com", ["not-json"], message: "a curl command"),
    Sample("-----BEGIN PRIVATE KEY-----", ["not-json"], message: "a key or certificate"),
    Sample("hello", ["not-json", "not-an-object"]),
    Sample(#"["aps"]"#, ["not-an-object"], message: "an array"),
    Sample(#""{\"aps\":{}}""#, ["not-an-object"], message: "a string"),
    Sample("7", ["not-an-object"]), Sample("null", ["not-an-object"]),
    Sample(#"{"a":}"#, ["not-json"], message: #"the key "a" has no value"#),
    Sample(#"{"a"}"#, ["not-json"], message: #"the key "a" has no value"#),
    Sample(#"{"a":1;"b":2}"#, ["not-json"], message: "found ;"),
    Sample(#"{"a"=>1}"#, ["not-json"], message: "found ="),
    Sample(#"{"a":@"x"}"#, ["not-json"], message: "found @"),
]

private let valueErrors: [Sample] = [
    Sample("{“a”: “x”}", ["smart-quotes", "smart-quotes"], fixed: #"{"a": "x"}"#),
    Sample(
        "{'a': 'it\\'s \"x\"'}", ["smart-quotes", "smart-quotes"], fixed: #"{"a": "it's \"x\""}"#),
    Sample("{'a': 'it's fine'}", ["smart-quotes", "smart-quotes"], fixed: #"{"a": "it's fine"}"#),
    Sample("{\"a”: 1}", ["smart-quotes"], fixed: #"{"a": 1}"#),
    Sample(#"{a: 1, b-c: 2}"#, ["unquoted-key", "unquoted-key"], fixed: #"{"a": 1, "b-c": 2}"#),
    Sample(#"{"a": Hello}"#, ["not-json"], message: "has no quotation marks"),
    Sample(#"{"a": "say "hi" now", "b": 1}"#, ["unescaped-quote"]),
    Sample("{\"a\": \"Hello,\n\"b\": 1}", ["unclosed-string"]),
    Sample("{\"a\": \"x\ty\nz\"}", ["control-character"], fixed: #"{"a": "x\ty\nz"}"#),
    Sample("{\"a\": \"x\u{1}\"}", ["control-character"], fixed: #"{"a": "x\u0001"}"#),
    Sample(#"{"a": "C:\path"}"#, ["bad-escape"]), Sample(#"{"a": "\u12"}"#, ["bad-escape"]),
    Sample(#"{"a": "\ud83d"}"#, ["bad-escape"], message: "half a character"),
    Sample(#"{"a": "it\'s"}"#, ["bad-escape"], fixed: #"{"a": "it's"}"#),
    Sample(
        #"{"a": True, "b": None}"#, ["foreign-literal", "foreign-literal"],
        fixed: #"{"a": true, "b": null}"#),
    Sample(#"{"a": NaN}"#, ["foreign-literal"]), Sample(#"{"a": YES}"#, ["foreign-literal"]),
    Sample(#"{"a": 07}"#, ["bad-number"], fixed: #"{"a": 7}"#),
    // In some languages, 010 is eight; in others, it is ten.
    Sample(#"{"a": 010}"#, ["bad-number"]),
    Sample(#"{"a": 0x1F}"#, ["bad-number"], message: "hexadecimal"),
    Sample(#"{"a": +1.5}"#, ["bad-number"], fixed: #"{"a": 1.5}"#),
    Sample(#"{"a": .5}"#, ["bad-number"], fixed: #"{"a": 0.5}"#),
    Sample(#"{"a": 5.}"#, ["bad-number"], fixed: #"{"a": 5.0}"#),
    Sample(#"{"a": 1_000}"#, ["bad-number"], fixed: #"{"a": 1000}"#),
    Sample(#"{"a": 1.2.3}"#, ["not-json"]),
    Sample(#"{"a": 1e999}"#, ["number-too-large"]),
    Sample(#"{"a": 99999999999999999999}"#, ["number-too-large"]),
    Sample(#"{"a": 9007199254740993}"#, ["number-loses-digits"]),
    Sample(#"{"a": 1, "a": 2}"#, ["duplicate-key"]),
    Sample(#"{"a": [1], "b": 2, "a": [1]}"#, ["duplicate-key"], fixed: #"{"b": 2, "a": [1]}"#),
    Sample(#"{"a": 1, "a": 1, "a": 1}"#, ["duplicate-key", "duplicate-key"], fixed: #"{"a": 1}"#),
    Sample("\u{FEFF}{\"a\": 1}", ["byte-order-mark"], fixed: #"{"a": 1}"#),
]

@Test(arguments: structureErrors + valueErrors)
private func `each error is found by its rule, and fixed where that is safe`(
    sample: Sample
) throws {
    let found = syntaxFindings(sample.text)
    #expect(found.map(\.rule) == sample.rules, "\(found)")
    let finding = try #require(found.first)
    #expect(found.contains { $0.message.contains(sample.message) }, "\(found)")
    #expect(finding.location.position != nil)
    var text = sample.text
    for _ in 0..<3 {
        let fixes = syntaxFindings(text).compactMap(\.fix)
        text = String(
            decoding: TextFix.apply(fixes, to: Array(text.utf8)).text, as: UTF8.self)
    }
    #expect(text == sample.fixed ?? sample.text)
}

/// Valid JSON.
@Test(arguments: [
    #"{"a":"He said “hi”, and 'left'"}"#, #"{"a":"// no comment, # neither"}"#,
    #"{"a":"\u00e9\ud83d\ude00\/"}"#, "{\"a\":\"\u{7F}\u{2028}\u{FEFF}\"}",
    #"{"a":9007199254740992,"b":-9007199254740992,"c":1e300,"d":0.1e-7,"e":-0}"#,
    #"{"a":{"a":{"a":[{"a":1},{"a":1}]}}}"#, " \r\n\t{ } \n", #"{"a":"True","b":"None"}"#,
    #"{"":1,"a":""}"#,
])
func `valid JSON has no finding`(text: String) {
    #expect(syntaxFindings(text) == [])
}

@Test func `in a text with one error, the valid parts have no finding`() {
    // Typographic quotation marks are valid inside a string; single ones around it are an error.
    let found = syntaxFindings(#"{"a":"He said “hi”, then left","b":'x'}"#)
    #expect(found.map(\.rule) == ["smart-quotes"])
    #expect(found.first?.location.position == SourcePosition(line: 1, column: 36))
}

@Test func `several errors are reported at once, each with its line and key path`() {
    let found = syntaxFindings(
        """
        {
          aps: {
            "alert": {"title": 'Ada', "loc-args": [1, 2,]}, // shown
            "badge": 03
          },
        }
        """)
    #expect(
        found.map { "\($0.location.position?.line ?? 0) \($0.rule) \($0.location.keyPath)" } == [
            "2 unquoted-key ", "3 smart-quotes aps.alert.title",
            "3 trailing-comma aps.alert.loc-args",
            "3 comment aps", "4 bad-number aps.badge", "5 trailing-comma ",
        ])
}

@Test func `forty errors of one kind cause five findings, whose fixes correct all of them`() {
    let members = (0..<40).map { "'k\($0)': \($0)" }.joined(separator: ", ")
    let text = "{\(members)}"
    let found = syntaxFindings(text)
    #expect(found.count == 5)
    #expect(found.last?.message.contains("and 35 more of the same kind") ?? false)
    let fixed = TextFix.apply(found.compactMap(\.fix), to: Array(text.utf8)).text
    #expect(syntaxFindings(String(decoding: fixed, as: UTF8.self)) == [])
}

@Test(
    arguments: [
        ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16"),
        ([0x7B, 0, 0x7D, 0], "UTF-16"), ([0, 0x7B, 0, 0x7D], "UTF-16"),
        ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32"), ([0, 0, 0, 0x7B], "UTF-32"),
        ([0x89, 0, 0, 0x47], "binary"),
    ] as [([UInt8], String)])
func `the message names an encoding other than UTF-8`(bytes: [UInt8], name: String) throws {
    let found = PayloadLinter(rules: []).lint(SourceText(name: "x", bytes: bytes))
    #expect(found.map(\.rule) == ["wrong-encoding"])
    #expect(try #require(found.first).message.contains(name))
}

@Test func `Latin-1 bytes are reported once, with the position of the first`() {
    let bytes =
        Array(#"{"a":"caf"#.utf8) + [0xE9] + Array(#"","b":""#.utf8) + [0xE8] + Array("\"}".utf8)
    let found = PayloadLinter(rules: []).lint(SourceText(name: "x", bytes: bytes))
    #expect(found.map(\.rule) == ["wrong-encoding"])
    #expect(found.first?.location.range == 9..<10)
    #expect(found.first?.message.contains("Latin-1") ?? false)
}

@Test func `a file above the size limit is not read`() {
    let text = String(repeating: " ", count: PayloadLinter.byteCountMax + 1)
    let found = PayloadLinter().lint(SourceText(name: "x", text: text))
    #expect(found.map(\.rule) == ["payload-file-too-large"])
    #expect(found.first?.severity == .error)
}

@Test(arguments: [64, 65, 66, 500])
func `the nesting depth is limited, and deeper values are skipped`(depth: Int) {
    let text =
        #"{"a":"# + String(repeating: "[", count: depth - 1) + "1"
        + String(repeating: "]", count: depth - 1) + #","b":[1,]}"#
    let found = syntaxFindings(text).map(\.rule)
    #expect(found == (depth > 65 ? ["too-deep", "trailing-comma"] : ["trailing-comma"]))
}

/// The findings of the reader alone, in order of position.
private func syntaxFindings(_ text: String) -> [Diagnostic] {
    PayloadLinter(rules: []).lint(SourceText(name: "payload.apns", text: text))
}

@Test(arguments: [
    #"{"aps": {"alert": "Hi", "content-available": True}}"#, #"{"aps": {"alert": undefined}}"#,
    #"{"aps": {"alert": "Hi", "badge": 0x1F}}"#,
])
func `a value that the reader guessed is not checked`(text: String) {
    let found = PayloadLinter().lint(SourceText(name: "x", text: text))
    #expect(found.count == 1, "\(found)")
}
