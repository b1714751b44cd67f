// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BenchSupport

/// Prints the speed of single operations. With `fleet` it prints only the fleet's table; with
/// `serve` it runs a simulator for another load generator.
@main
enum BellhopBench {
    static func main() { SynchronousMain.run("bellhop-bench", run) }

    @Sendable private static func run() async throws {
        if CommandLine.arguments.dropFirst().first == "serve" {
            return try await LoadTarget.serve()
        }
        if CommandLine.arguments.dropFirst().first == "fleet" { return FleetBenchmark.run() }
        var table = Table()
        try PayloadBenchmarks.run(into: &table)
        try TokenBenchmarks.run(into: &table)
        LintBenchmarks.run(into: &table)
        try DecisionBenchmarks.run(into: &table)
        table.write()
        FleetBenchmark.run()
        try await SendBenchmark.run()
    }
}

/// The rows of the report, in Markdown.
struct Table {
    /// A measurement and its name.
    typealias Entry = (name: String, cost: Measurement)

    private var rows: [(name: String, cost: Measurement, reference: Entry?)] = []

    mutating func add(_ name: String, _ cost: Measurement, against reference: Entry? = nil) {
        rows.append((name, cost, reference))
    }

    func write() {
        Output.line("| what | µs each | per second | reference, same run | µs each | ratio |")
        Output.line("|---|---:|---:|---|---:|---:|")
        for (name, cost, reference) in rows {
            let ours = "\(cost.microseconds.rounded(to: 2)) | \(Int(cost.perSecond))"
            guard let reference else {
                Output.line("| \(name) | \(ours) | | | |")
                continue
            }
            let ratio = (reference.cost.nanoseconds / cost.nanoseconds).rounded(to: 1)
            Output.line(
                "| \(name) | \(ours) | \(reference.name) | "
                    + "\(reference.cost.microseconds.rounded(to: 2)) | \(ratio)× |")
        }
    }
}
