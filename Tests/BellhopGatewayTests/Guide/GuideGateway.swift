// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopGateway
import Hummingbird
import Logging
import ServiceLifecycle

// guide: gateway-first
/// Runs a gateway with its HTTP API until its task is cancelled.
func runGateway(database: String, logger: Logger) async throws {
    let gateway = try await Gateway.open(.init(database: database), logger: logger)
    print("API key:", try await gateway.makeAPIKey(name: "backend"))
    let server = Application(
        router: makeGatewayRouter(for: gateway),
        configuration: .init(address: .hostname(port: 8080)), logger: logger)
    try await ServiceGroup(services: gateway.services + [server], logger: logger).run()
    try await gateway.close()
}
// guide: end
