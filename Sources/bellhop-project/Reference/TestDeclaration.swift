// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One declaration of a test source: a test, or something that tests may use.
///
/// Found by the layout that `make format` gives: a declaration begins at the indentation of what
/// surrounds it. Lines that are comments are left out, because words in them prove nothing.
struct TestDeclaration {
    /// The name of the function, type or value; `nil` when there is none, as for an attribute that
    /// nothing follows.
    let name: String?
    let isTest: Bool
    /// Whether only its own file sees it.
    let isPrivate: Bool
    /// The words of its code, its name and its strings.
    let words: Set<String>
    /// What it declares inside, when it is a suite: a type that holds tests.
    let members: [TestDeclaration]

    /// The declarations of a file.
    static func all(in source: some Sequence<UInt8>) -> [TestDeclaration] {
        let lines = Array(source).split(separator: UInt8(ascii: "\n")).map(Line.init)
        return all(in: lines.filter { !$0.isComment }[...], indentation: 0)
    }

    private static let types: Set<String> = ["struct", "enum", "class", "actor", "extension"]
    private static let keywords = types.union([
        "func", "let", "var", "init", "import", "protocol", "typealias", "case",
    ])

    private static func all(in lines: ArraySlice<Line>, indentation: Int) -> [TestDeclaration] {
        var blocks: [[Line]] = []
        // Attributes on lines of their own belong to the declaration that follows them.
        var isComplete = true
        for line in lines {
            let isStart = line.startsDeclaration && line.indentation == indentation
            if isStart, isComplete {
                blocks.append([line])
            } else if !blocks.isEmpty {
                blocks[blocks.count - 1].append(line)
            }
            if isStart { isComplete = line.words.contains(where: keywords.contains) }
        }
        return blocks.map { TestDeclaration($0, indentation: indentation) }
    }

    private init(_ lines: [Line], indentation: Int) {
        let own = lines.filter { $0.startsDeclaration && $0.indentation == indentation }
        let declaring = own.first { $0.words.contains(where: Self.keywords.contains) }?.words ?? []
        let keyword = declaring.firstIndex(where: Self.keywords.contains)
        let kind = keyword.map { declaring[$0] } ?? ""
        name = keyword.flatMap { $0 + 1 < declaring.count ? declaring[$0 + 1] : nil }
        isTest = kind == "func" && own.contains { $0.words.contains("Test") }
        isPrivate = declaring.contains("private")
        words = Set(lines.flatMap(\.words))
        let isSuite = Self.types.contains(kind) && words.contains("Test")
        members = isSuite ? Self.all(in: lines.dropFirst(), indentation: indentation + 4) : []
    }
}

extension TestDeclaration {
    /// One line, cut into words once. It works on bytes, because the sources of all tests are some
    /// megabytes and the tool is often a debug build.
    private struct Line {
        let indentation: Int
        let isComment: Bool
        /// Whether it begins with an attribute or a word.
        let startsDeclaration: Bool
        /// Runs of letters, digits, underscores and hyphens. A name in backticks is one word, and
        /// its words follow it.
        let words: [String]

        init(_ bytes: ArraySlice<UInt8>) {
            let code = bytes.drop { $0 == UInt8(ascii: " ") }
            indentation = bytes.count - code.count
            isComment = code.starts(with: "//".utf8)
            startsDeclaration =
                code.first.map {
                    $0 == UInt8(ascii: "@") || Self.isPartOfWord($0)
                } ?? false
            var words: [String] = []
            for (index, part) in code.split(
                separator: UInt8(ascii: "`"), omittingEmptySubsequences: false
            ).enumerated() {
                if index % 2 == 1 { words.append(String(decoding: part, as: UTF8.self)) }
                words += part.split { !Self.isPartOfWord($0) }.map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            self.words = words
        }

        /// Letters, digits, underscore, hyphen; bytes of characters beyond ASCII do not matter.
        private static func isPartOfWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
