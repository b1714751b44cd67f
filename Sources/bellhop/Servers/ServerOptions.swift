// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Logging

/// The options for the ports of the simulator.
struct SimulatorPortOptions: ParsableArguments {
    @Option(
        help:
            "The address to listen on; if it is not loopback, others can control the phones."
    )
    var host = "127.0.0.1"

    @Option(
        name: .customLong("sandbox-port"),
        help: "The port of the simulated sandbox; 0 selects a free port.")
    var sandboxPort = 2197

    @Option(
        name: .customLong("production-port"),
        help: "The port of the simulated production APNs; 0 selects a free port."
    )
    var productionPort = 2198

    @Option(
        name: .customLong("sandbox-channel-port"),
        help: ArgumentHelp(
            "The port for managing sandbox channels; 0 selects a free port.",
            discussion: "Default: 2195, or a free port if --sandbox-port is not 2197."))
    var sandboxChannelPort: Int?

    @Option(
        name: .customLong("production-channel-port"),
        help: ArgumentHelp(
            "The port for managing production channels; 0 selects a free port.",
            discussion: "Default: 2196, or a free port if --production-port is not 2198."))
    var productionChannelPort: Int?

    @Option(
        name: .customLong("control-port"),
        help: "The port of the control API; 0 selects a free port.")
    var controlPort = 8081

    @Option(
        help: ArgumentHelp(
            "A file to which one JSON line is appended for each response before it is sent.",
            discussion:
                "For tests that kill the simulator: it has every response that a client received.",
            valueName: "file"))
    var record: String?

    func validate() throws {
        for (name, port) in [
            ("--sandbox-port", sandboxPort), ("--production-port", productionPort),
            ("--control-port", controlPort),
            ("--sandbox-channel-port", sandboxChannelPort ?? 0),
            ("--production-channel-port", productionChannelPort ?? 0),
        ] where !(0...65535).contains(port) {
            throw ValidationError("\(name) takes 0 to 65535")
        }
    }
}

/// The options for the servers' logs.
struct LogOptions: ParsableArguments {
    @Option(
        name: .customLong("log-level"),
        help: ArgumentHelp(
            "The lowest level that is logged to standard error: trace, debug, info, notice, "
                + "warning, error or critical.")
    )
    var level = "warning"

    func validate() throws {
        guard Logger.Level(rawValue: level) != nil else {
            throw ValidationError(
                "there is no log level \"\(level)\"; use debug, info, warning or error")
        }
    }

    func makeLogger() -> Logger {
        LoggingSystem.bootstrap { ConsoleLog(label: $0) }
        var logger = Logger(label: "bellhop")
        logger.logLevel = Logger.Level(rawValue: level) ?? .warning
        return logger
    }
}
