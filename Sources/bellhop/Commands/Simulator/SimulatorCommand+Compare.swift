// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ArgumentParser
import CommandSupport
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SimulatorCommand {
    /// `bellhop apns compare`: shows where the simulator responds differently from another server.
    struct Compare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "compare",
            abstract: "Compare the simulator's responses with Apple's or another server's.",
            discussion: """
                The command sends \(ComparedRequest.all.count) invalid requests to an invented \
                device token, so that no device receives a notification, and sends the same \
                requests to a simulator that runs only for the comparison. The status is 1 if a \
                response differs.

                With --live, the requests go to Apple's sandbox: at most \
                \(ComparedRequest.countMax) requests over one connection, one at a time, with your \
                own key. The JSON output contains neither the key nor the topic, so that you can \
                publish it.

                  bellhop apns compare --live --key AuthKey_ABC123DEFG.p8 \\
                    --team-id TEAM123456 --topic com.example.app --format json >found.json
                  bellhop apns compare --to 127.0.0.1:2197 --ca .bellhop/ca.pem \\
                    --key .bellhop/simulator-key.p8 --key-id SIMULATOR1 \\
                    --team-id BELLHOPDEV --topic dev.bellhop.demo
                """)

        @Flag(help: "Send the requests to Apple's sandbox.")
        var live = false

        @Option(
            help: ArgumentHelp(
                "The host and port of a server to use instead of "
                    + "Apple's.", valueName: "host:port"))
        var to: String?

        @Option(
            name: .customLong("ca"),
            help: ArgumentHelp(
                "A PEM file with the certificate authorities to trust instead of the system's.",
                valueName: "file"),
            completion: .file())
        var authorityPath: String?

        @OptionGroup var key: CredentialOptions

        @Option(help: "The bundle identifier of an app that belongs to the key's team.")
        var topic: String

        @Option(help: "The output format: text or json.")
        var format = OutputFormat.text

        func validate() throws {
            guard live != (to != nil) else {
                throw ValidationError("give either --live or --to")
            }
            if live, authorityPath != nil { throw ValidationError("--ca needs --to") }
        }

        func run() async throws {
            try await reportingFailures {
                let key = try key.requiredKey()
                guard Topic.isPlausible(topic) else {
                    throw CommandFailure(
                        .usage,
                        "--topic: \"\(topic.printable)\" is not a bundle identifier; write one "
                            + "such as com.example.app")
                }
                let address =
                    try to.map { try HostAndPort(option: "--to", $0) }
                    ?? HostAndPort(host: APNSEnvironment.sandbox.host, port: APNSPort.https)
                guard live || !ApplesServers.includes(address.host) else {
                    throw CommandFailure(
                        .usage,
                        "\(address.host.printable) is one of Apple's servers; use --live, which "
                            + "sends to the sandbox only")
                }
                let server = RawTarget(
                    host: address.host, port: address.port,
                    trust: try authorityPath.map { try AuthorityFile.read($0) } ?? .system,
                    key: key, connectionCountMax: 1)
                let report = try await ComparisonSimulator.with(key: key, topic: topic) {
                    simulator in
                    try await ComparisonSession(server: server, simulator: simulator).run(
                        values: try Self.makeValues(topic: topic), name: server.name,
                        version: ToolVersion.current,
                        pause: live ? ComparisonSession.pause : .zero)
                }
                try Console.show(report, format)
                if !report.isEqual { throw ExitStatus.no.exitCode }
            }
        }

        private static func makeValues(topic: String) throws -> ComparedRequest.Values {
            var generator = SystemRandomNumberGenerator()
            let bytes = (0..<32).map { _ in UInt8.random(in: 0 ... .max, using: &generator) }
            return ComparedRequest.Values(
                topic: topic, token: try DeviceToken(bytes: bytes),
                id: APNSID.random(using: &generator))
        }
    }
}
