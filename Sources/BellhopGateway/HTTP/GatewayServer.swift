// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
public import Hummingbird

/// Creates the router of a gateway without a console. It checks host and origin, responds to errors
/// with problems, and serves the API. If the process has a tracer (swift-distributed-tracing), each
/// request is a span; see ``TraceMiddleware``.
///
/// To serve more on the same port, create a router, add ``ProblemMiddleware`` and
/// ``HostOriginMiddleware``, call `addGatewayRoutes(for:)`, and add the other routes.
///
/// - Parameter hosts: the names of this server in addition to the loopback names of the machine.
public func makeGatewayRouter(
    for gateway: Gateway, hosts: [String] = []
) -> Router<GatewayContext> {
    let router = Router(context: GatewayContext.self)
    if let tracing = TraceMiddleware<GatewayContext>() { router.add(middleware: tracing) }
    router.add(middleware: ProblemMiddleware())
    router.add(middleware: HostOriginMiddleware(hosts: hosts))
    router.addGatewayRoutes(for: gateway)
    return router
}
