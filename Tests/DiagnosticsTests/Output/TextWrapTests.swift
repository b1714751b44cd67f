// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

/// Wraps texts into the lines of a terminal.
struct TextWrapTests {
    @Test(arguments: [
        ("one two three four five six", ["one two three four", "five six"]),
        ("one", ["one"]), ("", [""]),
        // A word that is longer than a line is not broken.
        (
            "see https://example.com/a/long/address here",
            ["see", "https://example.com/a/long/address", "here"]
        ),
        // Letters count by their columns, not by their bytes.
        ("日本語 日本語 日本語 日本語", ["日本語 日本語 日本語", "日本語"]),
        ("é é é é é é é é é é é é", ["é é é é é é é é é é", "é é"]),
    ])
    func `text is wrapped between words`(text: String, lines: [String]) {
        #expect(TextWrap.lines(text, width: 20) == lines)
        #expect(TextWrap.lines(text, width: nil) == [text])
    }

    @Test func `the prefix of a line counts toward the width`() {
        let lines = TextWrap.lines("aaaaa bbbbb ccccc ddddd eeeee", width: 32, first: 10, rest: 4)
        #expect(lines == ["aaaaa bbbbb ccccc", "ddddd eeeee"])
    }

    @Test func `on a very narrow terminal, lines are wrapped at 20 columns`() {
        #expect(TextWrap.lines("aaaaaaaaa bbbbbbbbb c", width: 3) == ["aaaaaaaaa bbbbbbbbb", "c"])
    }

    @Test func `no line is too wide, and no word is lost, for any text`() {
        var seed: UInt64 = 7
        func next(_ bound: UInt64) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(exactly: (seed >> 33) % bound) ?? 0
        }
        for _ in 0..<300 {
            let words = (0..<next(40)).map { _ in String(repeating: "x", count: next(12)) }
            let text = words.joined(separator: " ")
            let width = 20 + next(60)
            let lines = TextWrap.lines(text, width: width)
            #expect(lines.joined(separator: " ") == text)
            #expect(lines.allSatisfy { $0.count <= width })
        }
    }
}
