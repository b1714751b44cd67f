// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import ControlAPI
import LocalSystem

/// `bellhop serve`: runs the gateway alone.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the gateway: apps, installations, messages, sending.",
        discussion: """
            The gateway sends to Apple with the keys that you upload for your apps, or with
            --simulator to the simulator that runs with the same state directory.

              bellhop serve
              bellhop serve --simulator --port 0 --state-dir /tmp/bellhop

            The API key for development is a file in the state directory, readable by you only:
              curl -H "Authorization: Bearer $(cat .bellhop/development-key)" \\
                http://127.0.0.1:8080/v1/apps
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup var ports: GatewayPortOptions
    @OptionGroup var log: LogOptions

    @Option(help: "The address to listen on; if it is not loopback, other machines have access.")
    var host = "127.0.0.1"

    @Option(
        name: .customLong("host-name"),
        help: "A host name of this server, besides loopback. May be repeated.")
    var hostNames: [String] = []

    @Flag(
        name: .customLong("simulator"), help: "Send to the running simulator instead of Apple.")
    var usesSimulator = false

    func run() async throws {
        try await reportingFailures {
            CoreDumps.disable()
            let directory = state.directory
            try directory.create()
            let lock = try directory.lock(.gatewayLock, holder: "a gateway")
            let logger = log.makeLogger()
            let simulator = usesSimulator ? try directory.simulatorAddress().simulator : nil
            let parts = try await GatewayParts(
                state: directory, simulator: simulator,
                authorityPEM: usesSimulator ? directory.readText(.authorityCertificate) : nil,
                logger: logger)
            let router = parts.makeRouter(hosts: hostNames + [host])
            let host = host
            let announce = ClosureService {
                let address = try await parts.announce(host: host)
                Banner.gateway(address, simulator: simulator, state: directory)
            }
            let services = parts.services(router, host: host, port: ports.port, after: [])
            do { try await ServerRun.run(services + [announce], logger: logger) } catch {
                await parts.close()
                throw error
            }
            await parts.close()
            lock.release()
        }
    }
}
