// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ArgumentParser
import CommandSupport
import Workbench

/// `bellhop channel create|list|show|delete`.
struct ChannelCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract: "Create, show and delete broadcast channels for Live Activities.",
        discussion: """
            Without credentials, the channels are those of the running simulator:
              bellhop channel create
              bellhop push score.apns --channel dHN0LXNyY2gtY2hubA==

            With a key, the channels are Apple's, in the sandbox or in production:
              bellhop channel list --app com.example.app --to sandbox \\
                --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456

            A channel exists until it is deleted. An app can have at most 10,000 channels
            in each environment.
            """,
        subcommands: [Create.self, List.self, Show.self, Delete.self])

    /// The options that select an app and an APNs server.
    struct Options: ParsableArguments {
        @OptionGroup var state: StateOptions
        @OptionGroup var credential: CredentialOptions
        @OptionGroup var certificate: CertificateOptions
        @Option(
            help: """
                The environment of Apple's APNs, sandbox or production; needs --key and --team-id, \
                or --cert.
                """)
        var to: String?
        @Option(help: "The host of a server to use instead of Apple's or the running simulator.")
        var host: String?
        @Option(help: "The server's port. Default: 2195 for sandbox, 2196 for production.")
        var port: Int?
        @Option(
            name: .customLong("ca"),
            help: ArgumentHelp(
                "A PEM file with the certificate authorities to trust instead of the system's.",
                valueName: "file"))
        var authorityPath: String?
        @Option(help: "The environment of the channels: sandbox or production. Default: sandbox.")
        var environment: String?
        @Option(help: "The app's bundle identifier. Default: the simulator's demo app.")
        var app: String?

        func validate() throws {
            guard (1...65535).contains(port ?? 443) else {
                throw ValidationError("--port takes 1 to 65535")
            }
        }

        /// Returns the session for the selected server and app.
        func session() throws -> ChannelSession {
            let destination = Destination(
                to: to, host: host, port: port, authorityPath: authorityPath,
                environment: environment)
            let route = try destination.route(
                credential: credential, certificate: certificate, state: state.directory)
            return try ChannelSession(route: route, app: app)
        }
    }
}

extension ChannelCommands {
    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Create a channel and print its identifier.",
            discussion: """
                The storage policy cannot be changed later.

                  bellhop channel create
                  bellhop channel create --app com.example.app --storage none
                """)
        @OptionGroup var options: Options
        @Option(
            help: """
                Which broadcasts APNs stores for phones that are offline: most-recent stores the \
                newest broadcast for at most 8 hours; none stores nothing, and allows more \
                broadcasts on a channel.
                """)
        var storage = StorageOption.mostRecent
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text

        func run() async throws {
            try await reportingFailures {
                let session = try options.session()
                let id = try await session.send { channels, app throws(APNSChannelError) in
                    try await channels.create(storing: storage.policy, bundleID: app)
                }
                Console.out(format == .json ? ChannelText.json(id, storage.policy) : id.text)
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the channels of an app.",
            discussion: "  bellhop channel list --format json")
        @OptionGroup var options: Options
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text

        func run() async throws {
            try await reportingFailures {
                let session = try options.session()
                let channels = try await session.send { channels, app throws(APNSChannelError) in
                    try await channels.list(bundleID: app)
                }
                if format == .json {
                    let list = JSONValue.array(channels.map { .string($0.text) })
                    return Console.out(
                        JSONWriter.text(.object(["channels": list]), style: .indented))
                }
                for channel in channels { Console.out(channel.text) }
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the storage policy of a channel.",
            discussion: "  bellhop channel show dHN0LXNyY2gtY2hubA==")
        @OptionGroup var options: Options
        @Argument(help: "The channel identifier.") var id: String
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text

        func run() async throws {
            try await reportingFailures {
                let id = try PushHeaders.channelID(id)
                let session = try options.session()
                let storage = try await session.send { channels, app throws(APNSChannelError) in
                    try await channels.read(id, bundleID: app)
                }
                Console.out(
                    format == .json
                        ? ChannelText.json(id, storage) : "\(id)  \(storage.summary)")
            }
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete a channel permanently.",
            discussion: "  bellhop channel delete dHN0LXNyY2gtY2hubA==")
        @OptionGroup var options: Options
        @Argument(help: "The channel identifier.") var id: String

        func run() async throws {
            try await reportingFailures {
                let id = try PushHeaders.channelID(id)
                let session = try options.session()
                try await session.send { channels, app throws(APNSChannelError) in
                    try await channels.delete(id, bundleID: app)
                }
                Console.note("deleted \(id)")
            }
        }
    }
}

/// The values of the option for a channel's storage: `none` and `most-recent`.
enum StorageOption: String, ExpressibleByArgument, CaseIterable {
    case none
    case mostRecent = "most-recent"

    var policy: ChannelStorage { self == .none ? .none : .mostRecent }
}

/// Formats channels as JSON.
enum ChannelText {
    static func json(_ id: ChannelID, _ storage: ChannelStorage) -> String {
        let word: StorageOption = storage == .none ? .none : .mostRecent
        return JSONWriter.text(
            .object(["channel": .string(id.text), "storage": .string(word.rawValue)]),
            style: .indented)
    }
}
