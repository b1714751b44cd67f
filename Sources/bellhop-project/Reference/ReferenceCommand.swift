// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import Diagnostics
import PushLint

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Implements `bellhop reference`, which writes the tables that the code defines as pages, so that
/// the documentation agrees with the code.
struct ReferenceCommand: AsyncParsableCommand {
    static let configuration = ReferenceOptions.configuration

    @OptionGroup var options: ReferenceOptions

    func run() async throws {
        try await reportingFailures {
            var outdated = try staleExamples()
            // The folder `Tests` is in the same checkout as docs/reference. Without this folder,
            // the pages list no tests.
            let tests = RuleTests(folder: options.directory + "/../../Tests")
            for page in ReferencePage.all(tests) {
                let path = options.directory + "/" + page.fileName
                let current = FileManager.default.contents(atPath: path)
                guard current != Data(page.text.utf8) else { continue }
                outdated.append(path)
                if !options.check { try write(page.text, to: path) }
            }
            for path in outdated {
                Console.out((options.check ? "out of date: " : "wrote ") + path)
            }
            if options.check, !outdated.isEmpty {
                throw CommandFailure(
                    .no, "\(outdated.count) pages are out of date; write them with: make docs")
            }
        }
    }

    private func write(_ text: String, to path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw CommandFailure(
                .cannotCreate,
                "\(path): cannot write this file; check that the directory exists")
        }
    }

    /// Returns the folders that contain examples of rules that no longer exist. The folders are
    /// removed unless this run only checks the pages.
    private func staleExamples() throws -> [String] {
        let examples = options.directory + "/" + ReferencePage.examplesFolder
        let names = (try? FileManager.default.contentsOfDirectory(atPath: examples)) ?? []
        let known = Set(LintRule.rows.map(\.id))
        let stale = names.filter { !known.contains($0) }.sorted().map { examples + "/" + $0 }
        if !options.check {
            for path in stale { try? FileManager.default.removeItem(atPath: path) }
        }
        return stale
    }
}
