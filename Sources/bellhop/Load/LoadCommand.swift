// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ArgumentParser
import Diagnostics

/// `bellhop load`: many requests, and how long they took.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Send many requests to a server of yours, and say how long they took.",
        discussion: """
            To the phone of the running simulator, as fast as answers come:
              bellhop load
              bellhop load message.apns --requests 100000 --connections 2

            By the clock, whatever the answers do. Latency then counts from when a request
            was due, so that a server that stalls cannot hide it:
              bellhop load --rate 500 --duration 30 --format json

            To another server:
              bellhop load --host 127.0.0.1 --port 8443 --ca ca.pem --tokens tokens.txt \\
                --topic com.example.app --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456

            Ctrl-C ends a run early: what is on the way is awaited, then the report comes.

            Never to Apple, who takes load for an attack: send real notifications there.

            Status 0 when everything was accepted; 1 when not; 69 when nobody answered.
            """)

    /// What is sent when no file is named: 268 bytes, a usual size.
    static let usualPayload =
        #"{"aps":{"alert":{"title":"bellhop load","body":"This is one of many notifications that "#
        + "were sent to see how long they take. Nobody needs to read it, and its only purpose is "
        + "to be as long as the text that a person would get from another person in a chat."
        + #""},"sound":"default"}}"#

    @Argument(
        help: ArgumentHelp(
            "The payload: a .apns or JSON file; - reads standard input. Default: an alert.",
            valueName: "file"))
    var file: String?

    @Option(help: "How many requests. Default 1000, without a limit when --duration is given.")
    var requests: Int?

    @Option(help: "For how many seconds.")
    var duration: Double?

    @Option(help: "Requests a second, by the clock. Default: as many as answers make room for.")
    var rate: Double?

    @Option(help: "How many connections.")
    var connections = 1

    @Option(
        name: .customLong("in-flight"),
        help: "Requests on the way at a time, over all connections. Default 100 on each.")
    var inFlight: Int?

    @OptionGroup var state: StateOptions
    @OptionGroup var credential: CredentialOptions
    @OptionGroup var certificate: CertificateOptions
    @OptionGroup var target: LoadTargetOptions
    @OptionGroup var headers: HeaderOptions

    @Option(help: "How to print: text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        func check(_ name: String, _ value: Double?, upTo limit: Double) throws {
            guard let value, !(value > 0 && value <= limit) else { return }
            throw ValidationError(
                "--\(name) takes more than 0 and at most \(Int(saturating: limit))")
        }
        try check("requests", requests.map(Double.init), upTo: Double(LoadPlan.requestCountMax))
        try check("duration", duration, upTo: LoadPlan.durationMax.inSeconds)
        try check("rate", rate, upTo: LoadPlan.rateMax)
        try check("connections", Double(connections), upTo: Double(LoadPlan.connectionCountMax))
        try check("in-flight", inFlight.map(Double.init), upTo: Double(LoadPlan.inFlightMax))
    }

    /// What the options ask for.
    var plan: LoadPlan {
        LoadPlan(
            requestCount: requests ?? (duration == nil ? 1000 : nil),
            duration: duration.map { Duration(saturatingSeconds: $0) }, rate: rate,
            connectionCount: connections,
            inFlightCount: inFlight ?? 100 * connections)
    }

    func run() async throws {
        try await reportingFailures {
            if let host = target.host, ApplesServers.includes(host) {
                throw CommandFailure(
                    .usage,
                    "\(host) is one of Apple's servers, which load would get this sender shut out "
                        + "of; leave --host out to load the running simulator")
            }
            let report = try await send()
            Console.out(format == .json ? report.json : report.text)
            if let status = report.exitStatus { throw ExitCode(status.rawValue) }
        }
    }

    private func send() async throws -> LoadReport {
        let plan = plan
        let payload = try readPayload()
        let route = try await PushRoute.find(
            target.destination, credential: credential, certificate: certificate,
            state: state.directory)
        let headers = try headers.filled(from: payload)
        let tokens = try target.tokens()
        let device = target.device ?? (target.host == nil ? nil : tokens.first?.hex)
        let found = try await route.target(for: payload, headers: headers, device: device)
        var model = try headers.request(for: payload, to: found).request
        // Each notification gets an identifier of its own, from the server.
        model.id = nil
        let requests = LoadRequests(model: model, tokens: tokens.isEmpty ? [found.token] : tokens)
        let connections = ConnectionCounter()
        let client = APNSClient(
            configuration: configuration(plan, route: route, endpoint: found.endpoint),
            logger: connections.logger)
        do { try await client.connect(plan.connectionCount) } catch {
            await client.shutdown()
            throw CommandFailure(.unavailable, "\(error); is the server running?")
        }
        let time = TimeSource.system
        let (record, stop) = (LoadRecord(), LoadStop())
        let session = LoadSession(
            plan: plan, client: client, requests: requests, record: record, stop: stop,
            time: time)
        let (before, start) = (ProcessorTime.now, time.uptime)
        try await withThrowingTaskGroup(of: Void.self) { group in
            if Console.errorIsTerminal {
                group.addTask {
                    await LoadProgress.draw(record, plan: plan, start: start, time: time)
                }
            }
            group.addTask { await stop.setOnSignal() }
            defer { group.cancelAll() }
            try await session.run(from: start)
        }
        let (elapsed, used) = (time.uptime - start, ProcessorTime.now - before)
        await client.shutdown()
        return LoadReport(
            place: found.name, plan: plan, isStopped: stop.isSet, tally: record.tally,
            elapsed: elapsed,
            processorTime: used, connectionCount: connections.count,
            tokenCount: requests.tokens.count)
    }

    private func readPayload() throws -> PayloadFile {
        if let file { return try PayloadFile.read(file) }
        let source = SourceText(name: "the usual payload", bytes: Array(Self.usualPayload.utf8))
        do { return PayloadFile(source: source, file: try APNSFile(reading: source.bytes)) } catch {
            throw CommandFailure(.badInput, "\(source.name): \(error)")
        }
    }

    private func configuration(
        _ plan: LoadPlan, route: PushRoute, endpoint: Endpoint
    ) -> APNSClient.Configuration {
        var configuration = APNSClient.Configuration(
            endpoint: endpoint,
            authentication: route.credential.authentication,
            trustRoots: route.trustRoots)
        // The word on size shall be the server's own.
        configuration.checksPayloadSize = false
        configuration.maxConnections = plan.connectionCount
        configuration.maxWaitingRequests = max(10_000, plan.inFlightCount)
        return configuration
    }
}
