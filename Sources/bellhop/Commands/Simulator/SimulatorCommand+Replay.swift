// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import Workbench

extension SimulatorCommand {
    /// `bellhop apns replay`: sends recorded requests again.
    struct Replay: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "replay",
            abstract: "Send the requests of a recording again; status 1 if an outcome differs.",
            discussion: """
                The requests go to a running simulator or to another server, never to Apple. The \
                simulator of the state directory needs no key; the command registers a light \
                device there for each device token that the recording contains only in shortened \
                form. For another server, give a key, and either a recording made with \
                --record-tokens or the URL of the server's control API.

                  bellhop apns replay before.jsonl --to 127.0.0.1:2197
                  bellhop apns replay before.jsonl --to 127.0.0.1:2197 --speed max
                  bellhop apns replay before.jsonl --to apns.test:443 --ca ca.pem --key k.p8 \\
                    --key-id ABC123DEFG --team-id TEAM123456
                """)

        @Argument(
            help: """
                The recording: a file that bellhop apns --record wrote.
                """, completion: .file())
        var file: String

        @Option(help: ArgumentHelp("The host and port of the server.", valueName: "host:port"))
        var to: String

        @Option(
            help: "The speed: 1 is as recorded, 2 is twice as fast, and max sends without waiting.")
        var speed = "1"

        @Option(help: "Send only the requests to this environment: sandbox or production.")
        var environment: String?

        @OptionGroup var key: CredentialOptions

        @Option(
            name: .customLong("ca"),
            help: ArgumentHelp(
                "A PEM file with the certificate authorities to trust instead of the system's.",
                valueName: "file"),
            completion: .file())
        var authorityPath: String?

        @OptionGroup var simulator: ControlOptions

        @Option(help: "The output format: text or json.")
        var format = OutputFormat.text

        func run() async throws {
            try await reportingFailures {
                guard let speed = ReplaySpeed(speed) else {
                    throw CommandFailure(
                        .usage,
                        "--speed: \"\(self.speed.printable)\" is not a speed; write a factor from "
                            + "\(ReplaySpeed.factors.lowerBound) to "
                            + "\(ReplaySpeed.factors.upperBound), or max")
                }
                let address = try HostAndPort(option: "--to", to)
                try ApplesServers.refuse(address.host)
                let recording = try Recording(path: file)
                var plan = try ReplayPlan(
                    recording, environment: try environment.map(EnvironmentName.parse))
                let local = try LocalSimulator(address, simulator.state.directory)
                let target = RawTarget(
                    host: address.host, port: address.port,
                    trust: try authorityPath.map { try AuthorityFile.read($0) }
                        ?? local.map { .pem($0.authorityPEM) } ?? .system,
                    key: try local.flatMap { key.isGiven ? nil : $0.key } ?? key.requiredKey())
                try await registerDevices(for: &plan, local)
                let report = try await ReplaySession(recording, to: target, speed: speed).run(plan)
                try Console.show(report, format)
                if !report.isEqual { throw ExitStatus.no.exitCode }
            }
        }

        private func registerDevices(
            for plan: inout ReplayPlan, _ local: LocalSimulator?
        ) async throws {
            guard !plan.tokens.isComplete else { return }
            let control = try simulator.control.map { _ in try simulator.client } ?? local?.control
            guard let control else {
                throw CommandFailure(
                    .usage,
                    "\(InputFile.name(file)): the recording contains only shortened device tokens; "
                        + "either give the simulator's control API with --control, so that the "
                        + "command can register devices to replace them, or record again with "
                        + "--record-tokens")
            }
            try await ReplaySession.registerDevices(
                for: &plan, at: control, environment: local?.environment)
        }
    }
}
