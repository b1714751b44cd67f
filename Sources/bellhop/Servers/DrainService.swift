// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
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
