// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A Swift file that a tutorial shows, in its steps from the first to the last.
private struct TutorialFile: CustomTestStringConvertible {
    /// The path of the tutorial, from the project's root.
    let tutorial: String
    /// The name under which the tutorial shows the file.
    let name: String
    /// The paths of the steps, from the project's root.
    let steps: [String]

    var testDescription: String { "\(tutorial): \(name)" }

    /// The text of a file, without empty lines at its end.
    static func text(_ path: String) throws -> String {
        let text = try String(contentsOf: SourceFile.root.appending(path: path), encoding: .utf8)
        return text.trimmingCharacters(in: .newlines)
    }

    /// The files of the project below a folder, by their paths from the project's root.
    static func paths(below folder: String) -> [String] {
        let base = SourceFile.root.appending(path: folder)
        let names = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
        return (names ?? []).filter { !$0.contains(".build/") }.sorted().map { "\(folder)/\($0)" }
    }

    /// The tutorials of all catalogs.
    static let tutorials = paths(below: "Sources").filter { $0.hasSuffix(".tutorial") }

    /// Every Swift file of every tutorial.
    static let all: [TutorialFile] = tutorials.flatMap { tutorial -> [TutorialFile] in
        files(of: tutorial, in: (try? text(tutorial)) ?? "")
    }

    static func files(of tutorial: String, in text: String) -> [TutorialFile] {
        let folder = tutorial.split(separator: "/").dropLast().joined(separator: "/")
        let code = text.matches(
            of: #/@Code\(name: "(?<name>[^"]+)", file: "(?<file>[^"]+[.]swift)"\)/#)
        return Set(code.map(\.name)).sorted().map { name in
            TutorialFile(
                tutorial: tutorial, name: String(name),
                steps: code.filter { $0.name == name }.map { "\(folder)/Resources/\($0.file)" })
        }
    }
}

/// The examples, which are compiled or, for views, type-checked by `scripts/check-views.sh`.
private let examples = TutorialFile.paths(below: "Examples").filter { $0.hasSuffix(".swift") }

@Test(arguments: TutorialFile.all)
private func `the last step of a tutorial is code that is compiled`(file: TutorialFile) throws {
    let last = try TutorialFile.text(try #require(file.steps.last))
    let sources = try examples.filter { $0.hasSuffix("/\(file.name)") }.map(TutorialFile.text)
    #expect(
        sources.contains { $0.hasSuffix("\n\n" + last) },
        "\(file.testDescription): copy a file of this name from Examples, without its notice")
}

@Test(arguments: TutorialFile.all)
private func `a step of a tutorial has only lines of the file's last step`(file: TutorialFile)
    throws
{
    let last = try TutorialFile.text(try #require(file.steps.last)).components(separatedBy: "\n")
    for step in file.steps {
        var rest = last[...]
        for line in try TutorialFile.text(step).components(separatedBy: "\n") where !line.isEmpty {
            guard let index = rest.firstIndex(of: line) else {
                Issue.record("\(step): the last step does not have this line here: \(line)")
                break
            }
            rest = rest[(index + 1)...]
        }
    }
}

@Test func `each step that a catalog has is in a tutorial`() {
    let shown = Set(TutorialFile.all.flatMap(\.steps))
    let steps = TutorialFile.paths(below: "Sources").filter {
        $0.contains(".docc/") && $0.hasSuffix(".swift")
    }
    #expect(Set(steps) == shown)
    #expect(TutorialFile.tutorials.count >= 6)
}

@Test func `the steps of a tutorial are found by the names of their files`() {
    let text = """
        @Code(name: "A.swift", file: "a-01.swift")
        @Code(name: "B.swift", file: "b-01.swift")
            @Code(name: "A.swift", file: "a-02.swift")
        """
    let files = TutorialFile.files(of: "Sources/M/M.docc/T.tutorial", in: text)
    #expect(files.map(\.name) == ["A.swift", "B.swift"])
    #expect(files.first?.steps.last == "Sources/M/M.docc/Resources/a-02.swift")
}
