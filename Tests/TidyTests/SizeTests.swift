// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The maximum sizes of files and functions.
private enum SizeLimit {
    static let linesInFile = 400
    /// The limit for a state machine whose state no other file can change.
    static let linesInFileWithPrivateState = 800
    static let linesInFunction = 60
    static let columns = 100
}

@Test func `a file is short, or owns its state and is of moderate length`() {
    for file in SourceFile.all where file.lines.count > SizeLimit.linesInFile {
        let variables = StoredVariable.all(in: file)
        let open = variables.filter { !$0.isPrivate }.map(\.line)
        let limit =
            variables.isEmpty || !open.isEmpty
            ? SizeLimit.linesInFile : SizeLimit.linesInFileWithPrivateState
        #expect(
            file.lines.count <= limit,
            """
            \(file.path): \(file.lines.count) lines, \(limit) at most. Split it. A file whose \
            types store variables may have \(SizeLimit.linesInFileWithPrivateState) lines if all \
            of them are private or private(set); these are not: lines \(open)
            """
        )
    }
}

@Test func `a line has at most 100 columns`() {
    for file in SourceFile.all {
        let long = file.lines.enumerated().filter { _, line in
            // No line has more characters than bytes.
            line.utf8.count > SizeLimit.columns && line.count > SizeLimit.columns
        }
        guard !long.isEmpty else { continue }
        let numbers = long.map { $0.offset + 1 }
        Issue.record(
            "\(file.path): lines \(numbers) have more than \(SizeLimit.columns) columns")
    }
}

@Test func `a function is short enough to understand`() {
    for file in SourceFile.all {
        for function in functions(in: file) where function.lineCount > SizeLimit.linesInFunction {
            Issue.record(
                "\(file.path):\(function.line): \(SizeLimit.linesInFunction) lines at most")
        }
    }
}

@Test func `a file begins with the name of the project and its license`() {
    let header = [
        "// Bellhop: push notifications for Apple platforms, whole and testable anywhere.",
        "// SPDX-License-Identifier: Apache-2.0",
    ]
    #expect(SourceFile.all.count > 1000)
    for file in SourceFile.all where Array(file.lines.prefix(2)) != header {
        Issue.record("\(file.path) does not begin with these two lines: \(header)")
    }
}

/// Finds functions by the line that declares them and the closing brace at the same indentation.
private func functions(in file: SourceFile) -> [(line: Int, lineCount: Int)] {
    var found: [(line: Int, lineCount: Int)] = []
    for (index, line) in file.lines.enumerated()
    where line.mentions("func") || line.mentions("init(") {
        let words = line.split(separator: " ").map(String.init)
        guard words.prefix(5).contains(where: { $0 == "func" || $0.hasPrefix("init(") }),
            !line.contains("}")
        else {
            continue
        }
        let indentation = line.prefix { $0 == " " }.count
        guard hasBody(file.lines[index...], indentation) else { continue }
        let end = file.lines[(index + 1)...].firstIndex { other in
            other.prefix { $0 == " " }.count == indentation
                && other.drop { $0 == " " }.hasPrefix("}")
        }
        if let end { found.append((line: index + 1, lineCount: end - index + 1)) }
    }
    return found
}

/// Returns whether a declaration has a body. A requirement of a protocol has none: before any
/// opening brace comes an empty line, or one that begins something else.
private func hasBody(_ lines: ArraySlice<String>, _ indentation: Int) -> Bool {
    for (number, line) in lines.enumerated() {
        let (margin, text) = (line.prefix { $0 == " " }.count, line.drop { $0 == " " })
        let continues = margin > indentation || text.hasPrefix(")") || text.hasPrefix("{")
        if number > 0, text.isEmpty || margin < indentation || !continues { return false }
        if line.hasSuffix("{") { return true }
    }
    return false
}

@Test func `the length of a function is counted from its name to its closing brace`() {
    let file = SourceFile(
        path: "X", lines: ["struct A {", "    func b() {", "        1", "    }", "}"])
    #expect(functions(in: file).map(\.lineCount) == [3])
    let requirement = SourceFile(
        path: "X",
        lines: [
            "protocol A {", "    func b()", "", "    func c(", "    ) -> D", "}", "struct D {", "}",
        ])
    #expect(functions(in: requirement).isEmpty)
}
