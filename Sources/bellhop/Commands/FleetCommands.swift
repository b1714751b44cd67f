// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Prints lines of text that arrives in parts. A part can end in the middle of a line.
private struct LineOutput {
    private var rest: [UInt8] = []

    /// Whether the received text ends with a complete line.
    var isComplete: Bool { rest.isEmpty }

    mutating func write(_ part: Data) {
        guard let end = part.lastIndex(of: UInt8(ascii: "\n")) else {
            rest.append(contentsOf: part)
            return
        }
        Console.out(String(decoding: rest + part[..<end], as: UTF8.self))
        rest = Array(part[part.index(after: end)...])
    }
}

/// `bellhop fleet`: controls many lightweight devices (simulated with less detail) for tests of
/// senders and gateways.
struct FleetCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Register many light devices with a running simulator.",
        discussion: "  bellhop fleet create 20000 >fleet.jsonl",
        subcommands: [Create.self])

    /// `bellhop fleet create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Register light devices and print one line of JSON for each.",
            discussion: """
                A light device has a device token and receives pushes, but is not a virtual phone. \
                Identifiers, users, locales and time zones depend only on the device's position in \
                the list; the tokens are random.

                  bellhop fleet create 20000 >fleet.jsonl
                  bellhop fleet create 100 --app com.example.shop --environment production
                """)

        @Argument(help: "The number of devices, from 1 to 1000000.")
        var count: Int

        @Option(help: "The app's bundle identifier. Default: the demo app.")
        var app: String?

        @Option(help: "The environment of the tokens: sandbox or production.")
        var environment = "sandbox"

        @OptionGroup var simulator: ControlOptions

        func validate() throws {
            guard (1...FleetOrder.countMax).contains(count) else {
                throw ValidationError(
                    "the number of devices must be from 1 to \(FleetOrder.countMax)")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let order = FleetOrder(
                    count: count, app: app, environment: try EnvironmentName.parse(environment))
                let client = try simulator.client
                var lines = LineOutput()
                try await callingSimulator {
                    for try await part in try await client.fleet(order) { lines.write(part) }
                }
                guard lines.isComplete else {
                    throw CommandFailure(
                        .unavailable,
                        "the simulator ended before all devices were registered; start it again")
                }
            }
        }
    }
}
