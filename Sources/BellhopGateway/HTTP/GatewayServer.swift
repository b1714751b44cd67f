// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
public import Hummingbird

/// Makes the router of a gateway without a console: the checks, the problems and the API.
///
/// To serve more on the same port, make a router, add ``ProblemMiddleware`` and
/// ``HostOriginMiddleware``, call `addGatewayRoutes(for:)`, and add the rest.
///
/// - Parameter hosts: names that lead here besides those of this machine itself.
public func makeGatewayRouter(
    for gateway: Gateway, hosts: [String] = []
) -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self)
    router.add(middleware: ProblemMiddleware())
    router.add(middleware: HostOriginMiddleware(hosts: hosts))
    router.addGatewayRoutes(for: gateway)
    return router
}
