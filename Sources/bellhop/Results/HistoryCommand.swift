// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

extension InstallationCommands {
    /// `bellhop installations history`.
    struct History: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "Show what happened to an installation, newest first.",
            discussion: """
                  bellhop installations history install-1

                The list has registrations, tokens and why they ended, messages, campaigns and \
                receipts. `bellhop explain --id` traces one delivery.
                """)

        @Argument(help: "The installation's identifier.") var id: String
        @Option(help: "The maximum number of events: 1 to \(GatewayLimits.pageEntriesMax).")
        var limit = 50
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func validate() throws {
            guard (1...GatewayLimits.pageEntriesMax).contains(limit) else {
                throw ValidationError(
                    "--limit is out of range; use 1 to \(GatewayLimits.pageEntriesMax)")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let events = try await state.directory.runningGateway().history(
                    ofInstallation: id, limit: limit)
                if format == .json { return Console.out(try jsonText(events)) }
                for event in events { Console.out(event.line) }
            }
        }
    }
}

extension HistoryEntry {
    /// A description of the event in one line.
    fileprivate var line: String { "\(GatewayJSON.text(of: at))  \(what)" }

    private var what: String {
        let because = reason.map { " (\($0.printable))" } ?? ""
        switch kind {
        case .created: return "first registered"
        case .registered: return "last registered"
        case .token:
            return "token \(token ?? "") registered: \(family?.rawValue ?? ""), "
                + "\(environment?.rawValue ?? "")"
        case .tokenEnded:
            let since = invalidSince.map { ", invalid since \(GatewayJSON.text(of: $0))" } ?? ""
            return "token \(token ?? "") is \(state ?? "")\(because)\(since)"
        case .message:
            return "message \(message ?? ""): \(state ?? "")\(because), delivery "
                + "\(delivery ?? "")"
        case .campaign: return "campaign \(campaign ?? ""): \(state ?? "")\(because)"
        case .receipt:
            let name = action.map { " \($0.printable)" } ?? ""
            return "receipt: \(event ?? "")\(name) of "
                + (message.map { "message \($0)" } ?? "campaign \(campaign ?? "(removed)")")
        }
    }
}
