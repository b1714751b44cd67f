// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
import Hummingbird
import NIOCore

// Each operation: what is asked, one call of the gateway, the answer. Who asks was checked before.
extension GatewayCall {
    func apps() async throws -> Response {
        return try answer(AppList(apps: try await gateway.apps()))
    }

    func app() async throws -> Response {
        return try answer(try await gateway.app(bundleID: try parameter("bundle_id")))
    }

    func putApp() async throws -> Response {
        let app = try AppRequest(reading: try await body())
        return try answer(
            try await gateway.putApp(
                bundleID: try parameter("bundle_id"), name: app.name, userProof: app.userProof))
    }

    func rotateClientKey() async throws -> Response {
        return try answer(
            try await gateway.rotateClientKey(bundleID: try parameter("bundle_id")))
    }

    func rotateIdentitySecret() async throws -> Response {
        return try answer(
            try await gateway.rotateIdentitySecret(bundleID: try parameter("bundle_id")))
    }

    func putCredential() async throws -> Response {
        let credential = try CredentialRequest(reading: try await body())
        return try answer(
            try await gateway.putCredential(bundleID: try parameter("bundle_id"), credential))
    }

    func register() async throws -> Response {
        let installation = try InstallationRequest(reading: try await body())
        return try answer(
            try await gateway.registerInstallation(
                id: try parameter("installation_id"), installation))
    }

    func installation() async throws -> Response {
        return try answer(try await gateway.installation(id: try parameter("installation_id")))
    }

    func deleteInstallation() async throws -> Response {
        try await gateway.deleteInstallation(id: try parameter("installation_id"))
        return Response(status: .noContent)
    }

    func installations() async throws -> Response {
        let page = try PageQuery(try query(), also: ["user", "app"])
        return try answer(
            try await gateway.installations(
                user: page.others["user"], app: page.others["app"], after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault))
    }

    func post(to recipient: MessageRecipient) async throws -> Response {
        let options = try MessageOptions(query: try query())
        let body = try await body()
        let content = try MessageContent(contentType: request.headers[.contentType], body: body)
        let message = try await gateway.post(
            content, to: recipient, options: options, idempotency: try idempotency(body: body))
        return try answer(message, status: .accepted)
    }

    func message() async throws -> Response {
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.message(
                id: try parameter("id"), after: page.after.flatMap { APNSID($0) },
                limit: page.limit ?? GatewayLimits.pageEntriesMax))
    }

    func receipts() async throws -> Response {
        let page = try PageQuery(try query(), also: [])
        return try answer(
            try await gateway.receipts(
                messageID: try parameter("id"), after: page.after,
                limit: page.limit ?? GatewayLimits.pageEntriesDefault))
    }

    func delivery() async throws -> Response {
        return try answer(try await gateway.delivery(id: try parameter("id")))
    }

    /// Whether clients should send messages here, and what is wrong when not.
    func health() async throws -> Response {
        let health = await gateway.health()
        return try answer(health, status: health.isReady ? .ok : .serviceUnavailable)
    }

    /// Whether starting the process anew is of no use.
    func liveness() throws -> Response {
        let isAlive = gateway.isAlive
        return try answer(
            ["status": isAlive ? "ok" : "down"], status: isAlive ? .ok : .serviceUnavailable)
    }

    /// What a problem's `type` leads to: the kind in words.
    func problem() throws -> Response {
        guard let kind = ProblemKind(rawValue: try parameter("code")) else {
            throw Problem(
                .problemNotFound,
                "the kinds are " + ProblemKind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let text = "\(kind.rawValue): \(kind.row.title) (status \(kind.row.status))\n"
        return Response(
            status: .ok, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// `after`, `limit` and a listing's own filters.
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
                        .badQuery, "\"limit\" is not usable; send 1 to \(limitMax)",
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
