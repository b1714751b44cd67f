// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import Hummingbird
import NIOCore

// Each operation reads the request, calls one method of the gateway and returns the response. The
// caller has already been authenticated.
extension GatewayCall {
    func apps() async throws -> Response {
        let apps = try await gateway.apps().filter { limit.permits($0.bundleID) }
        return try answer(AppList(apps: apps))
    }

    func app() async throws -> Response {
        return try answer(try await gateway.app(bundleID: try bundleID()))
    }

    func putApp() async throws -> Response {
        let bundleID = try bundleID()
        let app = try AppRequest(reading: try await body())
        return try answer(
            try await gateway.putApp(
                bundleID: bundleID, name: app.name, userProof: app.userProof,
                settings: app.settings))
    }

    func rotateClientKey() async throws -> Response {
        return try answer(
            try await gateway.rotateClientKey(bundleID: try bundleID()))
    }

    func rotateIdentitySecret() async throws -> Response {
        return try answer(
            try await gateway.rotateIdentitySecret(bundleID: try bundleID()))
    }

    func putCredential() async throws -> Response {
        let bundleID = try bundleID()
        let bytes = try await body()
        if CertificateRequest.isCertificate(bytes) {
            return try answer(
                try await gateway.putCertificate(
                    bundleID: bundleID, try CertificateRequest(reading: bytes)))
        }
        let credential = try CredentialRequest(reading: bytes)
        return try answer(
            try await gateway.putCredential(bundleID: bundleID, credential))
    }

    func putFCMCredential() async throws -> Response {
        let bundleID = try bundleID()
        return try answer(
            try await gateway.putFCMCredential(bundleID: bundleID, try await body()))
    }

    func putWebPushCredential() async throws -> Response {
        let bundleID = try bundleID()
        let request = try WebPushCredentialRequest(reading: try await body())
        return try answer(try await gateway.putWebPushCredential(bundleID: bundleID, request))
    }

    func deleteProvider(_ transport: PushTransport) async throws -> Response {
        try await gateway.deleteProviderCredential(bundleID: try bundleID(), transport)
        return Response(status: .noContent)
    }

    func register() async throws -> Response {
        let installation = try InstallationRequest(reading: try await body())
        try limit.check(installation.app)
        return try answer(
            try await gateway.registerInstallation(
                id: try parameter("installation_id"), installation))
    }

    func importInstallations() async throws -> Response {
        var isDryRun = false
        for (name, value) in try query() {
            guard name == "dry_run" else {
                throw FormReader.unknown(name, keys: ["dry_run"], at: nil)
            }
            guard ["true", "false"].contains(value) else {
                throw Problem(
                    .badQuery, "\"dry_run\" is neither true nor false; send one of them",
                    keyPath: name)
            }
            isDryRun = value == "true"
        }
        return try answer(
            try await gateway.importInstallations(
                try await body(), isDryRun: isDryRun, within: limit))
    }

    func installation() async throws -> Response {
        return try answer(
            try await gateway.installation(id: try parameter("installation_id"), within: limit))
    }

    func deleteInstallation() async throws -> Response {
        let id = try parameter("installation_id")
        if limit != .none { _ = try await gateway.installation(id: id, within: limit) }
        try await gateway.deleteInstallation(id: id)
        return Response(status: .noContent)
    }

    func installations() async throws -> Response {
        let page = try PageQuery(try query(), also: ["user", "app", "filter"])
        let app = try limit.app(page.others["app"], isNeeded: true)
        let count = page.limit ?? GatewayLimits.pageEntriesDefault
        if let filter = page.others["filter"] {
            guard page.others["user"] == nil else {
                throw Problem(
                    .badQuery,
                    "\"user\" cannot be combined with \"filter\"; add user is \"NAME\" to the "
                        + "filter", keyPath: "user")
            }
            return try answer(
                try await gateway.installations(
                    matching: filter, of: app, after: page.after, limit: count))
        }
        return try answer(
            try await gateway.installations(
                user: page.others["user"], app: app, after: page.after, limit: count))
    }

    func post(to recipient: MessageRecipient) async throws -> Response {
        var query = try query()
        let template = try Self.template(&query)
        let options = try MessageOptions(query: query)
        let body = try await body()
        let idempotency = try idempotency(body: body)
        if template != nil, let earlier = try await gateway.message(after: idempotency) {
            return try answer(earlier, status: .accepted)
        }
        let content =
            if let template {
                try await gateway.message(
                    with: template, TemplateUse(reading: body, for: .message), to: recipient,
                    options: options, within: limit)
            } else {
                try MessageContent(contentType: request.headers[.contentType], body: body)
            }
        let message = try await gateway.post(
            content, to: recipient, options: options, idempotency: idempotency, within: limit)
        return try answer(message, status: .accepted)
    }

    func message() async throws -> Response {
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.message(
                id: try parameter("id"), after: page.after.flatMap { APNSID($0) },
                limit: page.limit ?? GatewayLimits.pageEntriesMax, within: limit))
    }

    func receipts() async throws -> Response {
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.receipts(
                messageID: try parameter("id"), after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault, within: limit))
    }

    func delivery() async throws -> Response {
        return try answer(try await gateway.delivery(id: try parameter("id"), within: limit))
    }

    /// Responds with whether clients should send messages to this gateway, and if not, with what is
    /// wrong.
    func health() async throws -> Response {
        let health = await gateway.health()
        return try answer(health, status: health.isReady ? .ok : .serviceUnavailable)
    }

    /// Responds with 503 if the process has to be restarted, otherwise with 200.
    func liveness() throws -> Response {
        let isAlive = gateway.isAlive
        return try answer(
            ["status": isAlive ? "ok" : "down"], status: isAlive ? .ok : .serviceUnavailable)
    }

    /// Responds with the gateway's metrics, for Prometheus.
    func metrics() async -> Response {
        Response(
            status: .ok,
            headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: await gateway.metricsText())))
    }

    /// Responds with the OpenAPI document of the gateway's API.
    func document() -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: GatewayOperations.documentBytes)))
    }

    /// Responds to the URL in a problem's `type` with a description of that kind of problem.
    func problem() throws -> Response {
        guard let kind = ProblemKind(rawValue: try parameter("code")) else {
            throw Problem(
                .problemNotFound,
                "there is no problem with this code; the codes are "
                    + ProblemKind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let text = "\(kind.rawValue): \(kind.row.title) (status \(kind.row.status))\n"
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// The query of a listing: `after`, `limit` and the listing's own filters.
struct PageQuery {
    private(set) var after: String?
    private(set) var limit: Int?
    private(set) var others: [String: String] = [:]

    init(
        _ query: [(name: String, value: String)], also names: [String],
        limitMax: Int = GatewayLimits.pageEntriesMax
    ) throws(Problem) {
        for (name, value) in query {
            switch name {
            case "after": after = value
            case "limit":
                guard let number = Int(value), (1...limitMax).contains(number) else {
                    throw Problem(
                        .badQuery, "\"limit\" is not a valid number; send 1 to \(limitMax)",
                        keyPath: "limit")
                }
                limit = number
            default:
                guard names.contains(name) else {
                    throw FormReader.unknown(name, keys: ["after", "limit"] + names, at: nil)
                }
                others[name] = value
            }
        }
    }
}
