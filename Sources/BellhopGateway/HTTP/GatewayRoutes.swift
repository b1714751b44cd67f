// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

extension RouterMethods {
    /// Adds everything under `/health`, `/problems` and `/v1`.
    ///
    /// Errors are thrown as they are: put ``ProblemMiddleware`` and ``HostOriginMiddleware`` on the
    /// router before this call.
    public func addGatewayRoutes(for gateway: Gateway) {
        for (path, handlers) in GatewayRoutes.table {
            let access = GatewayRoutes.access(to: path)
            for (method, handler) in handlers {
                on(RouterPath(path), method: method) { request, context in
                    do {
                        let call = try await GatewayCall(
                            request, parameters: context.parameters, gateway: gateway,
                            access: access)
                        return try await handler(call)
                    } catch {
                        gateway.note(error)
                        throw error
                    }
                }
            }
            let allowed = handlers.map(\.0.rawValue).sorted()
            for method in GatewayRoutes.methods where !allowed.contains(method.rawValue) {
                on(RouterPath(path), method: method) { _, _ -> Response in
                    throw MethodNotAllowed(allowed: allowed)
                }
            }
        }
    }
}

/// A method that a path does not take; the answer lists those it does.
struct MethodNotAllowed: Error {
    let allowed: [String]
}

/// The routes as a table: path, method, what it does.
enum GatewayRoutes {
    typealias Handler = @Sendable (GatewayCall) async throws -> Response

    /// Methods that are answered with 405 where the table has no row for them.
    static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .patch, .delete, .options]
    }

    /// What may be asked without a key.
    private static let openPaths: Set<String> = [
        "/health", "/health/live", "/health/ready", "/problems/:code",
    ]

    /// Under this, apps ask for themselves.
    private static let devicePath = "/v1/device/"

    /// Who may ask at a path of the table.
    static func access(to path: String) -> GatewayCall.Access {
        if openPaths.contains(path) { return .anybody }
        return path.hasPrefix(devicePath) ? .device : .key
    }

    static var table: [(String, [(HTTPRequest.Method, Handler)])] { general + apps + devices }

    /// What copies of an app ask.
    private static var devices: [(String, [(HTTPRequest.Method, Handler)])] {
        let installation = devicePath + "installations/:installation_id"
        return [
            (
                installation,
                [
                    (.put, { try await $0.registerDevice() }),
                    (.delete, { try await $0.deleteDevice() }),
                ]
            ),
            (installation + "/messages", [(.get, { try await $0.deviceMessages() })]),
            (installation + "/receipts", [(.post, { try await $0.addReceipts() })]),
        ]
    }

    private static var apps: [(String, [(HTTPRequest.Method, Handler)])] {
        [
            ("/v1/apps", [(.get, { try await $0.apps() })]),
            (
                "/v1/apps/:bundle_id",
                [(.get, { try await $0.app() }), (.put, { try await $0.putApp() })]
            ),
            ("/v1/apps/:bundle_id/credential", [(.put, { try await $0.putCredential() })]),
            ("/v1/apps/:bundle_id/client-key", [(.post, { try await $0.rotateClientKey() })]),
            (
                "/v1/apps/:bundle_id/identity-secret",
                [(.post, { try await $0.rotateIdentitySecret() })]
            ),
        ]
    }

    private static var general: [(String, [(HTTPRequest.Method, Handler)])] {
        [
            ("/health", [(.get, { try await $0.health() })]),
            ("/health/ready", [(.get, { try await $0.health() })]),
            ("/health/live", [(.get, { try $0.liveness() })]),
            ("/problems/:code", [(.get, { try $0.problem() })]),
            ("/v1/installations", [(.get, { try await $0.installations() })]),
            (
                "/v1/installations/:installation_id",
                [
                    (.get, { try await $0.installation() }), (.put, { try await $0.register() }),
                    (.delete, { try await $0.deleteInstallation() }),
                ]
            ),
            (
                "/v1/installations/:installation_id/messages",
                [(.post, { try await $0.post(to: .installation($0.parameter("installation_id"))) })]
            ),
            (
                "/v1/users/:user/messages",
                [(.post, { try await $0.post(to: .user($0.parameter("user"))) })]
            ),
            ("/v1/tokens/:hex/messages", [(.post, { try await $0.post(to: .token($0.token())) })]),
            ("/v1/messages/:id", [(.get, { try await $0.message() })]),
            ("/v1/messages/:id/receipts", [(.get, { try await $0.receipts() })]),
            ("/v1/deliveries/:id", [(.get, { try await $0.delivery() })]),
        ]
    }
}
