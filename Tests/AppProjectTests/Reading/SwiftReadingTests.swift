// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import AppProject

@Test(arguments: [
    ("let a = [[[[1]]]]", false), ("let a: [String: [String: [String: [Int]]]]", false),
    (String(repeating: "let a = \":( [[[\" // ((( [[[\n", count: 200), false),
    (String(repeating: "[", count: 20), true), (String(repeating: "f([", count: 20), true),
    (String(repeating: "[ \n", count: 20), true),
    ("\"\\(" + String(repeating: "[", count: 20), true),
    (String(repeating: "func f() { g(); }\n", count: 500), false), ("", false), ("\"", false),
])
func `code that would take too long to parse is recognized in advance`(
    text: String, isRefused: Bool
) {
    #expect((SourceLimits.refusal(of: Array(text.utf8)) != nil) == isRefused)
}

@Test func `a file that is nested too deeply is reported and skipped`() {
    let deep = String(repeating: "[", count: 5_000)
    let project = ProjectReader.read(
        MemoryTree(["a.swift": deep, "b.swift": "let a = 1", "Project.swift": deep]))
    #expect(project.sources.keys.sorted() == ["b.swift"])
    #expect(Set(project.problems.map(\.rule)) == ["not-examined"])
    #expect(Set(project.problems.map(\.location.file)) == ["a.swift", "Project.swift"])
}

@Test func `many files are read, each once`() {
    let files = Dictionary(
        uniqueKeysWithValues: (0..<300).map { ("s/\($0).swift", "let a\($0) = 1") })
    #expect(ProjectReader.read(MemoryTree(files)).sources.count == 300)
}
