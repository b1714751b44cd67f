// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import Logging
import SimulatorHost

/// The options for the ports of the simulator.
struct SimulatorPortOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address to listen on; if it is not loopback, others can control the phones.",
            discussion: "Default: 127.0.0.1"))
    var host: String?

    @Option(
        name: .customLong("sandbox-port"),
        help: ArgumentHelp(
            "The port of the simulated sandbox; 0 selects a free port.",
            discussion: "Default: 2197"))
    var sandboxPort: Int?

    @Option(
        name: .customLong("production-port"),
        help: ArgumentHelp(
            "The port of the simulated production APNs; 0 selects a free port.",
            discussion: "Default: 2198"))
    var productionPort: Int?

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
        help: ArgumentHelp(
            "The port of the control API; 0 selects a free port.", discussion: "Default: 8081"))
    var controlPort: Int?

    @Option(
        name: .customLong("fcm-port"),
        help: ArgumentHelp(
            "The port of the simulated FCM; 0 selects a free port.",
            discussion:
                "Default: no FCM with bellhop apns; 2199 with bellhop up, or a free port if "
                + "--sandbox-port is not 2197."))
    var fcmPort: Int?

    @Option(
        name: .customLong("web-push-port"),
        help: ArgumentHelp(
            "The port of the simulated push service of browsers; 0 selects a free port.",
            discussion:
                "Default: no service with bellhop apns; 2200 with bellhop up, or a free port if "
                + "--sandbox-port is not 2197."))
    var webPushPort: Int?

    @Option(
        help: ArgumentHelp(
            "A file to which one line of JSON is appended for each request, before the response.",
            discussion:
                "For bellhop apns diff and replay, and for tests that kill the simulator. The file "
                + "has no credentials, and device tokens only in shortened form.",
            valueName: "file"), completion: .file())
    var record: String?

    @Flag(
        name: .customLong("record-tokens"),
        help: "Record full device tokens, so that the requests can be replayed to another server.")
    var recordsTokens = false

    func validate() throws {
        for (name, port) in [
            ("--sandbox-port", sandboxPort ?? 0), ("--production-port", productionPort ?? 0),
            ("--control-port", controlPort ?? 0),
            ("--sandbox-channel-port", sandboxChannelPort ?? 0),
            ("--production-channel-port", productionChannelPort ?? 0),
            ("--fcm-port", fcmPort ?? 0), ("--web-push-port", webPushPort ?? 0),
        ] where !(0...65535).contains(port) {
            throw ValidationError("\(name) takes 0 to 65535")
        }
        guard record != nil || !recordsTokens else {
            throw ValidationError("--record-tokens needs --record")
        }
    }

    /// Returns a configuration in which the given options replace the values of a file.
    func overriding(_ file: SimulatorConfiguration) -> SimulatorConfiguration {
        var result = file
        result.host = host ?? file.host
        result.ports.sandbox = sandboxPort ?? file.ports.sandbox
        result.ports.production = productionPort ?? file.ports.production
        result.ports.sandboxChannels = sandboxChannelPort ?? file.ports.sandboxChannels
        result.ports.productionChannels = productionChannelPort ?? file.ports.productionChannels
        result.ports.control = controlPort ?? file.ports.control
        return result
    }
}

extension SimulatorPortOptions {
    /// The ports of the simulated FCM and of the simulated push service; `nil` for a service that
    /// does not run.
    ///
    /// - Parameter startsAll: whether the services run even if no option specifies their ports, as
    ///   with `bellhop up`.
    func messagingPorts(startsAll: Bool) -> MessagingPorts {
        guard startsAll else { return MessagingPorts(fcm: fcmPort, webPush: webPushPort) }
        let isUsual = (sandboxPort ?? 2197) == 2197
        return MessagingPorts(
            fcm: fcmPort ?? (isUsual ? 2199 : 0), webPush: webPushPort ?? (isUsual ? 2200 : 0))
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

    func makeLogger() -> Logger { ConsoleLog.makeLogger(level: level, format: .text) }
}
