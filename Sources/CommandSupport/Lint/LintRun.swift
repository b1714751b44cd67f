// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import Diagnostics
import Foundation
import PushLint
import Workbench

/// A run over some files. It reads, checks and fixes the files, and collects the findings.
struct LintRun {
    private let context: LintContext
    private let isFixing: Bool
    private let linter = PayloadLinter()
    /// The transport whose messages the files contain.
    private let transport: PushTransport
    private var configurations: LintConfigurations
    private var folder = FolderLinter()

    private(set) var report = DiagnosticReport(
        tool: "bellhop lint", version: ToolVersion.current, rules: LintRun.rules)
    /// Whether a file that was specified explicitly could not be read.
    private(set) var isIncomplete = false
    /// The text of standard input with the fixes applied.
    private(set) var fixedInput: String?

    /// The rules for payloads, and for messages to other services.
    static let rules = LintRule.rows + MessageRule.rows

    init(
        context: LintContext, configuration: LintConfiguration?, isFixing: Bool,
        transport: PushTransport
    ) {
        self.context = context
        self.transport = transport
        self.isFixing = isFixing
        configurations = LintConfigurations(given: configuration)
    }

    mutating func lint(_ paths: LintPaths) throws {
        report.skipped = paths.skipped
        for entry in paths.entries { try lint(entry) }
        if report.fileCount == 0 {
            report.nothingFound =
                transport == .apns ? "no payload was found" : "no message was found"
        }
        let shares = folder.findings(in: paths.commonFolder)
        let configuration = try configurations.forFile(paths.commonFolder + "/-")
        report.add(shares.compactMap { configuration.apply(to: $0, of: $0.location.file) })
    }

    private mutating func lint(_ entry: LintPaths.Entry) throws {
        let isInput = entry.path == LintPaths.standardInput
        let configuration = try configurations.forFile(entry.path)
        if entry.isFound, configuration.excludes(entry.path) { return }
        switch isInput ? LintFile.standardInput() : LintFile.read(entry.path) {
        case .text(let source):
            if let reason = reasonAgainst(source, entry) {
                report.skipped.append(.init(entry.path, reason))
                return
            }
            try lint(source, configuration)
        case .tooLarge where entry.isUncertain:
            report.skipped.append(
                .init(
                    entry.path,
                    "the file is much larger than any payload"))
        case .tooLarge(let byteCount):
            let name = isInput ? Diagnostic.Location.standardInput : entry.path
            report.fileCount += 1
            report.add([PayloadLinter.tooLarge(file: name, byteCount: byteCount)])
        case .unreadable(let problem) where entry.isFound:
            report.skipped.append(.init(entry.path, problem))
        case .unreadable(let problem):
            Console.error("\(entry.path.printable): cannot read this file: \(problem)")
            isIncomplete = true
        }
    }

    /// Returns the reason why a file that was found in a folder is not examined.
    private func reasonAgainst(_ source: SourceText, _ entry: LintPaths.Entry) -> String? {
        guard entry.isFound else { return nil }
        guard transport == .apns else {
            return entry.isUncertain
                ? MessageLinter(transport).reasonAgainst(source) : "the file is a payload for APNs"
        }
        return entry.isUncertain ? PayloadGuess.reasonAgainst(source) : nil
    }

    private mutating func lint(_ original: SourceText, _ configuration: LintConfiguration) throws {
        var context = context
        context.app = context.app ?? configuration.app
        context.minimumOS = context.minimumOS ?? configuration.minimumOS
        let linted = context
        func check(_ source: SourceText) -> [Diagnostic] {
            let found =
                transport == .apns
                ? linter.lint(source, context: linted)
                : MessageLinter(transport, context: linted).lint(source)
            return found.compactMap { configuration.apply(to: $0, of: source.name) }
        }
        var source = original
        var fixing: LintFixing?
        if isFixing {
            let result = LintFixing(of: original, lint: check)
            source = result.source
            fixing = result
        }
        let remaining: [Diagnostic]
        if transport == .apns {
            let found = linter.examine(source, context: linted)
            if let traits = found.traits { folder.add(traits) }
            remaining = found.diagnostics.compactMap {
                configuration.apply(to: $0, of: source.name)
            }
        } else {
            remaining = check(source)
        }
        if let fixing { try write(fixing, left: remaining) }
        report.add(remaining, of: source)
    }

    /// Writes the text with the fixes applied, and reports how many errors must be fixed manually.
    private mutating func write(_ fixing: LintFixing, left: [Diagnostic]) throws {
        let name = fixing.source.name
        if name == Diagnostic.Location.standardInput {
            fixedInput = String(decoding: fixing.source.bytes, as: UTF8.self)
        } else if !fixing.titles.isEmpty {
            try fixing.write()
        }
        guard !fixing.titles.isEmpty else { return }
        let errorCount = left.count { $0.severity == .error }
        let rest =
            errorCount == 0
            ? "" : "; \(errorCount) error\(errorCount == 1 ? "" : "s") must be fixed by hand"
        let file = TerminalText.text(name)
        let verb = errorCount == 0 ? "fixed" : "changed"
        Console.note("\(file): \(verb): \(fixing.summary)\(rest)")
    }
}
