// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// A text, the rules that find something in it, and what it becomes when every fix is applied.
private struct Fault: CustomTestStringConvertible, Sendable {
    let text: String
    let rules: [String]
    /// `nil` when nothing is mended.
    var mended: String?
    /// What the first finding has to say.
    var words = ""
    var testDescription: String { text.debugDescription }

    init(_ text: String, _ rules: [String], mended: String? = nil, words: String = "") {
        self.text = text
        self.rules = rules
        self.mended = mended
        self.words = words
    }
}

private let structureFaults: [Fault] = [
    Fault(#"{"a":1,}"#, ["trailing-comma"], mended: #"{"a":1}"#, words: "before }"),
    Fault(#"{"a":[1,2,]}"#, ["trailing-comma"], mended: #"{"a":[1,2]}"#),
    Fault(#"{,"a":1}"#, ["trailing-comma"], mended: #"{"a":1}"#),
    Fault(#"{"a":1,,"b":2}"#, ["trailing-comma"], mended: #"{"a":1,"b":2}"#),
    // In an array a value may be missing between the commas.
    Fault(#"{"a":[1,,2]}"#, ["trailing-comma"]),
    Fault(#"{"a":1 "b":2}"#, ["missing-comma"], mended: #"{"a":1, "b":2}"#),
    Fault("{\"a\":\"x\"\n\"b\":2}", ["missing-comma"], mended: "{\"a\":\"x\",\n\"b\":2}"),
    Fault(#"{"a":[{} {}]}"#, ["missing-comma"], mended: #"{"a":[{}, {}]}"#),
    // Other languages join two texts that stand side by side.
    Fault(#"{"a":["x" "y"]}"#, ["missing-comma"]),
    Fault("{\"a\":1 // one\n}", ["comment"], mended: "{\"a\":1 \n}"),
    Fault("{\"a\":1 # one\n}", ["comment"], mended: "{\"a\":1 \n}"),
    Fault("/* hello */{\"a\":1}", ["comment"], mended: "{\"a\":1}"),
    Fault(#"{"a":[1/* */2]}"#, ["comment", "missing-comma"], mended: #"{"a":[1, 2]}"#),
    Fault(
        "{\"a\":\u{A0}1}", ["invisible-character"], mended: "{\"a\": 1}", words: "no-break space"),
    Fault(#"{"a":[1,2}"#, ["wrong-bracket"], words: "what was opened at line 1, column 6"),
    Fault(#"{"a":{"b":1]}"#, ["wrong-bracket"], words: "} was expected"),
    Fault(#"{"a":1}}"#, ["trailing-text"], mended: #"{"a":1}"#, words: "} closes nothing"),
    Fault("{\"a\":1}\n{\"a\":2}", ["trailing-text"], words: "a second JSON value"),
    Fault(#"{"a":1},"b":2}"#, ["trailing-text"], words: "closed before this comma"),
    Fault(#"{"a":1} thanks"#, ["trailing-text"]),
    // What is left over from the code or the page that it was cut out of.
    Fault(#"{"a":1}""#, ["trailing-text"], mended: #"{"a":1}"#, words: "\" follows the end"),
    Fault("{\"a\":1}”\n", ["trailing-text"], mended: "{\"a\":1}\n", words: "”"),
    Fault("{\"a\":1}');\n", ["trailing-text"], mended: "{\"a\":1}\n"),
    Fault(#"{"a":1}" is what it says""#, ["trailing-text"]),
    Fault(#"{"a":1}"""""""""""#, ["trailing-text"]),
    // The brace of "b" may be missing rather than a comma.
    Fault(
        #"{"a":{"b":{"c":1 "d":2}}"#, ["missing-comma", "truncated"],
        words: "a comma is missing"),
    Fault(#"{"a":{"b":{"c":1 "d":[2}}}"#, ["missing-comma", "wrong-bracket"]),
    Fault(#"{"a":{"b":[1"#, ["truncated"], words: "[ of line 1, column 11 is still open, and 2"),
    Fault(#"{"a":"#, ["truncated"]), Fault(#"{"a""#, ["truncated"]),
    Fault(#"{"a":"Hel"#, ["truncated"], words: "inside a string that starts at line 1, column 6"),
    Fault("", ["empty"]), Fault(" \n\t", ["empty"]),
    Fault(#""aps":{"alert":"Hello"}"#, ["not-json"], words: "outside of an object"),
    Fault("curl -d '{}' https://api.push.apple.com", ["not-json"], words: "a curl command"),
    Fault("-----BEGIN PRIVATE KEY-----", ["not-json"], words: "a key or certificate"),
    Fault("hello", ["not-json", "not-an-object"]),
    Fault(#"["aps"]"#, ["not-an-object"], words: "an array"),
    Fault(#""{\"aps\":{}}""#, ["not-an-object"], words: "a string"),
    Fault("7", ["not-an-object"]), Fault("null", ["not-an-object"]),
    Fault(#"{"a":}"#, ["not-json"], words: #"the key "a" has no value"#),
    Fault(#"{"a"}"#, ["not-json"], words: #"the key "a" has no value"#),
    Fault(#"{"a":1;"b":2}"#, ["not-json"], words: "found ;"),
    Fault(#"{"a"=>1}"#, ["not-json"], words: "found ="),
    Fault(#"{"a":@"x"}"#, ["not-json"], words: "found @"),
]

private let valueFaults: [Fault] = [
    Fault("{“a”: “x”}", ["smart-quotes", "smart-quotes"], mended: #"{"a": "x"}"#),
    Fault(
        "{'a': 'it\\'s \"x\"'}", ["smart-quotes", "smart-quotes"], mended: #"{"a": "it's \"x\""}"#),
    Fault("{'a': 'it's fine'}", ["smart-quotes", "smart-quotes"], mended: #"{"a": "it's fine"}"#),
    Fault("{\"a”: 1}", ["smart-quotes"], mended: #"{"a": 1}"#),
    Fault(#"{a: 1, b-c: 2}"#, ["unquoted-key", "unquoted-key"], mended: #"{"a": 1, "b-c": 2}"#),
    Fault(#"{"a": Hello}"#, ["not-json"], words: "has no quotation marks"),
    Fault(#"{"a": "say "hi" now", "b": 1}"#, ["unescaped-quote"]),
    Fault("{\"a\": \"Hello,\n\"b\": 1}", ["unclosed-string"]),
    Fault("{\"a\": \"x\ty\nz\"}", ["control-character"], mended: #"{"a": "x\ty\nz"}"#),
    Fault("{\"a\": \"x\u{1}\"}", ["control-character"], mended: #"{"a": "x\u0001"}"#),
    Fault(#"{"a": "C:\path"}"#, ["bad-escape"]), Fault(#"{"a": "\u12"}"#, ["bad-escape"]),
    Fault(#"{"a": "\ud83d"}"#, ["bad-escape"], words: "half a character"),
    Fault(#"{"a": "it\'s"}"#, ["bad-escape"], mended: #"{"a": "it's"}"#),
    Fault(
        #"{"a": True, "b": None}"#, ["foreign-literal", "foreign-literal"],
        mended: #"{"a": true, "b": null}"#),
    Fault(#"{"a": NaN}"#, ["foreign-literal"]), Fault(#"{"a": YES}"#, ["foreign-literal"]),
    Fault(#"{"a": 07}"#, ["bad-number"], mended: #"{"a": 7}"#),
    // Eight to some, ten to others.
    Fault(#"{"a": 010}"#, ["bad-number"]),
    Fault(#"{"a": 0x1F}"#, ["bad-number"], words: "hexadecimal"),
    Fault(#"{"a": +1.5}"#, ["bad-number"], mended: #"{"a": 1.5}"#),
    Fault(#"{"a": .5}"#, ["bad-number"], mended: #"{"a": 0.5}"#),
    Fault(#"{"a": 5.}"#, ["bad-number"], mended: #"{"a": 5.0}"#),
    Fault(#"{"a": 1_000}"#, ["bad-number"], mended: #"{"a": 1000}"#),
    Fault(#"{"a": 1.2.3}"#, ["not-json"]),
    Fault(#"{"a": 1e999}"#, ["number-too-large"]),
    Fault(#"{"a": 99999999999999999999}"#, ["number-too-large"]),
    Fault(#"{"a": 9007199254740993}"#, ["number-loses-digits"]),
    Fault(#"{"a": 1, "a": 2}"#, ["duplicate-key"]),
    Fault(#"{"a": [1], "b": 2, "a": [1]}"#, ["duplicate-key"], mended: #"{"b": 2, "a": [1]}"#),
    Fault(#"{"a": 1, "a": 1, "a": 1}"#, ["duplicate-key", "duplicate-key"], mended: #"{"a": 1}"#),
    Fault("\u{FEFF}{\"a\": 1}", ["byte-order-mark"], mended: #"{"a": 1}"#),
]

@Test(arguments: structureFaults + valueFaults)
private func `each fault is found by its rule, and mended where that is safe`(
    fault: Fault
) throws {
    let found = syntaxFindings(fault.text)
    #expect(found.map(\.rule) == fault.rules, "\(found)")
    let finding = try #require(found.first)
    #expect(found.contains { $0.message.contains(fault.words) }, "\(found)")
    #expect(finding.location.position != nil)
    var text = fault.text
    for _ in 0..<3 {
        let fixes = syntaxFindings(text).compactMap(\.fix)
        text = String(
            decoding: TextFix.apply(fixes, to: Array(text.utf8)).text, as: UTF8.self)
    }
    #expect(text == fault.mended ?? fault.text)
}

/// What is JSON and must not be called anything else.
@Test(arguments: [
    #"{"a":"He said “hi”, and 'left'"}"#, #"{"a":"// no comment, # neither"}"#,
    #"{"a":"\u00e9\ud83d\ude00\/"}"#, "{\"a\":\"\u{7F}\u{2028}\u{FEFF}\"}",
    #"{"a":9007199254740992,"b":-9007199254740992,"c":1e300,"d":0.1e-7,"e":-0}"#,
    #"{"a":{"a":{"a":[{"a":1},{"a":1}]}}}"#, " \r\n\t{ } \n", #"{"a":"True","b":"None"}"#,
    #"{"":1,"a":""}"#,
])
func `JSON has no fault`(text: String) {
    #expect(syntaxFindings(text) == [])
}

@Test func `a text with a fault of its own keeps its innocent parts`() {
    // The typographic marks stand in a text that is right; the comma is the only fault.
    let found = syntaxFindings(#"{"a":"He said “hi”, then left","b":'x'}"#)
    #expect(found.map(\.rule) == ["smart-quotes"])
    #expect(found.first?.location.position == SourcePosition(line: 1, column: 36))
}

@Test func `several faults are told at once, each with its place and keys`() {
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

@Test func `many faults of one kind are few findings with one fix`() {
    let members = (0..<40).map { "'k\($0)': \($0)" }.joined(separator: ", ")
    let text = "{\(members)}"
    let found = syntaxFindings(text)
    #expect(found.count == 5)
    #expect(found.last?.message.contains("and 35 more like it") ?? false)
    let mended = TextFix.apply(found.compactMap(\.fix), to: Array(text.utf8)).text
    #expect(syntaxFindings(String(decoding: mended, as: UTF8.self)) == [])
}

@Test(
    arguments: [
        ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16"), ([0xFE, 0xFF, 0, 0x7B], "UTF-16"),
        ([0x7B, 0, 0x7D, 0], "UTF-16"), ([0, 0x7B, 0, 0x7D], "UTF-16"),
        ([0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], "UTF-32"), ([0, 0, 0, 0x7B], "UTF-32"),
        ([0x89, 0, 0, 0x47], "binary"),
    ] as [([UInt8], String)])
func `another encoding is named`(bytes: [UInt8], name: String) throws {
    let found = PayloadLinter(rules: []).lint(SourceText(name: "x", bytes: bytes))
    #expect(found.map(\.rule) == ["wrong-encoding"])
    #expect(try #require(found.first).message.contains(name))
}

@Test func `a byte of Latin-1 is told once, with its place`() {
    let bytes =
        Array(#"{"a":"caf"#.utf8) + [0xE9] + Array(#"","b":""#.utf8) + [0xE8] + Array("\"}".utf8)
    let found = PayloadLinter(rules: []).lint(SourceText(name: "x", bytes: bytes))
    #expect(found.map(\.rule) == ["wrong-encoding"])
    #expect(found.first?.location.range == 9..<10)
    #expect(found.first?.message.contains("Latin-1") ?? false)
}

@Test func `a file beyond the limit is not read`() {
    let text = String(repeating: " ", count: PayloadLinter.byteCountMax + 1)
    let found = PayloadLinter().lint(SourceText(name: "x", text: text))
    #expect(found.map(\.rule) == ["payload-file-too-large"])
    #expect(found.first?.severity == .error)
}

@Test(arguments: [64, 65, 66, 500])
func `depth has a limit, and what is below is skipped`(depth: Int) {
    let text =
        #"{"a":"# + String(repeating: "[", count: depth - 1) + "1"
        + String(repeating: "]", count: depth - 1) + #","b":[1,]}"#
    let found = syntaxFindings(text).map(\.rule)
    #expect(found == (depth > 65 ? ["too-deep", "trailing-comma"] : ["trailing-comma"]))
}

/// The findings of the reader alone, in order of place.
private func syntaxFindings(_ text: String) -> [Diagnostic] {
    PayloadLinter(rules: []).lint(SourceText(name: "payload.apns", text: text))
}

@Test(arguments: [
    #"{"aps": {"alert": "Hi", "content-available": True}}"#, #"{"aps": {"alert": undefined}}"#,
    #"{"aps": {"alert": "Hi", "badge": 0x1F}}"#,
])
func `a value that is a guess is not judged until it is mended`(text: String) {
    let found = PayloadLinter().lint(SourceText(name: "x", text: text))
    #expect(found.count == 1, "\(found)")
}
