// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// A phrase that readers had to read twice, and the standard term.
private struct Idiom: Sendable, CustomTestStringConvertible {
    let phrase: String
    let standardTerm: String

    var testDescription: String { phrase }

    init(_ phrase: String, _ standardTerm: String) {
        self.phrase = phrase
        self.standardTerm = standardTerm
    }

    func isFound(in text: String) -> Bool {
        let lowercased = text.lowercased()
        return lowercased.ranges(of: phrase).contains { range in
            let before = lowercased[..<range.lowerBound].last
            let after = lowercased[range.upperBound...].first
            return before?.isLetter != true && after?.isLetter != true
        }
    }

    static let table = [
        Idiom("unless told otherwise", "by default"),
        Idiom("whoever", "the caller that, the client that"),
        Idiom("stands for", "represents, is"),
        Idiom("stand for", "represent, are"),
        Idiom("stands in for", "replaces"),
        Idiom("is told", "is informed, receives, is configured"),
        Idiom("are told", "are informed, receive, are configured"),
        Idiom("was told", "was informed, received, was configured"),
        Idiom("mend", "fix"),
        Idiom("mended", "fixed"),
        Idiom("mends", "fixes"),
        Idiom("anew", "again"),
        Idiom("no good", "invalid"),
        Idiom("cannot stand", "is not allowed"),
        Idiom("missing or another one", "missing or different"),
        Idiom("quiet trial", "provisional permission"),
        Idiom("what came of", "the result of"),
        Idiom("what became of", "the state of, the result of"),
    ]
}

/// The lines that are comments, in lowercase.
private let comments = SourceFile.all.filter { $0.path.hasPrefix("Sources/") }.flatMap { file in
    file.lines.enumerated().compactMap { index, line in
        let text = line.drop { $0 == " " }
        return text.hasPrefix("//") ? (place: "\(file.path):\(index + 1)", text.lowercased()) : nil
    }
}

@Test(arguments: Idiom.table)
private func `comments use standard terms`(idiom: Idiom) {
    #expect(comments.count > 1000)
    for (place, text) in comments where text.mentions(idiom.phrase) && idiom.isFound(in: text) {
        Issue.record(
            """
            \(place) says "\(idiom.phrase)"; write \(idiom.standardTerm) (docs/GLOSSARY.md)
            """)
    }
}

@Test func `an idiom is found as a whole phrase`() {
    let idiom = Idiom("mend", "fix")
    #expect(idiom.isFound(in: "/// Mend it."))
    #expect(!idiom.isFound(in: "/// It is recommended to amend it."))
}
