// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI

// The command that shows the trace of app code.
extension DeviceCommands {
    struct Trace: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trace",
            abstract: "Print the calls of app code and the rules that cause them, oldest first.",
            discussion: "  bellhop device trace --follow")
        /// The time between two queries with `--follow`.
        static let interval = Duration.milliseconds(300)

        @OptionGroup var options: DeviceOptions
        @Flag(help: "Keep printing new callbacks until Ctrl-C.") var follow = false
        @Option(help: "The number of past callbacks to print first; 0 prints none.") var count = 50

        func validate() throws {
            guard count < 0 else { return }
            throw ValidationError("--count takes 0 or more")
        }

        func run() async throws {
            try await reportingFailures {
                let client = try options.client
                var seen = try await trace(client)
                try printLines(seen.prefix(count))
                while follow {
                    try await TimeSource.system.sleep(for: Self.interval)
                    let now = try await trace(client)
                    try printLines(now.prefix(TraceFollower.newCount(in: now, after: seen)))
                    seen = now
                }
            }
        }

        private func trace(_ client: any SimulatorControl) async throws -> [CallbackView] {
            try await callingSimulator { try await client.trace(of: options.device) }
                .filter { options.app == nil || $0.bundleID == options.app }
        }

        /// Prints callbacks, which the caller passes newest first. In JSON, each callback is one
        /// line with one object.
        private func printLines(
            _ callbacks: some BidirectionalCollection<CallbackView>
        ) throws {
            for callback in callbacks.reversed() {
                guard options.format == .json else {
                    Console.out(DeviceText.timedCallback(callback))
                    continue
                }
                Console.out(try jsonText(callback, isPretty: false))
            }
        }
    }
}

/// Finds the new callbacks in a trace that discards its oldest callbacks.
enum TraceFollower {
    /// Returns the number of callbacks that an earlier trace does not contain. Both traces are
    /// ordered newest first.
    static func newCount(in now: [CallbackView], after before: [CallbackView]) -> Int {
        guard !before.isEmpty else { return now.count }
        for count in now.indices where now[count] == before[0] {
            let rest = now[count...]
            if zip(rest, before).allSatisfy({ $0 == $1 }) { return count }
        }
        return now.count
    }
}
