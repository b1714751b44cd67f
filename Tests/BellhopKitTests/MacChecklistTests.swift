// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `docs/mac-checklist.md` names every file that has code for Apple's systems alone.
struct MacChecklistTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardized

    /// The kit's files with conditional compilation for a system, by their names without extension.
    private func conditionalFiles() throws -> Set<String> {
        let sources = Self.root.appending(path: "Sources/BellhopKit")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        var names: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            let hasBranch = text.split(separator: "\n").contains { line in
                let line = line.drop { $0 == " " }
                guard line.hasPrefix("#if ") || line.hasPrefix("#elseif ") else { return false }
                // Conditions for Foundation or a C library do not concern Apple's frameworks.
                return !line.contains("canImport(Foundation")
                    && !line.contains("canImport(Glibc)") && !line.contains("canImport(Musl)")
            }
            if hasBranch { names.insert(file.deletingPathExtension().lastPathComponent) }
        }
        return names
    }

    @Test func `the checklist names exactly the files with a branch for Apple's systems`()
        throws
    {
        let page = try String(
            contentsOf: Self.root.appending(path: "docs/mac-checklist.md"), encoding: .utf8)
        let table = try #require(page.components(separatedBy: "## 6.").last)
        var listed: Set<String> = []
        for row in table.split(separator: "\n") where row.hasPrefix("| `") {
            let cell = row.split(separator: "|").first.map(String.init) ?? ""
            let names = cell.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
            listed.formUnion(names.map { String($0.element) })
        }
        let files = try conditionalFiles()
        #expect(!files.isEmpty)
        #expect(files.subtracting(listed) == [], "add them to docs/mac-checklist.md, section 6")
        #expect(listed.subtracting(files) == [], "remove them from docs/mac-checklist.md")
    }
}
