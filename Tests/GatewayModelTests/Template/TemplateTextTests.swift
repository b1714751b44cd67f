// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Simulation
import Testing

struct TemplateTextTests {
    typealias Part = TemplateText.Part

    @Test func `a text is parsed into characters, and values with formats and replacements`()
        throws
    {
        let text = try TemplateText(
            "Hi {{ name | my friend}}! {{n, number , 2}} {{{{x}} {{d,iso|?}}")
        #expect(
            text.parts == [
                .characters("Hi "),
                .value(name: "name", format: .standard, replacement: " my friend"),
                .characters("! "),
                .value(name: "n", format: .number(fractionDigits: 2), replacement: nil),
                .characters(" {{x}} "), .value(name: "d", format: .iso, replacement: "?"),
            ])
        #expect(text.names == ["name", "n", "d"])
    }

    @Test func `the cases of a plural can contain the number and other values`() throws {
        let text = try TemplateText(
            "{{n, plural, =0 {none} one {# parcel for {{name}}} other {# parcels, ##1}}}.")
        let cases: [TemplateText.Case] = [
            .init(selector: "=0", parts: [.characters("none")]),
            .init(
                selector: "one",
                parts: [
                    .count, .characters(" parcel for "),
                    .value(name: "name", format: .standard, replacement: nil),
                ]),
            .init(selector: "other", parts: [.count, .characters(" parcels, #1")]),
        ]
        #expect(
            text.parts == [
                .choice(.init(name: "n", kind: .plural, cases: cases)), .characters("."),
            ])
    }

    @Test(arguments: [
        ("Hi {{", 5, "needs a name"), ("{{}}", 2, "needs a name"), ("{{a", 0, "no end"),
        ("{{a b}}", 4, "is not allowed here"), ("é{{ä}}", 4, "needs a name"),
        ("{{a, nubmer}}", 5, "did you mean number?"), ("{{a, }}", 5, "no word"),
        ("{{a, number, 9}}", 13, "digits"), ("{{a|{{b}}}}", 4, "cannot contain a variable"),
        ("{{n, plural, one {x}}}", 0, "no case other"), ("{{n, plural}}", 11, "no comma"),
        ("{{n, plural, several {x}}}", 13, "not a plural category"),
        ("{{n, plural, other x}}", 19, "no { after other"),
        ("{{n, plural, other {x", 13, "has no end"),
        ("{{n, plural, other {a{b}}}}", 21, "single brace"),
        ("{{n, plural, one {x} one {y} other {z}}}", 21, "twice"),
        ("{{n, plural, =x {x} other {z}}}", 13, "no number"),
        ("{{f, select, true {x}}}", 0, "no case other"),
    ])
    func `an error states its position and what is wrong`(text: String, offset: Int, part: String) {
        let error = #expect(throws: TemplateTextError.self) { try TemplateText(text) }
        #expect(error?.offset == offset, "\(text): \(error?.description ?? "")")
        #expect(error?.description.contains(part) == true, "\(text): \(error?.description ?? "")")
    }

    @Test func `the nesting and the number of variables are limited`() {
        func nested(_ depth: Int) -> String {
            depth == 0 ? "x" : "{{n, select, other {\(nested(depth - 1))}}}"
        }
        #expect(throws: Never.self) { try TemplateText(nested(TemplateText.depthMax)) }
        #expect(throws: TemplateTextError.self) { try TemplateText(nested(50_000 / 10)) }
        let many = String(repeating: "{{a}}", count: TemplateText.placeholderCountMax)
        #expect(throws: Never.self) { try TemplateText(many) }
        #expect(throws: TemplateTextError.self) { try TemplateText(many + "{{a}}") }
    }

    /// A text and the parts that it must have.
    private struct Sample {
        var text = ""
        var parts: [Part] = []

        mutating func add(characters: String, _ written: String) {
            text += written
            if case .characters(let before)? = parts.last {
                parts[parts.count - 1] = .characters(before + characters)
            } else {
                parts.append(.characters(characters))
            }
        }

        mutating func add(_ part: Part, _ written: String) {
            text += written
            parts.append(part)
        }
    }

    private func sample(
        _ random: inout SeededGenerator, in kind: TemplateText.Choice.Kind?, depth: Int
    ) -> Sample {
        let letters = ["a", "é", "😀", "\"", "\\", "\n", "שלום", "\u{7}", "|", ",", "=", " "]
        let formats: [(TemplateText.Format, String)] = [
            (.standard, ""), (.plain, ",plain"), (.date, ", date"), (.iso, " ,iso"),
            (.json, ",json "), (.url, ",url"), (.number(fractionDigits: nil), ", number"),
            (.number(fractionDigits: 3), ",number, 3"),
        ]
        var sample = Sample()
        for _ in 0..<random.next() % 5 {
            switch random.next() % (depth < TemplateText.depthMax ? 6 : 5) {
            case 0, 1:
                let letter = letters[Int(random.next() % UInt64(letters.count))]
                sample.add(characters: letter, letter)
            case 2: sample.add(characters: "{{", "{{{{")
            case 3 where kind == .plural:
                if random.next() % 2 == 0 {
                    // Two adjacent signs would be one escaped sign.
                    sample.add(characters: ".#", ".##")
                    sample.add(characters: ".", ".")
                } else {
                    sample.add(characters: ".", ".")
                    sample.add(.count, "#")
                    sample.add(characters: ".", ".")
                }
            case 3, 4:
                let (format, word) = formats[Int(random.next() % UInt64(formats.count))]
                let replacement = random.next() % 2 == 0 ? nil : "é } text"
                // A brace directly before the variable would be read as one of its own braces.
                sample.add(characters: " ", " ")
                sample.add(
                    .value(name: "x-1_y.z", format: format, replacement: replacement),
                    "{{ x-1_y.z\(word)\(replacement.map { "|" + $0 } ?? "")}}")
            default:
                let isPlural = random.next() % 2 == 0
                let inner: TemplateText.Choice.Kind = isPlural ? .plural : .select
                var cases: [TemplateText.Case] = []
                var written = ""
                for selector in isPlural ? ["=0", "one", "other"] : ["true", "other"] {
                    let text = self.sample(&random, in: inner, depth: depth + 1)
                    cases.append(.init(selector: selector, parts: text.parts))
                    written += " \(selector) {\(text.text)}"
                }
                sample.add(characters: " ", " ")
                sample.add(
                    .choice(.init(name: "n", kind: inner, cases: cases)),
                    "{{n, \(inner.rawValue),\(written) }}")
            }
        }
        return sample
    }

    @Test func `generated texts are parsed into the parts from which they were written`() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            let sample = sample(&random, in: nil, depth: 0)
            #expect(try TemplateText(sample.text).parts == sample.parts, "\(sample.text)")
        }
    }

    @Test func `the parser either accepts a text or throws an error`() throws {
        var random = SeededGenerator(seed: 4)
        let pieces = [
            "{{", "}}", "{", "}", "n", ",", "plural", "select", "other", "one", "#", "|", "=", "0",
            " ", "é", "number", "\u{301}",
        ]
        var accepted = 0
        for _ in 0..<20_000 {
            let text = (0..<random.next() % 14).map { _ in
                pieces[Int(random.next() % UInt64(pieces.count))]
            }.joined()
            do {
                _ = try TemplateText(text)
                accepted += 1
            } catch { #expect((0...text.utf8.count).contains(error.offset), "\(text)") }
        }
        #expect(accepted > 1000)
    }
}
