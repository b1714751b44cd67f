// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import PushLint
import Testing

/// One payload of the corpus and what must be found in it.
struct CorpusPayload: Sendable, CustomTestStringConvertible {
    /// A severity and a key path; `-` for any location.
    struct Verdict: Hashable, Sendable {
        let severity: Severity
        let keyPath: String

        func covers(_ finding: Diagnostic) -> Bool {
            finding.severity == severity
                && (keyPath == "-" || finding.location.keyPath == keyPath)
        }
    }

    let name: String
    let kind: String
    let verdicts: [Verdict]

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Corpus")

    static let all: [CorpusPayload] = {
        let table =
            (try? String(contentsOf: folder.appending(path: "verdicts.tsv"), encoding: .utf8))
        return (table ?? "").split(separator: "\n").dropFirst().map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return CorpusPayload(
                name: cells[0], kind: cells[1],
                verdicts: cells[2] == "clean" ? [] : cells[2].split(separator: "; ").map(verdict))
        }
    }()

    private static func verdict(_ text: Substring) -> Verdict {
        Verdict(
            severity: text.hasPrefix("E") ? .error : .warning, keyPath: String(text.dropFirst(2)))
    }

    /// Errors and warnings, as `bellhop lint FILE` finds them.
    func findings() throws -> [Diagnostic] {
        let bytes = try Data(
            contentsOf: Self.folder.appending(path: "payloads/\(name).apns"))
        return PayloadLinter().lint(SourceText(name: name, bytes: Array(bytes)))
            .filter { $0.severity > .note }
    }
}

@Test func `the corpus has at least 150 payloads, at least a third of which are correct`() {
    let clean = CorpusPayload.all.count { $0.verdicts.isEmpty }
    #expect(CorpusPayload.all.count >= 150)
    #expect(clean * 3 >= CorpusPayload.all.count)
}

@Test(arguments: CorpusPayload.all)
func `the expected findings, and no others, occur in a payload of the corpus`(
    payload: CorpusPayload
) throws {
    let findings = try payload.findings()
    for verdict in payload.verdicts {
        #expect(
            findings.contains { verdict.covers($0) },
            "\(payload.name) lacks \(verdict.severity) at \(verdict.keyPath)")
    }
    for finding in findings {
        #expect(payload.verdicts.contains { $0.covers(finding) }, "unexpected finding: \(finding)")
    }
}
