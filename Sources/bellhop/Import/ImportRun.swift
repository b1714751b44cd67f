// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import GatewayAPI
import Workbench

/// One run of an import: sends batches, several at a time, and processes the results in the order
/// of the file.
struct ImportRun: ~Copyable {
    /// The maximum number of concurrent requests.
    private static let requestsMax = 4
    /// The maximum number of lines that are shown for the same problem.
    private static let shownMax = 3
    /// The maximum number of different problems that are shown.
    private static let problemsMax = 20

    let client: GatewayClient
    let file: String
    let isDryRun: Bool
    let report: RefusalReport?
    private var state: ImportState
    private let size: Int?
    private let keepsState: Bool
    private let start: ContinuousClock.Instant
    private let entriesBefore: Int
    /// The number of entries with each problem.
    private var counts: [String: Int] = [:]

    /// A batch with the gateway's response.
    private struct Part: Sendable {
        let number: Int
        let batch: ImportBatch
        let result: InstallationImportResource
    }

    init(
        client: GatewayClient, file: String, isDryRun: Bool, report: consuming RefusalReport?,
        state: ImportState, size: Int?
    ) {
        self.client = client
        self.file = file
        self.isDryRun = isDryRun
        self.report = report
        self.state = state
        self.size = size
        keepsState = size != nil && !isDryRun
        start = ContinuousClock().now
        entriesBefore = state.entries
    }

    /// Imports all remaining entries.
    mutating func run(_ source: inout ImportSource) async throws {
        try source.skip(state.entries)
        if keepsState { try state.write(for: file) }
        var started = 0
        var ended = 0
        var waiting: [Int: Part] = [:]
        let (client, isDryRun) = (client, isDryRun)
        try await withThrowingTaskGroup(of: Part.self) { group in
            var isAtEnd = false
            while true {
                while !isAtEnd, started - ended < Self.requestsMax {
                    guard let batch = try source.next() else {
                        isAtEnd = true
                        break
                    }
                    let number = started
                    started += 1
                    group.addTask {
                        guard !batch.lines.isEmpty else {
                            return Part(
                                number: number, batch: batch,
                                result: .init(registered: 0, problems: []))
                        }
                        return Part(
                            number: number, batch: batch,
                            result: try await client.importInstallations(
                                batch.bytes, isDryRun: isDryRun))
                    }
                }
                guard let part = try await group.next() else { return }
                waiting[part.number] = part
                while let next = waiting.removeValue(forKey: ended) {
                    ended += 1
                    try take(next)
                }
            }
        }
    }

    private mutating func take(_ part: Part) throws {
        let refused = part.result.problems.map { problem in
            let line =
                part.batch.lines.indices.contains(problem.line - 1)
                ? part.batch.lines[problem.line - 1] : problem.line
            return (line: line, refusal: ImportRefusal(detail: problem.detail))
        }
        state.entries += part.batch.count
        state.registered += part.result.registered
        state.refused += refused.count
        state.setAside += part.batch.setAside.count
        for entry in refused { show(entry.line, entry.refusal) }
        for entry in part.batch.setAside { count(entry.refusal) }
        try report?.add(refused, kind: "refused")
        try report?.add(part.batch.setAside, kind: "set aside")
        if keepsState { try state.write(for: file) }
        if Console.errorIsTerminal { Console.redraw(progress(part.batch.offset)) }
    }

    private mutating func show(_ line: Int, _ refusal: ImportRefusal) {
        guard count(refusal) <= Self.shownMax else { return }
        if Console.errorIsTerminal { Console.redraw("") }
        Console.note("line \(line): \(refusal.reason); \(refusal.fix)")
    }

    @discardableResult
    private mutating func count(_ refusal: ImportRefusal) -> Int {
        let text = "\(refusal.reason); \(refusal.fix)"
        guard counts[text] != nil || counts.count < Self.problemsMax else { return .max }
        counts[text, default: 0] += 1
        return counts[text, default: 0]
    }

    /// The width of the bar in columns.
    private static let barWidth = 20

    private func progress(_ offset: Int) -> String {
        let seconds = (ContinuousClock().now - start).inSeconds
        let entries = Double(state.entries - entriesBefore)
        let rate = seconds > 0 ? Int(saturating: entries / seconds) : 0
        var text = LoadReport.plural(state.entries, "entry", "entries") + ", \(rate)/s"
        if state.refused > 0 { text += ", \(state.refused) refused" }
        if state.setAside > 0 { text += ", \(state.setAside) set aside" }
        guard let size, size > 0 else { return text }
        let done = min(Self.barWidth, offset * Self.barWidth / size)
        let bar =
            String(repeating: "#", count: done)
            + String(repeating: ".", count: Self.barWidth - done)
        return "[\(bar)] \(min(100, offset * 100 / size)) % \(text)"
    }

    /// Prints the result, and throws an error if the gateway refused entries.
    func finish() throws {
        if Console.errorIsTerminal { Console.redraw("") }
        for (problem, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.shownMax {
            Console.note("\(LoadReport.plural(count, "line")): \(problem)")
        }
        if keepsState { ImportState.remove(for: file) }
        if state.setAside > 0 {
            Console.note(
                LoadReport.plural(state.setAside, "entry was", "entries were")
                    + " not imported; --report FILE lists the reasons")
        }
        Console.out(
            LoadReport.plural(state.registered, "installation")
                + (isDryRun ? " could be registered" : " registered"))
        guard state.refused > 0 else { return }
        throw CommandFailure(
            .badInput,
            LoadReport.plural(state.refused, "line was", "lines were")
                + " not registered; correct \(state.refused == 1 ? "it" : "them") and import the "
                + "file again")
    }
}
