// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
public import Hummingbird

extension RouterMethods {
    /// Adds the routes `/health`, `/metrics`, `/problems` and `/v1`, with everything below them.
    ///
    /// The routes throw errors unchanged, so add ``ProblemMiddleware`` and ``HostOriginMiddleware``
    /// to the router before this call.
    public func addGatewayRoutes(for gateway: Gateway) {
        for (path, operations) in GatewayRoutes.table {
            let access = GatewayRoutes.access(to: path)
            for operation in operations {
                on(RouterPath(path), method: operation.method) { request, context in
                    let address = (context as? any RemoteAddressRequestContext)?.remoteAddress
                        .map { ClientAddress($0) }
                    return try await gateway.metered(path, operation.method) {
                        do {
                            let call = try await GatewayCall(
                                request, parameters: context.parameters, gateway: gateway,
                                access: access, scope: operation.scope, address: address)
                            var response = try await call.audited(
                                operation.method, path, from: address
                            ) { try await operation.handler(call) }
                            for field in call.limitFields { response.headers.append(field) }
                            return response
                        } catch {
                            gateway.note(error)
                            throw error
                        }
                    }
                }
            }
            let allowed = operations.map(\.method.rawValue).sorted()
            for method in GatewayRoutes.methods where !allowed.contains(method.rawValue) {
                on(RouterPath(path), method: method) { _, _ -> Response in
                    throw MethodNotAllowed(allowed: allowed)
                }
            }
        }
    }
}

extension Gateway {
    /// Counts a request of a route and measures its time.
    fileprivate func metered(
        _ path: String, _ method: HTTPRequest.Method, _ body: () async throws -> Response
    ) async throws -> Response {
        try await metrics.request(
            path, method.rawValue,
            status: { result in
                switch result {
                case .success(let response): response.status.code
                case .failure(let error): Problem(describing: error).status
                }
            }, body)
    }
}

/// The error for a method that a path does not support; the response lists the supported methods.
struct MethodNotAllowed: Error {
    let allowed: [String]
}

/// The table of routes: path, method, scope and handler.
enum GatewayRoutes {
    typealias Handler = @Sendable (GatewayCall) async throws -> Response

    /// The methods to which a path responds with 405 if the table has no row for them.
    static var methods: [HTTPRequest.Method] {
        [.get, .head, .post, .put, .patch, .delete, .options]
    }

    /// The paths that need no key.
    private static let openPaths: Set<String> = [
        "/health", "/health/live", "/health/ready", "/problems/:code", documentPath,
    ]

    private static let metricsPath = "/metrics"
    private static let documentPath = "/openapi.json"

    /// The prefix of the paths that apps call themselves.
    static let devicePath = "/v1/device/"

    /// Returns the callers that a path of the table permits.
    static func access(to path: String) -> GatewayCall.Access {
        if openPaths.contains(path) { return .anybody }
        if path == metricsPath { return .metrics }
        return path.hasPrefix(devicePath) ? .device : .key
    }

    /// Returns the scope that a route needs; `nil` if it takes no API key.
    static func scope(of method: String, _ path: String) -> KeyScope? {
        table.first { $0.path == path }?.operations.first { $0.method.rawValue == method }?.scope
    }

    /// One method of a path, with the scope that it needs and its handler.
    struct Operation: Sendable {
        let method: HTTPRequest.Method
        /// The scope that an API key needs; `nil` if the path takes no API key.
        let scope: KeyScope?
        let handler: Handler

        init(
            _ method: HTTPRequest.Method, _ scope: KeyScope?, _ handler: @escaping Handler
        ) {
            self.method = method
            self.scope = scope
            self.handler = handler
        }
    }

    static var table: [(path: String, operations: [Operation])] {
        open + keys + installations + messages + campaigns + apps + audiences + devices
            + people
            + schedules + channels
            + templates
            + payloads
            + webhooks + audit + members
            + results
    }

    /// The paths that apps call themselves.
    private static var devices: [(String, [Operation])] {
        let installation = devicePath + "installations/:installation_id"
        return [
            (
                installation,
                [
                    Operation(.put, nil) { try await $0.registerDevice() },
                    Operation(.delete, nil) { try await $0.deleteDevice() },
                ]
            ),
            (installation + "/messages", [Operation(.get, nil) { try await $0.deviceMessages() }]),
            (installation + "/receipts", [Operation(.post, nil) { try await $0.addReceipts() }]),
        ]
    }

    private static var campaigns: [(String, [Operation])] {
        func change(_ name: String, _ decision: Gateway.CampaignDecision) -> (String, [Operation]) {
            (
                "/v1/campaigns/:id/" + name,
                [Operation(.post, .campaignsWrite) { try await $0.decide(decision) }]
            )
        }
        return [
            (
                "/v1/campaigns",
                [
                    Operation(.get, .campaignsRead) { try await $0.campaigns() },
                    Operation(.post, .campaignsWrite) { try await $0.startCampaign() },
                ]
            ),
            (
                "/v1/campaigns/:id",
                [
                    Operation(.get, .campaignsRead) { try await $0.campaign() },
                    Operation(.put, .campaignsWrite) { try await $0.replaceDraft() },
                    Operation(.delete, .campaignsWrite) { try await $0.deleteDraft() },
                ]
            ),
            (
                "/v1/campaigns/:id/receipts",
                [Operation(.get, .campaignsRead) { try await $0.campaignReceipts() }]
            ),
            change("pause", .pause), change("resume", .resume), change("cancel", .cancel),
        ]
    }

    private static var audiences: [(String, [Operation])] {
        let app = "/v1/apps/:bundle_id"
        let installation = "/v1/installations/:installation_id"
        return [
            (app + "/attributes", [Operation(.get, .appsRead) { try await $0.attributes() }]),
            (
                app + "/attributes/:name",
                [Operation(.put, .appsWrite) { try await $0.declareAttribute() }]
            ),
            (
                installation + "/attributes",
                [Operation(.put, .installationsWrite) { try await $0.setAttributes() }]
            ),
            (
                installation + "/tags/:tag",
                [
                    Operation(.put, .installationsWrite) { try await $0.setTag(true) },
                    Operation(.delete, .installationsWrite) { try await $0.setTag(false) },
                ]
            ),
            (app + "/segments", [Operation(.get, .campaignsRead) { try await $0.segments() }]),
            (
                app + "/segments/:name",
                [
                    Operation(.get, .campaignsRead) { try await $0.segment() },
                    Operation(.put, .campaignsWrite) { try await $0.putSegment() },
                    Operation(.delete, .campaignsWrite) { try await $0.deleteSegment() },
                ]
            ),
            (
                app + "/audience/count",
                [Operation(.post, .campaignsRead) { try await $0.countAudience() }]
            ),
        ]
    }

    private static var apps: [(String, [Operation])] {
        let app = "/v1/apps/:bundle_id"
        return [
            ("/v1/apps", [Operation(.get, .appsRead) { try await $0.apps() }]),
            (
                app,
                [
                    Operation(.get, .appsRead) { try await $0.app() },
                    Operation(.put, .appsWrite) { try await $0.putApp() },
                ]
            ),
            (
                app + "/credential",
                [Operation(.put, .appsWrite) { try await $0.putCredential() }]
            ),
            (
                app + "/fcm",
                [
                    Operation(.put, .appsWrite) { try await $0.putFCMCredential() },
                    Operation(.delete, .appsWrite) { try await $0.deleteProvider(.fcm) },
                ]
            ),
            (
                app + "/web-push",
                [
                    Operation(.put, .appsWrite) { try await $0.putWebPushCredential() },
                    Operation(.delete, .appsWrite) { try await $0.deleteProvider(.webPush) },
                ]
            ),
            (
                app + "/client-key",
                [Operation(.post, .appsWrite) { try await $0.rotateClientKey() }]
            ),
            (
                app + "/identity-secret",
                [Operation(.post, .appsWrite) { try await $0.rotateIdentitySecret() }]
            ),
        ]
    }

    private static var keys: [(String, [Operation])] {
        [
            (
                "/v1/keys",
                [
                    Operation(.get, .keysRead) { try await $0.keys() },
                    Operation(.post, .keysWrite) { try await $0.createKey() },
                ]
            ),
            ("/v1/keys/:id", [Operation(.delete, .keysWrite) { try await $0.revokeKey() }]),
        ]
    }

    private static var open: [(String, [Operation])] {
        [
            ("/health", [Operation(.get, nil) { try await $0.health() }]),
            ("/health/ready", [Operation(.get, nil) { try await $0.health() }]),
            ("/health/live", [Operation(.get, nil) { try $0.liveness() }]),
            (metricsPath, [Operation(.get, .metricsRead) { await $0.metrics() }]),
            ("/problems/:code", [Operation(.get, nil) { try $0.problem() }]),
            (documentPath, [Operation(.get, nil) { $0.document() }]),
        ]
    }

    private static var installations: [(String, [Operation])] {
        [
            (
                "/v1/installations",
                [
                    Operation(.get, .installationsRead) { try await $0.installations() },
                    Operation(.post, .installationsWrite) { try await $0.importInstallations() },
                ]
            ),
            (
                "/v1/installations/:installation_id",
                [
                    Operation(.get, .installationsRead) { try await $0.installation() },
                    Operation(.put, .installationsWrite) { try await $0.register() },
                    Operation(.delete, .installationsWrite) { try await $0.deleteInstallation() },
                ]
            ),
        ]
    }

    private static var messages: [(String, [Operation])] {
        func post(
            _ recipient: @escaping @Sendable (GatewayCall) throws -> MessageRecipient
        ) -> [Operation] {
            [Operation(.post, .messagesWrite) { try await $0.post(to: recipient($0)) }]
        }
        return [
            (
                "/v1/installations/:installation_id/messages",
                post { .installation(try $0.parameter("installation_id")) }
            ),
            ("/v1/users/:user/messages", post { .user(try $0.parameter("user")) }),
            ("/v1/tokens/:hex/messages", post { .token(try $0.token()) }),
            ("/v1/messages/:id", [Operation(.get, .messagesRead) { try await $0.message() }]),
            (
                "/v1/messages/:id/receipts",
                [Operation(.get, .messagesRead) { try await $0.receipts() }]
            ),
            ("/v1/deliveries/:id", [Operation(.get, .messagesRead) { try await $0.delivery() }]),
        ]
    }
}
