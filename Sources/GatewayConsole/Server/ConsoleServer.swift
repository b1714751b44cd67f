// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import BellhopGateway
import GatewayAPI
import HTTPTypes
package import Hummingbird
import NIOCore

/// The console: its pages and their files, on the router of a gateway.
package struct ConsoleServer: Sendable {
    /// The properties of the process that serves the console.
    package struct Settings: Sendable {
        /// Whether a person who opens the console at a loopback name is signed in as an owner.
        /// Only `bellhop up` does this.
        package var signsInLocally: Bool
        /// Returns the response of the simulator's control API, which pages reach below
        /// `/control`; `nil` if there is no simulator.
        package var control: (@Sendable (Request, GatewayContext) async throws -> Response)?

        package init(
            signsInLocally: Bool = false,
            control: (@Sendable (Request, GatewayContext) async throws -> Response)? = nil
        ) {
            self.signsInLocally = signsInLocally
            self.control = control
        }
    }

    /// The prefix of the paths of the simulator's control API.
    static let controlPrefix = "/control"

    let gateway: Gateway
    let settings: Settings
    let files: ConsoleFiles
    /// Responds to the API's paths, for the first content of a page.
    let api: any HTTPResponder<GatewayContext>

    /// Adds the console's routes to a router that already has the gateway's routes.
    package static func add(
        to router: Router<GatewayContext>, for gateway: Gateway, _ settings: Settings
    ) throws {
        let server = ConsoleServer(
            gateway: gateway, settings: settings, files: try ConsoleFiles(),
            api: GatewayAPIResponder.make(for: gateway))
        server.addPages(to: router)
        server.addSignIn(to: router)
        server.addIdentity(to: router)
        server.addAssets(to: router)
        server.addControl(to: router)
    }

    private func addPages(to router: Router<GatewayContext>) {
        router.get("/console") { _, _ in Self.redirect(to: "/console/compose") }
        for page in ConsolePages.table {
            router.get(RouterPath(page.path)) { request, context in
                try await respond(with: page, to: request, context)
            }
        }
    }

    private func addAssets(to router: Router<GatewayContext>) {
        for (name, asset) in files.assets {
            router.get(RouterPath("/console/assets/\(name)")) { request, _ in
                try asset.response(to: request)
            }
        }
    }

    /// Adds the paths of the simulator's control API, for signed-in pages only.
    private func addControl(to router: Router<GatewayContext>) {
        guard let control = settings.control else { return }
        for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
            router.on(RouterPath(Self.controlPrefix + "/**"), method: method) { request, context in
                _ = try await gateway.consoleKey(for: request)
                var head = request.head
                head.path = head.path.map { String($0.dropFirst(Self.controlPrefix.count)) }
                return try await control(Request(head: head, body: request.body), context)
            }
        }
    }

    static func redirect(to path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }
}
