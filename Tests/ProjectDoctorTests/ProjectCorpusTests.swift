// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Foundation
import ProjectDoctor
import Testing

/// One checkout of the corpus and its problems.
struct CorpusProject: Sendable, CustomTestStringConvertible {
    let name: String
    /// The identifiers of the rules with errors or warnings.
    let problems: Set<String>

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Corpus")

    static let all: [CorpusProject] = {
        let table = try? String(
            contentsOf: folder.appending(path: "verdicts.tsv"), encoding: .utf8)
        return (table ?? "").split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return CorpusProject(
                name: cells[0],
                problems: cells[1] == "clean"
                    ? [] : Set(cells[1].split(separator: " ").map(String.init)))
        }
    }()

    /// The errors and warnings of every check, and those about files that could not be read.
    func findings() throws -> [Diagnostic] {
        let tree = try DiskTree(root: Self.folder.appending(path: name).path)
        return ProjectExamination(of: ProjectReader.read(tree)).diagnostics
            .filter { $0.severity > .note }
    }
}

@Test func `the corpus has at least ten projects, of which at least four are correct`() {
    #expect(CorpusProject.all.count >= 10)
    #expect(CorpusProject.all.count { $0.problems.isEmpty } >= 4)
}

@Test(arguments: CorpusProject.all)
func `the expected problems, and no others, are found in a project of the corpus`(
    project: CorpusProject
) throws {
    let findings = try project.findings()
    for problem in project.problems.subtracting(findings.map(\.rule)) {
        Issue.record("\(project.name): no finding of \(problem)")
    }
    for finding in findings where !project.problems.contains(finding.rule) {
        Issue.record("\(project.name): unexpected finding: \(finding)")
    }
}
