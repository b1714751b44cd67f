// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A declaration in a test's source code, which is a test, or a helper that tests may use.
///
/// Declarations are found by the layout that `make format` produces, in which a declaration begins
/// at the indentation of its scope. Comment lines are ignored, because an identifier in a comment
/// does not show that the rule is tested.
struct TestDeclaration {
    /// The name of the function, type or value; `nil` if there is no name, for instance because the
    /// lines contain only an attribute.
    let name: String?
    let isTest: Bool
    /// Whether the declaration is visible only in its own file.
    let isPrivate: Bool
    /// The identifiers in the declaration's code, name and strings.
    let identifiers: Set<String>
    /// The declarations inside a suite, which is a type that contains tests. The list is empty for
    /// other declarations.
    let members: [TestDeclaration]

    /// Returns the declarations of a file.
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
        // Attributes on separate lines belong to the following declaration.
        var isComplete = true
        for line in lines {
            let isStart = line.startsDeclaration && line.indentation == indentation
            if isStart, isComplete {
                blocks.append([line])
            } else if !blocks.isEmpty {
                blocks[blocks.count - 1].append(line)
            }
            if isStart { isComplete = line.identifiers.contains(where: keywords.contains) }
        }
        return blocks.map { TestDeclaration($0, indentation: indentation) }
    }

    private init(_ lines: [Line], indentation: Int) {
        let own = lines.filter { $0.startsDeclaration && $0.indentation == indentation }
        let declaring =
            own.first { $0.identifiers.contains(where: Self.keywords.contains) }?.identifiers ?? []
        let keyword = declaring.firstIndex(where: Self.keywords.contains)
        let kind = keyword.map { declaring[$0] } ?? ""
        name = keyword.flatMap { $0 + 1 < declaring.count ? declaring[$0 + 1] : nil }
        isTest = kind == "func" && own.contains { $0.identifiers.contains("Test") }
        isPrivate = declaring.contains("private")
        identifiers = Set(lines.flatMap(\.identifiers))
        let isSuite = Self.types.contains(kind) && identifiers.contains("Test")
        members = isSuite ? Self.all(in: lines.dropFirst(), indentation: indentation + 4) : []
    }
}

extension TestDeclaration {
    /// A line that was split into identifiers once. For speed, this code works with bytes: the
    /// sources of all tests are several megabytes, and the tool is often a debug build.
    private struct Line {
        let indentation: Int
        let isComment: Bool
        /// Whether the line begins with an attribute or a word.
        let startsDeclaration: Bool
        /// The sequences of letters, digits, underscores and hyphens in the line. A name in
        /// backticks is included as a whole, followed by the identifiers that it contains.
        let identifiers: [String]

        init(_ bytes: ArraySlice<UInt8>) {
            let code = bytes.drop { $0 == UInt8(ascii: " ") }
            indentation = bytes.count - code.count
            isComment = code.starts(with: "//".utf8)
            startsDeclaration =
                code.first.map {
                    $0 == UInt8(ascii: "@") || Self.isPartOfIdentifier($0)
                } ?? false
            var identifiers: [String] = []
            for (index, part) in code.split(
                separator: UInt8(ascii: "`"), omittingEmptySubsequences: false
            ).enumerated() {
                if index % 2 == 1 { identifiers.append(String(decoding: part, as: UTF8.self)) }
                identifiers += part.split { !Self.isPartOfIdentifier($0) }.map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            self.identifiers = identifiers
        }

        /// Returns whether a byte is an ASCII letter, a digit, an underscore or a hyphen. Other
        /// letters do not occur in the identifiers of rules.
        private static func isPartOfIdentifier(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}
