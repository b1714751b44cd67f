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

/// Reads and prints faults. On the command line, a fault is JSON in the form of `POST /v1/faults`,
/// with or without a name.
enum FaultText {
    /// Reads `{"fault":…}` or `NAME={"fault":…}`.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if the fault is not a JSON object.
    static func read(_ text: String) throws -> JSONObject {
        let start = text.firstIndex(of: "{") ?? text.endIndex
        let name = text[..<start]
        guard var object = (try? JSONReader.read(Array(text[start...].utf8)))?.value.objectValue,
            name.isEmpty || (name.hasSuffix("=") && name.count > 1)
        else {
            throw CommandFailure(
                .usage,
                "\"\(text.printable)\" is not a fault; write a JSON object, such as "
                    + "'{\"fault\":\"status\",\"status\":503,\"count\":1}', with or without NAME= "
                    + "before it")
        }
        if !name.isEmpty { object["name"] = .string(String(name.dropLast())) }
        return object
    }

    /// Returns a line about an active fault: its identifier, its JSON, and the numbers of requests
    /// that it has affected and will still affect.
    static func line(_ view: FaultView) -> String {
        let rest = view.remaining.map { ", \($0) more" } ?? ""
        return "\(view.id)  \(JSONWriter.text(view.fault))  \(view.affected) affected\(rest)"
            .printable
    }
}

extension SimulatorCommand {
    /// `bellhop apns fault`: makes the simulator fail in a requested way.
    struct Faults: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fault", abstract: "Add, list and remove injected faults.",
            discussion: """
                  bellhop apns fault add '{"fault":"status","status":503,"count":2}'
                  bellhop apns fault add 'slow={"fault":"latency","milliseconds":200}'
                  bellhop apns fault list
                  bellhop apns fault remove slow
                """,
            subcommands: [Add.self, List.self, Remove.self], defaultSubcommand: List.self)

        struct Add: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "add",
                abstract: "Add a fault; docs/control-api.md lists the kinds and their keys.",
                discussion: "  bellhop apns fault add '{\"fault\":\"silence\",\"count\":1}'")

            @Argument(help: "The fault as JSON, with or without NAME= before it.")
            var fault: String

            @OptionGroup var simulator: ControlOptions

            func run() async throws {
                try await reportingFailures {
                    let fault = Data(JSONWriter.write(.object(try FaultText.read(fault))))
                    let client = try simulator.client
                    let view = try await callingSimulator { try await client.addFault(fault) }
                    Console.out(FaultText.line(view))
                }
            }
        }

        struct List: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "list",
                abstract: "List the active faults.",
                discussion: "  bellhop apns fault list --format json")

            @OptionGroup var simulator: ControlOptions
            @Option(help: "The output format: text or json.")
            var format = OutputFormat.text

            func run() async throws {
                try await reportingFailures {
                    let client = try simulator.client
                    let views = try await callingSimulator { try await client.faults() }
                    if format == .json { return Console.out(try jsonText(views)) }
                    if views.isEmpty { Console.out("no fault is active") }
                    for view in views { Console.out(FaultText.line(view)) }
                }
            }
        }

        struct Remove: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                commandName: "remove",
                abstract: "End one injected fault, or all of them.",
                discussion: """
                      bellhop apns fault remove slow
                      bellhop apns fault remove all
                    """)

            @Argument(help: "The number or the name of the fault, or all.")
            var fault: String

            @OptionGroup var simulator: ControlOptions

            func run() async throws {
                try await reportingFailures {
                    let client = try simulator.client
                    try await callingSimulator {
                        try await client.removeFault(fault == "all" ? nil : fault)
                    }
                }
            }
        }
    }
}
