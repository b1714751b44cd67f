// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopGateway
import Hummingbird

/// The gateway's API for a caller in the same process.
enum GatewayAPIResponder {
    static func make(for gateway: Gateway) -> any HTTPResponder<GatewayContext> {
        let router = Router(context: GatewayContext.self)
        router.add(middleware: ProblemMiddleware())
        router.addGatewayRoutes(for: gateway)
        return router.buildResponder()
    }
}
