// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import ServiceLifecycle

/// The first service that a shutdown reaches. It makes the gateway report that it is no longer
/// ready, and delays the end of the other services, so that load balancers can react.
struct DrainService: Service {
    let gateway: Gateway
    let wait: Duration

    func run() async throws {
        try? await gracefulShutdown()
        gateway.beginDraining()
        if wait > .zero { try? await TimeSource.system.sleep(for: wait) }
    }
}

/// The option for the time between SIGTERM and the end of the server.
struct DrainOptions: ParsableArguments {
    /// The longest wait in seconds.
    private static let secondsMax = 300

    @Option(
        name: .customLong("drain-wait"),
        help: ArgumentHelp(
            "The seconds between SIGTERM and the end of the server.",
            discussion:
                "Meanwhile requests are served and /health/ready responds with 503, so that a load "
                + "balancer sends new requests elsewhere.", valueName: "seconds"))
    var wait = 0

    func validate() throws {
        guard (0...Self.secondsMax).contains(wait) else {
            throw ValidationError("--drain-wait takes 0 to \(Self.secondsMax) seconds")
        }
    }
}
