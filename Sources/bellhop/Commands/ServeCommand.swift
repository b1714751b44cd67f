// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import ControlAPI
import GatewayConsole
import GatewayTracing
import LocalSystem
import Logging

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

            Each setting is an option, an environment variable, or a key in the file bellhop.yaml \
            in the state directory or in the file that --config names. Options take precedence \
            over variables, and variables over the file:
              BELLHOP_PORT=9090 bellhop serve --print-config
            """)

    @OptionGroup var options: ServeOptions

    @Flag(
        name: .customLong("print-config"),
        help: "Print all settings with their values and origins, and start nothing.")
    var printsSettings = false

    @Option(
        help: ArgumentHelp(
            "The format of --print-config: text or json.", discussion: "Default: text"))
    var format: OutputFormat?

    func validate() throws {
        guard format == nil || printsSettings else {
            throw ValidationError("--format needs --print-config")
        }
    }

    func run() async throws {
        try await reportingFailures {
            let settings = try Settings.load(options.given)
            let masterKeys = try settings.masterKeys()
            try settings.checkTraces()
            let identity = try settings.apnsIdentity()
            let signIn = try settings.openIDConnect()
            guard !printsSettings else { return show(SettingsReport(settings)) }
            CoreDumps.disable()
            try settings.state.create()
            let lock = try settings.state.lock(.gatewayLock, holder: "a gateway")
            let logger = ConsoleLog.makeLogger(
                level: settings.text(.logLevel) ?? "",
                format: settings.text(.logFormat) == "json" ? .json : .text)
            try await serve(settings, masterKeys, identity, signIn, logger)
            lock.release()
        }
    }

    private func show(_ report: SettingsReport) {
        Console.out(
            format == .json
                ? JSONWriter.text(.object(report.json), style: .indented) : report.text)
    }

    /// Runs the gateway until it is stopped.
    private func serve(
        _ settings: Settings, _ masterKeys: MasterKeys?,
        _ identity: (certificate: String, key: String)?, _ signIn: OpenIDConnect?,
        _ logger: Logger
    ) async throws {
        let state = settings.state
        let host = settings.text(.host) ?? ""
        let traces = try settings.installTraces(logger: logger)
        let usesSimulator = settings.isTrue(.simulator)
        let simulator = usesSimulator ? try state.simulatorAddress().simulator : nil
        let parts = try await GatewayParts(
            state: state, settings: settings, masterKeys: masterKeys, signIn: signIn,
            host: host, simulator: simulator,
            authorityPEM: usesSimulator ? state.readText(.authorityCertificate) : nil,
            logger: logger)
        if let traces {
            parts.gateway.observe(droppedSpanCount: { traces.droppedSpanCount })
        }
        let router = parts.makeRouter(hosts: settings.texts(.hostNames) + [host])
        try ConsoleServer.add(to: router, for: parts.gateway, ConsoleServer.Settings())
        let senders: SenderParts?
        do {
            senders = try await SenderParts(
                ports: settings.apnsPorts, host: host, identity: identity, state: state,
                gateway: parts.gateway, logger: logger)
        } catch {
            await parts.close()
            throw error
        }
        let announce = ClosureService {
            let address = try await parts.announce(host: host, senders: senders?.addresses)
            guard settings.text(.events) != "-" else {
                return Console.note("the gateway listens on \(address.url)")
            }
            Banner.gateway(
                address, simulator: simulator, state: state, storage: settings.databaseName,
                ownerLink: try await parts.gateway.firstOwnerLink())
        }
        let services = parts.services(
            router, host: host, port: settings.number(.port),
            limits: settings.limits(descriptorCount: Descriptors.count), after: [])
        let wait = Duration.seconds(settings.number(.drainWait))
        let drain = DrainService(gateway: parts.gateway, wait: wait)
        let senderServices = senders.map { [$0.service] } ?? []
        // The service that starts first stops last. Spans are therefore written until the end.
        let first = traces.map { [$0.service] } ?? []
        do {
            try await ServerRun.run(
                first + services + senderServices + [announce, drain], logger: logger,
                extraTime: wait)
        } catch {
            await parts.close()
            await traces?.finish()
            throw error
        }
        await parts.close()
        await traces?.finish()
    }
}
