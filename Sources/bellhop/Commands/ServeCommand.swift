// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import ControlAPI
import GatewayTracing
import LocalSystem

/// `bellhop serve`: runs the gateway alone.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the gateway: apps, installations, messages, sending.",
        discussion: """
            The gateway sends to Apple with the keys that you upload for your apps, or with \
            --simulator to the simulator that runs with the same state directory.

              bellhop serve
              bellhop serve --simulator --port 0 --state-dir /tmp/bellhop

            With --simulator, an import of installations also creates the apps that the file names \
            and that do not exist yet. These apps get the simulator's key:
              bellhop fleet create 1000 > fleet.jsonl
              bellhop installations import fleet.jsonl

            The API key for development is a file in the state directory, readable by you only:
              curl -H "Authorization: Bearer $(cat .bellhop/development-key)" \\
                http://127.0.0.1:8080/v1/apps

            The storage is a SQLite file in the state directory, or a PostgreSQL database:
              bellhop serve \\
                --database 'postgres://bellhop@db.example.com/b?sslmode=verify-full'

            Keep a password out of the address: libpq reads it from ~/.pgpass or PGPASSWORD. Add \
            pool=N for the number of connections (8 by default), and prepared_statements=off \
            behind a PgBouncer that pools transactions.
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup var ports: GatewayPortOptions
    @OptionGroup var log: LogOptions
    @OptionGroup var drain: DrainOptions
    @OptionGroup var tracing: TraceOptions

    @OptionGroup var storage: DatabaseOptions

    @OptionGroup var masterKey: MasterKeyOptions

    @Option(help: "The address to listen on; if it is not loopback, other machines have access.")
    var host = "127.0.0.1"

    @Option(
        name: .customLong("host-name"),
        help: ArgumentHelp(
            "A host name that clients use for this server, besides the loopback names. May be "
                + "repeated."))
    var hostNames: [String] = []

    @Option(
        help: ArgumentHelp(
            "The lease: the seconds for which only this gateway handles the work that it has "
                + "taken.",
            discussion: """
                When a gateway is killed, another gateway on the same PostgreSQL database takes \
                over its work after this time: 5 to 600 seconds, 30 by default. The lease of a \
                single message is never shorter than 20 seconds. Give all gateways of a database \
                the same value.
                """, valueName: "seconds"))
    var lease = 30

    @Flag(
        name: .customLong("simulator"), help: "Send to the running simulator instead of Apple.")
    var usesSimulator = false

    func validate() throws {
        guard GatewayParts.leaseSeconds.contains(lease) else {
            throw ValidationError(
                "--lease takes \(GatewayParts.leaseSeconds.lowerBound) to "
                    + "\(GatewayParts.leaseSeconds.upperBound) seconds")
        }
    }

    func run() async throws {
        try await reportingFailures {
            CoreDumps.disable()
            let directory = state.directory
            try directory.create()
            let lock = try directory.lock(.gatewayLock, holder: "a gateway")
            let logger = log.makeLogger()
            let traces = try tracing.install(logger: logger)
            let simulator = usesSimulator ? try directory.simulatorAddress().simulator : nil
            let parts = try await GatewayParts(
                state: directory, database: storage.address(), masterKeys: masterKey.keys(),
                host: host, simulator: simulator,
                authorityPEM: usesSimulator ? directory.readText(.authorityCertificate) : nil,
                lease: .seconds(lease), logger: logger)
            if let traces {
                parts.gateway.observe(droppedSpanCount: { traces.droppedSpanCount })
            }
            let router = parts.makeRouter(hosts: hostNames + [host])
            let host = host
            let announce = ClosureService {
                let address = try await parts.announce(host: host)
                Banner.gateway(
                    address, simulator: simulator, state: directory,
                    storage: try storage.shownName(in: directory))
            }
            let services = parts.services(router, host: host, port: ports.port, after: [])
            let drain = DrainService(gateway: parts.gateway, wait: .seconds(drain.wait))
            // What starts first ends last, so that spans are written until the end.
            let first = traces.map { [$0.service] } ?? []
            do {
                try await ServerRun.run(
                    first + services + [announce, drain], logger: logger, extraTime: drain.wait)
            } catch {
                await parts.close()
                await traces?.finish()
                throw error
            }
            await parts.close()
            await traces?.finish()
            lock.release()
        }
    }
}
