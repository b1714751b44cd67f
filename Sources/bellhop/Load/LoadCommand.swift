// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import Diagnostics
import Workbench

/// `bellhop load`: sends many requests and measures their durations.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Send many requests to your own server and report response times.",
        discussion: """
            Without options, the requests go to the phone of the running simulator, as fast as \
            responses arrive:
              bellhop load
              bellhop load message.apns --requests 100000 --connections 2

            With --rate, the requests are sent at a fixed rate, however slow the responses are. \
            Latency is then measured from the time when each request was due, so that a stalled \
            server cannot hide its delays:
              bellhop load --rate 500 --duration 30 --format json
             With --host, the requests go to another server:
              bellhop load --host 127.0.0.1 --port 8443 --ca ca.pem --tokens tokens.txt \\
                --topic com.example.app --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456

            Ctrl-C ends a run early: the command waits for the responses to requests in flight and \
            prints the report.

            The command never sends to Apple, because Apple may block senders of many requests.

            Status 0 when every request was accepted; 1 when a request was not accepted; 69 when \
            no response arrived.
            """)

    /// The payload that is sent if no file is named: 268 bytes, a typical size.
    static let defaultPayload =
        #"{"aps":{"alert":{"title":"bellhop load","body":"This is one of many notifications that "#
        + "were sent to see how long they take. Nobody needs to read it, and its only purpose is "
        + "to be as long as the text that a person would get from another person in a chat."
        + #""},"sound":"default"}}"#

    @Argument(
        help: ArgumentHelp(
            "The payload: a .apns or JSON file; - reads standard input. Default: an alert.",
            valueName: "file"), completion: .file())
    var file: String?

    @Option(help: "The number of requests. Default: 1000, or unlimited with --duration.")
    var requests: Int?

    @Option(help: "The duration of the run, in seconds.")
    var duration: Double?

    @Option(help: "The number of requests per second. Default: as fast as responses arrive.")
    var rate: Double?

    @Option(help: "The number of connections.")
    var connections = 1

    @Option(
        name: .customLong("in-flight"),
        help: """
            The number of concurrent requests over all connections. Default: 100 for each \
            connection.
            """
    )
    var inFlight: Int?

    @OptionGroup var state: StateOptions
    @OptionGroup var credential: CredentialOptions
    @OptionGroup var certificate: CertificateOptions
    @OptionGroup var target: LoadTargetOptions
    @OptionGroup var headers: HeaderOptions

    @Option(help: "The output format: text or json.")
    var format: OutputFormat = .text

    func validate() throws {
        func check(_ name: String, _ value: Double?, upTo limit: Double) throws {
            guard let value, !(value > 0 && value <= limit) else { return }
            throw ValidationError(
                "--\(name) takes a number above 0 and at most \(Int(saturating: limit))")
        }
        try check("requests", requests.map(Double.init), upTo: Double(LoadPlan.requestCountMax))
        try check("duration", duration, upTo: LoadPlan.durationMax.inSeconds)
        try check("rate", rate, upTo: LoadPlan.rateMax)
        try check("connections", Double(connections), upTo: Double(LoadPlan.connectionCountMax))
        try check("in-flight", inFlight.map(Double.init), upTo: Double(LoadPlan.inFlightMax))
    }

    /// The plan that the options specify.
    var plan: LoadPlan {
        LoadPlan(
            requestCount: requests ?? (duration == nil ? 1000 : nil),
            duration: duration.map { Duration(saturatingSeconds: $0) }, rate: rate,
            connectionCount: connections,
            inFlightCount: inFlight ?? 100 * connections)
    }

    func run() async throws {
        try await reportingFailures {
            if let host = target.host { try ApplesServers.refuse(host) }
            let report = try await send()
            try Console.show(report, format)
            if let failure = report.failure { throw ExitStatus(failure).exitCode }
        }
    }

    private func send() async throws -> LoadReport {
        let file = try payload()
        let route = try target.destination.route(
            credential: credential, certificate: certificate, state: state.directory)
        let headers = try headers.headers().filled(from: try file.headers)
        let tokens = try target.tokens()
        let device = target.device ?? (target.host == nil ? nil : tokens.first?.hex)
        let found = try await route.target(for: file, headers: headers, device: device)
        let request = try PushPlan(file, headers: headers, to: found).request
        let run = try LoadRun(plan, of: request, to: found, by: route, tokens: tokens)
        let signals = await LoadStop.trapSignals()
        return try await run.run(time: .system) { start in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await run.stop.set(on: signals) }
                if Console.errorIsTerminal {
                    group.addTask { await LoadProgress.draw(run, start: start, time: .system) }
                }
            }
        }
    }

    private func payload() throws -> PushFile {
        if let file { return try PayloadInput.file(file) }
        return try PushFile(
            reading: SourceText(name: "the default payload", bytes: Array(Self.defaultPayload.utf8))
        )
    }
}

extension LoadProgress {
    /// Draws the progress line until the task is cancelled, and then removes it.
    fileprivate static func draw(_ run: LoadRun, start: Duration, time: TimeSource) async {
        while !Task.isCancelled {
            let elapsed = time.uptime - start
            Console.redraw(line(run.record.tally, plan: run.plan, elapsed: elapsed))
            try? await time.sleep(for: interval)
        }
        Console.redraw("")
    }
}
