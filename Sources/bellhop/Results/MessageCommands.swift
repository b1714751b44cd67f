// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

/// `bellhop messages`: lists what a running gateway has sent.
struct MessageCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "List the messages and deliveries of a running gateway.",
        discussion: """
              bellhop messages list --user sam
              bellhop messages deliveries --state rejected --reason BadDeviceToken
            """,
        subcommands: [List.self, Deliveries.self])

    /// The filters of all lists.
    struct Filters: ParsableArguments {
        @Option(help: "Only entries of this app: its bundle identifier.") var app: String?
        @Option(help: "Only entries of messages that were sent to this user.") var user: String?
        @Option(help: "Only entries for this installation.") var installation: String?
        @Option(
            help: ArgumentHelp(
                "Only entries with a delivery in this state: "
                    + DeliveryState.allCases.map(\.rawValue).joined(separator: ", ") + ".",
                valueName: "state"),
            completion: .list(DeliveryState.allCases.map(\.rawValue)))
        var state: String?
        @Option(help: "Only entries with this reason, such as BadDeviceToken.")
        var reason: String?
        @Option(
            help: ArgumentHelp(
                "Only entries since this time, such as 2026-01-31T09:05:00Z.", valueName: "time"))
        var since: String?
        @Option(help: "The maximum number of entries: 1 to \(GatewayLimits.pageEntriesMax).")
        var limit = 20
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var directory: StateOptions

        func validate() throws {
            guard (1...GatewayLimits.pageEntriesMax).contains(limit) else {
                throw ValidationError(
                    "--limit is out of range; use 1 to \(GatewayLimits.pageEntriesMax)")
            }
        }

        var query: ResultQuery {
            ResultQuery([
                ("app", app), ("user", user), ("installation", installation), ("state", state),
                ("reason", reason), ("since", since),
            ])
        }

        func client() throws -> GatewayClient { try directory.directory.runningGateway() }
    }

    /// `bellhop messages list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the newest messages.",
            discussion: """
                  bellhop messages list --user sam
                  bellhop messages list --state rejected --since 2026-01-31T00:00:00Z \\
                    --format json
                """)

        @OptionGroup var filters: Filters

        func run() async throws {
            try await reportingFailures {
                let found = try await filters.client().messages(
                    filters.query, limit: filters.limit)
                if filters.format == .json { return Console.out(try jsonText(found)) }
                for message in found { Console.out(message.line) }
                if found.isEmpty { Console.note("there are no such messages") }
            }
        }
    }

    /// `bellhop messages deliveries`.
    struct Deliveries: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deliveries",
            abstract: "List the newest deliveries of messages.",
            discussion: """
                  bellhop messages deliveries --state rejected --reason BadDeviceToken
                  bellhop messages deliveries --installation install-1 --format json

                bellhop explain --id traces one delivery. For campaigns, see bellhop \
                campaign deliveries.
                """)

        @OptionGroup var filters: Filters

        func run() async throws {
            try await reportingFailures {
                let found = try await filters.client().deliveries(
                    filters.query, limit: filters.limit)
                if filters.format == .json { return Console.out(try jsonText(found)) }
                for delivery in found { Console.out(delivery.line) }
                if found.isEmpty { Console.note("there are no such deliveries") }
            }
        }
    }
}

extension MessageSummary {
    /// A description of the message in one line.
    fileprivate var line: String {
        let states = states.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            .joined(separator: ", ")
        return "\(id)  \(GatewayJSON.text(of: createdAt))  \(targetKind.rawValue) "
            + "\(target.printable)  \(states)  \(app)"
    }
}

extension DeliveryResource {
    /// A description of the delivery in one line.
    fileprivate var line: String {
        let because = reason.map { " (\($0.printable))" } ?? ""
        let by = transport.map { "  with \($0.displayName)" } ?? ""
        return "\(id)  \(GatewayJSON.text(of: updatedAt))  \(state.rawValue)\(because)  "
            + "\(installation?.printable ?? token)\(by)"
    }
}
