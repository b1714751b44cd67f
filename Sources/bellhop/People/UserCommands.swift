// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop user`: shows, exports, merges and erases the users of a running gateway.
struct UserCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Show, export, merge and erase users of a running gateway.",
        discussion: """
              bellhop user show alex
              bellhop user alias alex crm 4711
              bellhop user show alias:crm:4711
              bellhop user merge alex --from guest-17
              bellhop user export alex >alex.json
              bellhop user erase alex

            A user is named by their own name or by an alias, as alias:LABEL:VALUE.
            """,
        subcommands: [
            Show.self, Export.self, Alias.self, Merge.self, Erase.self,
        ])

    /// The options of all commands about users.
    struct Options: ParsableArguments {
        @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
        var app: String?
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func client() throws -> GatewayClient { try state.directory.runningGateway() }
    }

    /// `bellhop user show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show a user with aliases, topics and installations.",
            discussion: "  bellhop user show alex --format json")

        @Argument(help: "The user, or alias:LABEL:VALUE.") var user: String
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let found = try await options.client().user(user, app: options.app)
                guard let found else { throw CommandFailure.noUser(user) }
                if options.format == .json { return Console.out(try jsonText(found)) }
                for line in found.lines { Console.out(line) }
            }
        }
    }

    /// `bellhop user export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write everything that is stored about a user as JSON.",
            discussion: """
                  umask 077
                  bellhop user export alex >alex.json

                The output has installations, aliases, topics with the history of decisions, \
                messages with their deliveries, and receipts. Device tokens are shortened.
                """)

        @Argument(help: "The user, or alias:LABEL:VALUE.") var user: String
        @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
        var app: String?
        @OptionGroup var state: StateOptions

        func run() async throws {
            try await reportingFailures {
                let parts = try await state.directory.runningGateway()
                    .exportUser(user, app: app)
                var text: [UInt8] = []
                for try await part in parts {
                    text += part
                    guard text.last == UInt8(ascii: "\n") else { continue }
                    Console.out(
                        PrintableText.json(String(decoding: text.dropLast(), as: UTF8.self)))
                    text = []
                }
                guard text.isEmpty else {
                    throw CommandFailure(
                        .unavailable, "the gateway stopped before the end of the export; repeat it")
                }
            }
        }
    }

    /// `bellhop user alias`.
    struct Alias: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "alias",
            abstract: "Give a user an alias, or remove it.",
            discussion: """
                  bellhop user alias alex crm 4711
                  bellhop user alias alex crm --delete

                The value belongs to one user of the app. Afterwards, alias:crm:4711 names the \
                user wherever a user is named, also in /v1/users/{user}/messages.
                """)

        @Argument(help: "The user, or alias:LABEL:VALUE.") var user: String
        @Argument(help: "The label, such as crm.") var label: String
        @Argument(help: "The value; not with --delete.") var value: String?
        @Flag(help: "Remove the alias.") var delete = false
        @OptionGroup var options: Options

        func validate() throws {
            guard delete == (value == nil) else {
                throw ValidationError("give a value, or --delete to remove the alias")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                guard let value else {
                    guard try await client.deleteAlias(label, of: user, app: options.app) else {
                        throw CommandFailure(
                            .badInput,
                            "\(user.printable) has no alias \(label.printable); see: bellhop user "
                                + "show \(user.printable)")
                    }
                    return Console.out(
                        options.format == .json
                            ? try jsonText(["deleted": label]) : "deleted: \(label.printable)")
                }
                let alias = try await client.putAlias(label, value, of: user, app: options.app)
                Console.out(
                    options.format == .json
                        ? try jsonText(alias)
                        : "\(alias.user.printable): alias:\(alias.label):\(alias.value.printable)")
            }
        }
    }

    /// `bellhop user merge`.
    struct Merge: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "merge",
            abstract: "Assign an anonymous installation to a user, or merge another user into it.",
            discussion: """
                  bellhop user merge alex --from guest-17
                  bellhop user merge alex --installation 0f8a…

                Installations keep their attributes, tags, topics and inbox. An alias of the \
                other user is dropped if the user has another value for its label. An \
                installation of another user is refused.
                """)

        @Argument(help: "The user who remains, or alias:LABEL:VALUE.") var user: String
        @Option(help: "The user whose data is merged into this user.") var from: String?
        @Option(help: "An installation that belongs to nobody.") var installation: String?
        @OptionGroup var options: Options

        func validate() throws {
            guard (from == nil) != (installation == nil) else {
                throw ValidationError("give either --from or --installation")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let request = from.map(MergeRequest.user) ?? .installation(installation ?? "")
                let merged = try await options.client().merge(
                    request, into: user, app: options.app)
                if options.format == .json { return Console.out(try jsonText(merged)) }
                Console.out(
                    "\(merged.user.printable): "
                        + LoadReport.plural(merged.installations, "installation") + " and "
                        + LoadReport.plural(merged.aliases, "alias", "aliases") + " merged")
                if merged.droppedAliases > 0 {
                    Console.note(
                        LoadReport.plural(merged.droppedAliases, "alias was", "aliases were")
                            + " dropped")
                }
            }
        }
    }

    /// `bellhop user erase`.
    struct Erase: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "erase",
            abstract: "Erase a user everywhere in the gateway.",
            discussion: """
                  bellhop user erase alex
                  bellhop user erase alex --final

                The command removes installations with tokens, attributes, tags, topics and their \
                history, aliases, inboxes, messages to the user with deliveries and receipts, and \
                the user's name in audiences. This cannot be undone, so on a terminal the command \
                asks first. With --final, imports of the user are refused for three years; the \
                gateway keeps only a salted hash of the name.
                """)

        @Argument(help: "The user, or alias:LABEL:VALUE.") var user: String
        @Option(help: "The app's bundle identifier; by default all apps.") var app: String?
        @Flag(help: "Refuse imports of the user from now on.") var final = false
        @Flag(help: "Do not ask for confirmation.") var yes = false
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func run() async throws {
            try await reportingFailures {
                let client = try state.directory.runningGateway()
                try confirm()
                let order = try await client.eraseUser(user, app: app, isFinal: final)
                if format == .json { return Console.out(try jsonText(order)) }
                Console.out(Self.text(of: order, isFinal: final))
            }
        }

        /// Returns the result of an erasure, for people.
        static func text(of order: ErasureResource, isFinal: Bool) -> String {
            let rows = LoadReport.plural(order.rows, "row")
            guard order.state == .done else {
                return "erasing continues in the background: \(rows) so far; see "
                    + "GET /v1/erasures/\(order.id)"
            }
            guard order.rows > 0 else {
                return "no data of this user was found"
                    + (isFinal ? "; imports of the user are refused from now on" : "")
            }
            return "erased: \(rows) in \(LoadReport.plural(order.apps.count, "app"))"
        }

        private func confirm() throws {
            guard !yes, Console.inputIsTerminal else { return }
            Console.note("This erases \(user.printable) for good. Type the name again to continue:")
            guard readLine() == user else {
                throw CommandFailure(.no, "nothing was erased")
            }
        }
    }
}

extension CommandFailure {
    fileprivate static func noUser(_ user: String) -> CommandFailure {
        CommandFailure(
            .badInput,
            "the gateway knows no user \(user.printable); check the spelling and --app")
    }
}

extension UserResource {
    /// A description of the user, line by line.
    fileprivate var lines: [String] {
        var lines = ["\(user.printable) in \(app.printable)"]
        if let lastSeen { lines.append("last seen: \(APIJSON.text(of: lastSeen))") }
        for (label, value) in aliases.sorted(by: { $0.key < $1.key }) {
            lines.append("alias:\(label.printable):\(value.printable)")
        }
        for topic in topics {
            lines.append(
                "topic \(topic.topic.printable): \(topic.subscribed ? "subscribed" : "ended") "
                    + APIJSON.text(of: topic.changedAt))
        }
        lines.append("installations: \(installationCount)")
        for installation in installations {
            var line = "  \(installation.id.printable)"
            let transports = installation.tokens.filter(\.state.isUsable)
                .map { ($0.transport ?? .apns).displayName }
            if !transports.isEmpty {
                line += " with \(Set(transports).sorted().joined(separator: ", "))"
            }
            if let tags = installation.tags {
                line += " tags \(tags.map(\.printable).joined(separator: ", "))"
            }
            if let topics = installation.topics {
                line += " topics \(topics.map(\.printable).joined(separator: ", "))"
            }
            lines.append(line)
        }
        return lines
    }
}
