// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// One block of code in a guide.
private struct GuideBlock: CustomTestStringConvertible {
    /// The path of the guide, from the project's root.
    let guide: String
    let line: Int
    /// The comment in the line above the block, without its brackets.
    let mark: String
    let code: [String]

    var testDescription: String { "\(guide):\(line) \(mark)" }

    /// The guides whose code is compared with the code of tests.
    static let guides = pages + landingPages

    private static let pages = [
        "README.md", "docs/bellhopkit.md", "docs/encryption.md", "docs/guide/channels.md",
        "docs/guide/credentials.md", "docs/guide/firebase.md", "docs/guide/gateway-client.md",
        "docs/guide/live-activities.md", "docs/guide/local-notifications.md",
        "docs/guide/registration.md", "docs/guide/rich-notifications.md", "docs/guide/sending.md",
        "docs/guide/testing.md",
    ]

    /// The first pages of the documentation's catalogs that show code.
    private static let landingPages = [
        "APNSProvider", "APNSSimulator", "BellhopGateway", "BellhopKit", "BellhopSeal",
        "BellhopTesting", "GatewayClient", "OpenUserNotifications", "PushLint",
    ].map { "Sources/\($0)/\($0).docc/\($0).md" }

    /// Every Swift block of these guides.
    static let all: [GuideBlock] = guides.flatMap { guide -> [GuideBlock] in
        let file = SourceFile.root.appending(path: guide)
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return blocks(in: text.components(separatedBy: "\n"), of: guide)
    }

    static func blocks(in lines: [String], of guide: String) -> [GuideBlock] {
        lines.indices.filter { lines[$0] == "```swift" }.map { start in
            let above = start > 0 ? lines[start - 1] : ""
            let isMark = above.hasPrefix("<!-- ") && above.hasSuffix(" -->")
            return GuideBlock(
                guide: guide, line: start + 1,
                mark: isMark ? String(above.dropFirst(5).dropLast(4)) : "",
                code: Array(lines[(start + 1)...].prefix { $0 != "```" }))
        }
    }
}

/// The code between `// guide: NAME` and `// guide: end`, moved to the left edge.
private func markedCode(_ name: String, in files: [SourceFile]) -> [String]? {
    for file in files {
        guard let start = file.lines.firstIndex(where: { $0.isMarker(name) }) else { continue }
        let lines = file.lines[(start + 1)...].prefix { !$0.isMarker("end") }
        let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(indent)) }
    }
    return nil
}

extension String {
    fileprivate func isMarker(_ name: String) -> Bool {
        trimmingCharacters(in: .whitespaces) == "// guide: \(name)"
    }
}

/// Test files with code that a guide shows, and that is compiled and run.
private let guideSources = SourceFile.all.filter { $0.path.contains("Tests/Guide/") }

/// The other marks that a guide may have: for parts of manifests, which no test target can contain,
/// and for code that another test compiles.
private let otherMarks: Set = ["manifest", "compiled in ReadmeExampleTests"]

/// The start of the mark of a block that is a whole file of an example.
private let fileMark = "file: "

@Test(arguments: GuideBlock.all)
private func `a guide's code is the code that the tests run`(block: GuideBlock) throws {
    guard !otherMarks.contains(block.mark) else { return }
    if block.mark.hasPrefix(fileMark) {
        let path = String(block.mark.dropFirst(fileMark.count))
        let text = try String(
            contentsOf: SourceFile.root.appending(path: path), encoding: .utf8)
        // The notice and the empty line after it are left out.
        let code = text.components(separatedBy: "\n").dropFirst(3)
        #expect(
            block.code == Array(code.reversed().drop { $0.isEmpty }.reversed()),
            "\(block.testDescription): copy the file's code into the guide")
        return
    }
    let code = try #require(
        markedCode(block.mark, in: guideSources),
        """
        \(block.testDescription): the line above a Swift block names its code, <!-- NAME -->, \
        which is between // guide: NAME and // guide: end in a test's folder Guide
        """)
    #expect(
        block.code == code,
        "\(block.testDescription): copy the code from between its markers into the guide")
}

@Test(arguments: GuideBlock.guides)
func `each guide that is checked has a Swift block`(guide: String) {
    #expect(GuideBlock.all.contains { $0.guide == guide }, "\(guide): no Swift block was found")
}

@Test func `every piece of code that is marked for a guide appears in a guide`() {
    let shown = Set(GuideBlock.all.map(\.mark))
    for file in guideSources {
        for (index, line) in file.lines.enumerated() {
            let words = line.trimmingCharacters(in: .whitespaces)
            guard words.hasPrefix("// guide: "), words != "// guide: end" else { continue }
            #expect(
                shown.contains(String(words.dropFirst(10))),
                "\(file.path):\(index + 1): no guide shows it; name it in docs/guide")
        }
    }
}

@Test func `code for a guide is found by its name and moved to the left edge`() {
    let file = SourceFile(
        path: "X",
        lines: ["    // guide: a", "    if b {", "", "        c", "    // guide: end", "d"])
    #expect(markedCode("a", in: [file]) == ["if b {", "", "    c"])
    #expect(markedCode("b", in: [file]) == nil)
    let blocks = GuideBlock.blocks(
        in: ["<!-- a -->", "```swift", "b", "```", "", "```swift", "```"], of: "G")
    #expect(blocks.map(\.mark) == ["a", ""])
    #expect(blocks.map(\.code) == [["b"], []])
}
