// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import LocalSystem
import ServiceLifecycle
import SimulatorHost

/// `bellhop apns`: runs the simulator alone.
struct SimulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns",
        abstract: "Run the APNs simulator alone: both environments, a phone, the control API.",
        discussion: """
            Your own sender, in any language, connects to the simulator by HTTP/2 over TLS and \
            trusts the certificate authority in the file that this command prints.

              bellhop apns
              bellhop apns --sandbox-port 0 --production-port 0 --control-port 0 \\
                --state-dir /tmp/apns

            For a test runner, --ready-json prints one line of JSON instead, as soon as every port \
            listens. The simulator then ends on SIGTERM, or when the pipe to its standard input is \
            closed. If all ports are 0 and no state directory is given, the simulator uses a \
            temporary directory and removes it when it ends.

              bellhop apns --ready-json --sandbox-port 0 --production-port 0 \\
                --control-port 0

            With --record, the simulator writes each request to a file. `bellhop apns diff` \
            compares two such files, and `bellhop apns replay` sends a file's requests again.

              bellhop apns --record requests.jsonl

            The other subcommands use the control API of a running simulator.
            """,
        subcommands: [
            Log.self, Wait.self, Assert.self, Reset.self, Faults.self, Diff.self, Replay.self,
            Compare.self,
        ])

    @OptionGroup var state: StateOptions
    @OptionGroup var ports: SimulatorPortOptions
    @OptionGroup var log: LogOptions

    @Flag(
        name: .customLong("ready-json"),
        help: ArgumentHelp(
            "Write only one line of JSON to standard output, as soon as every port listens.",
            discussion:
                "The line contains the addresses, and the paths of the CA certificate and the key. "
                + "The simulator also ends when standard input, if it is a pipe, is closed."))
    var writesReadyLine = false

    @Flag(
        name: .customLong("virtual-clock"),
        help: ArgumentHelp(
            "Let clients of the control API move the clock forward.",
            discussion:
                "POST /v1/clock/advance moves the clock. Storage, expiration, rate limits and idle "
                + "connections follow this clock; certificates and provider tokens follow the real "
                + "clock."))
    var isClockMovable = false

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "A configuration file in YAML, with keys, apps, devices, options, limits and ports.",
            discussion:
                "Command-line options take precedence. On SIGHUP, the simulator reads the file "
                + "again.",
            valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var configurationPath: String?

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            "A fault to inject from the start, as JSON, with or without NAME= before it.",
            discussion:
                "Repeat the option for several faults; docs/control-api.md lists the kinds.",
            valueName: "name=json"))
    var faults: [String] = []

    @Flag(
        name: .customLong("print-config"),
        help: "Print the effective configuration as YAML with comments, and start nothing.")
    var printsConfiguration = false

    func run() async throws {
        try await reportingFailures {
            let file = try configurationPath.map { try ConfigurationFile(path: $0) }
            if printsConfiguration { return showConfiguration(file) }
            CoreDumps.disable()
            let temporary = needsTemporaryState(file) ? try TemporaryState() : nil
            defer { temporary?.remove() }
            let directory = temporary?.directory ?? state.directory
            try directory.create()
            let lock = try directory.lock(.simulatorLock, holder: "a simulator")
            let logger = log.makeLogger()
            let parts = try await SimulatorParts(
                ports, state: directory, keepsState: temporary == nil,
                isClockMovable: isClockMovable, file: file, faults: faults.map(FaultText.read),
                logger: logger)
            let writesReadyLine = writesReadyLine
            let announce = ClosureService {
                let address = try await parts.announce()
                if writesReadyLine {
                    Console.out(ReadyLine(address: address, state: directory).text)
                } else {
                    Banner.simulator(address, state: directory)
                }
            }
            try await ServerRun.run(
                await parts.services + [announce] + reloading(file, parts.host),
                ending: writesReadyLine && StandardInput.isFromProgram ? InputEnd() : nil,
                logger: logger)
            lock.release()
        }
    }

    /// Prints the effective configuration, which combines the file and the options.
    private func showConfiguration(_ file: ConfigurationFile?) {
        var effective = ports.overriding(file?.configuration ?? SimulatorConfiguration())
        if isClockMovable { effective.isClockMovable = true }
        Console.out(String(effective.yaml.dropLast()))
    }

    /// Returns the service that reads the configuration file again on SIGHUP.
    private func reloading(_ file: ConfigurationFile?, _ host: SimulatorHost) -> [any Service] {
        file.map { [ConfigurationReload(file: $0, host: host)] } ?? []
    }

    /// Whether this run uses a temporary state directory. This is the case if a test runner started
    /// this run on free ports and without a state directory, because such a run does not need the
    /// state of an earlier run.
    private func needsTemporaryState(_ file: ConfigurationFile?) -> Bool {
        let messaging = ports.messagingPorts(startsAll: false)
        let ports = ports.overriding(file?.configuration ?? SimulatorConfiguration()).ports
        return writesReadyLine && state.given == nil
            && [ports.sandbox, ports.production, ports.control].allSatisfy { $0 == 0 }
            && [messaging.fcm, messaging.webPush].allSatisfy { $0 ?? 0 == 0 }
    }
}
