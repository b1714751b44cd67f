// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import ArgumentParser
import CommandSupport
public import GatewayAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop key`: creates, lists and revokes the API keys of a running gateway.
struct KeyCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Create, list and revoke API keys of a running gateway.",
        discussion: """
              bellhop key create --name backend --scope messages:write
              bellhop key list
              bellhop key revoke 7Xk2mQ9a

            The scopes:
            \(KeyScope.allCases.map { "  \($0.rawValue.padded(to: 21))\($0.meaning)" }
                .joined(separator: "\n"))
            """,
        subcommands: [Create.self, List.self, Revoke.self])

    /// The options of all commands about API keys.
    struct Options: ParsableArguments {
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func client() throws -> GatewayClient { try state.directory.runningGateway() }
    }

    /// `bellhop key create`.
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create an API key and print it.",
            discussion: """
                The gateway stores only a hash of the key, so it cannot show the key again. The \
                command writes only the key to standard output, so that a script can put it into a \
                file:

                  umask 077
                  bellhop key create --name backend --scope messages:write >backend-key
                  bellhop key create --name support --scope messages:read \\
                    --scope installations:read --app com.example.app
                """)

        @Option(help: "A name that describes the purpose of the key.")
        var name: String

        @Option(
            name: .customLong("scope"),
            help: ArgumentHelp(
                "A scope, which states what the key permits; may be repeated. See bellhop key "
                    + "--help.",
                valueName: "scope"))
        var scopes: [KeyScope]

        @Option(
            name: .customLong("app"),
            help: ArgumentHelp(
                "The bundle identifier of an app to which the key is limited; may be repeated. ",
                discussion: "Without this option, the key is valid for all "
                    + "apps.", valueName: "app"))
        var apps: [String] = []

        @Option(
            name: .customLong("requests-per-minute"),
            help: ArgumentHelp(
                "The number of requests that the key permits in a minute.",
                discussion: "Default: the number of bellhop serve --key-rate",
                valueName: "number"))
        var requestsPerMinute: Int?

        @OptionGroup var options: Options

        func validate() throws {
            guard !scopes.isEmpty else {
                throw ValidationError("--scope is missing; add one such as --scope messages:write")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let key = try await options.client().createKey(
                    APIKeyRequest(
                        name: name, scopes: scopes, apps: apps,
                        requestsPerMinute: requestsPerMinute))
                if options.format == .json { return Console.out(try jsonText(key)) }
                Console.out(key.key ?? "")
                Console.note("the key \(key.id) cannot be shown again; it \(key.summary)")
            }
        }
    }

    /// `bellhop key list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the API keys with their identifiers, names and scopes, but without the "
                + "secret keys.",
            discussion: "  bellhop key list --format json")

        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let keys = try await options.client().keys()
                if options.format == .json {
                    return Console.out(try jsonText(APIKeyList(keys: keys)))
                }
                for key in keys { Console.out(key.line) }
            }
        }
    }

    /// `bellhop key revoke`.
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Revoke an API key immediately.",
            discussion: """
                  bellhop key revoke 7Xk2mQ9a

                From then on, the gateway responds with 401 to requests with this key. It still \
                sends the messages that it accepted before.
                """)

        @Argument(
            help: ArgumentHelp(
                "The key's identifier: the eight characters after bh_.", valueName: "id"))
        var id: String

        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                guard let key = try await options.client().revokeKey(id) else {
                    throw CommandFailure(
                        .badInput,
                        "there is no API key \(id.printable); see the keys with: bellhop key list")
                }
                if options.format == .json { return Console.out(try jsonText(key)) }
                Console.out("revoked: \(key.line)")
            }
        }
    }
}

extension KeyScope: ExpressibleByArgument {}

extension APIKeyResource {
    /// A description of the access that the key permits, as the end of a sentence.
    fileprivate var summary: String {
        let what = scopes.map(\.rawValue).joined(separator: ", ")
        let rate = requestsPerMinute.map { ", \($0) requests a minute" } ?? ""
        return "permits \(what) for \(apps.isEmpty ? "all apps" : apps.joined(separator: ", "))"
            + rate
    }

    /// A description of the key in one line.
    fileprivate var line: String {
        let use =
            revokedAt.map { "revoked \(Self.day($0))" } ?? lastUsedAt.map { "used \(Self.day($0))" }
            ?? "never used"
        return "\(id)  \(name.printable): \(summary); created \(Self.day(createdAt)), \(use)"
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: Swift.max(1, count - self.count))
    }
}
