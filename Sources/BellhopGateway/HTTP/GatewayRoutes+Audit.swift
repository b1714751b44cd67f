// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import HTTPTypes

/// The routes whose requests the audit log records.
extension GatewayRoutes {
    /// The routes that are not in the audit log, although their methods can change something:
    /// frequent calls for single devices and single messages, which the metrics count
    /// (`bellhop_http_requests_total`), and routes that only read.
    static let unaudited: Set<String> = [
        "POST /v1/installations/:installation_id/messages", "POST /v1/users/:user/messages",
        "POST /v1/tokens/:hex/messages", "PUT /v1/installations/:installation_id",
        "PUT /v1/installations/:installation_id/attributes",
        "PUT /v1/installations/:installation_id/tags/:tag",
        "DELETE /v1/installations/:installation_id/tags/:tag",
        "POST /v1/apps/:bundle_id/audience/count", "POST /v1/campaigns/preview",
        "POST /v1/apps/:bundle_id/templates/:name/preview", "POST /v1/lint", "POST /v1/explain",
        "PUT /v1/installations/:installation_id/topics/:topic",
        "PUT /v1/users/:user/topics/:topic", "PUT /v1/users/:user/aliases/:label",
        "DELETE /v1/users/:user/aliases/:label", "POST /v1/events",
    ]

    /// Returns whether successful requests of a route are in the audit log. The log records every
    /// change by a caller with an API key, apart from the routes in ``unaudited``. Calls of apps
    /// are not recorded, because they have no API key.
    static func isAudited(_ method: HTTPRequest.Method, _ path: String) -> Bool {
        access(to: path) == .key && ![.get, .head, .options].contains(method)
            && !unaudited.contains("\(method.rawValue) \(path)")
    }

    /// Returns the name of a route in the log: method and path, as in the OpenAPI document.
    static func action(_ method: HTTPRequest.Method, _ path: String) -> String {
        let parts = path.split(separator: "/").map { part in
            part.hasPrefix(":") ? "{\(part.dropFirst())}" : String(part)
        }
        return "\(method.rawValue) /" + parts.joined(separator: "/")
    }
}

extension GatewayCall {
    /// Carries out a request. If its route is in the audit log, the first transaction that writes
    /// also stores the entry; a successful request that changes nothing has an entry, too.
    func audited<Value: Sendable>(
        _ method: HTTPRequest.Method, _ path: String, from address: ClientAddress?,
        _ body: () async throws -> Value
    ) async throws -> Value {
        guard let key, GatewayRoutes.isAudited(method, path) else { return try await body() }
        let bundleID = text("bundle_id")
        let scope = AuditScope(
            actor: key.id, action: GatewayRoutes.action(method, path),
            address: address?.description, at: gateway.time.now, object: object(path),
            app: bundleID)
        let value = try await AuditScope.$current.withValue(scope) { try await body() }
        if !scope.isWritten { try await (gateway.store as? SQLStore)?.writeAudit(scope) }
        return value
    }

    private func text(_ name: String) -> String? { try? parameter(name) }

    /// Returns the object that the path names.
    private func object(_ path: String) -> AuditScope.Object? {
        if let app = text("bundle_id") {
            guard let name = text("name") else { return .init(kind: .app, id: app) }
            if path.contains("/segments/") { return .init(kind: .segment, id: "\(app)/\(name)") }
            if path.contains("/attributes/") {
                return .init(kind: .attribute, id: "\(app)/\(name)")
            }
            return nil
        }
        if let id = text("installation_id") { return .init(kind: .installation, id: id) }
        guard let id = text("id") else { return nil }
        if path.hasPrefix("/v1/keys/") { return .init(kind: .apiKey, id: id) }
        if path.hasPrefix("/v1/campaigns/") { return .init(kind: .campaign, id: id.lowercased()) }
        if path.hasPrefix("/v1/series/") { return .init(kind: .series, id: id.lowercased()) }
        if path.hasPrefix("/v1/triggers/") { return .init(kind: .trigger, id: id.lowercased()) }
        if path.hasPrefix("/v1/webhooks/") { return .init(kind: .webhook, id: id) }
        return nil
    }
}
