// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

struct PrintableTextTests {
    @Test(arguments: [
        "", "Dinner is ready", "Grüße aus Zürich", "晩ご飯", "עברית", "مرحبا", "क्ष", "👩‍👩‍👧", "❤️",
        "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "می‌خواهم", "e\u{301}",
    ])
    func `ordinary text is unchanged`(text: String) {
        #expect(text.printable == text)
        #expect(PrintableText.lines(text) == text)
        #expect(PrintableText.json(text) == text)
    }

    @Test(arguments: [
        ("\u{1B}[2J", #"\u{1B}[2J"#), ("\u{1B}]0;title\u{7}", #"\u{1B}]0;title\u{7}"#),
        ("a\rb", #"a\u{D}b"#), ("a\nb", #"a\u{A}b"#), ("a\tb", "a b"), ("\u{0}", #"\u{0}"#),
        ("\u{7F}", #"\u{7F}"#), ("\u{9B}31m", #"\u{9B}31m"#), ("\u{85}", #"\u{85}"#),
        ("\u{2028}", #"\u{2028}"#), ("abc\u{202E}fdp", #"abc\u{202E}fdp"#),
        ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#), ("\u{200F}", #"\u{200F}"#),
        ("a\u{200B}b", #"a\u{200B}b"#), ("\u{FEFF}", #"\u{FEFF}"#), ("\u{AD}", #"\u{AD}"#),
        ("hi\u{E0041}", #"hi\u{E0041}"#), ("\u{3164}", #"\u{3164}"#),
    ])
    func `characters that control a terminal or hide text are escaped`(text: String, shown: String)
    {
        #expect(text.printable == shown)
        #expect(shown.printable == shown)
    }

    @Test func `several lines keep only their line breaks and tabs`() {
        #expect(
            PrintableText.lines("a\n\tb\r\u{1B}[1m\u{202E}") == "a\n\tb\\u{D}\\u{1B}[1m\\u{202E}")
    }

    @Test func `printable JSON keeps its meaning and hides no character`() throws {
        let value: JSONValue = [
            "name\u{202E}": "\u{9B}31m \u{2028} \u{E0041} 🏴󠁧󠁢󠁳󠁣󠁴󠁿 \u{1B}\n", "plain": ["ü", 1, nil],
        ]
        let compact = PrintableText.json(JSONWriter.text(value))
        #expect(compact.contains(#""name\u202E""#))
        #expect(compact.contains(#"\u009B31m \u2028 \uDB40\uDC41 🏴󠁧󠁢󠁳󠁣󠁴󠁿"#))
        for text in [compact, JSONWriter.text(value, style: .indented)] {
            #expect(try JSONReader.read(text).value == value)
            #expect(PrintableText.lines(text) == text)
        }
    }

    @Test func `a character keeps at most sixteen combining marks`() {
        let shown = ("e" + String(repeating: "\u{301}", count: 10_000) + "!").printable
        #expect(shown.unicodeScalars.count == 18)
        #expect(shown.hasSuffix("!"))
    }

    @Test func `every control character except the tab is escaped within a text`() {
        for value in Array(0..<0x20) + Array(0x7F..<0xA0) {
            guard let scalar = Unicode.Scalar(value), scalar != "\t" else { continue }
            let text = "a\(Character(scalar))b".printable
            #expect(text == "a\\u{\(String(value, radix: 16, uppercase: true))}b")
        }
    }
}
