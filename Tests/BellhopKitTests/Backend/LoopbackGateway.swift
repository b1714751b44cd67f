// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import Foundation
import GatewayAPI

/// The gateway's API for devices in front of an ``InMemoryBackend``, which stores what an HTTP
/// backend has sent, so that tests can check it.
struct LoopbackGateway: Sendable {
    static let clientKey = "bhc_0123456789"
    let inner = InMemoryBackend()
    let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { [inner] request in await Self.response(request, inner) }
    }

    /// The kit's backend for this gateway.
    func backend() throws -> HTTPBackend {
        guard let url = server.url() else { throw CocoaError(.fileReadUnknown) }
        return HTTPBackend(url, clientKey: Self.clientKey, limits: .patient)
    }

    private static func response(
        _ request: LoopbackServer.Request, _ inner: InMemoryBackend
    ) async -> LoopbackServer.Response {
        let parts = URLComponents(string: request.target)
        let path = (parts?.path ?? "").split(separator: "/").map(String.init)
        guard request.headers["authorization"] == "Bearer " + clientKey else {
            return problem(.keyUnknown, "the client key is unknown")
        }
        guard path.count >= 4, Array(path[..<3]) == ["v1", "device", "installations"],
            let secret = request.headers["bellhop-installation-secret"]
        else { return problem(.routeNotFound, "there is no resource at this path") }
        let installation = Installation(id: path[3], secret: secret)
        do {
            switch (request.method, path.dropFirst(4).first) {
            case ("PUT", nil):
                let registration = try GatewayJSON.decode(
                    DeviceRegistration.self, from: request.body)
                try await inner.register(registration, as: installation)
                return LoopbackServer.Response(status: 200, body: Data("{}".utf8))
            case ("DELETE", nil):
                try await inner.unregister(installation)
                return LoopbackServer.Response(status: 204)
            case ("GET", "messages"):
                let cursor = parts?.queryItems?.first { $0.name == "after" }?.value
                let page = try await inner.messages(after: cursor, for: installation)
                return LoopbackServer.Response(status: 200, body: try GatewayJSON.encode(page))
            case ("POST", "receipts"):
                let batch = try GatewayJSON.decode(ReceiptBatch.self, from: request.body)
                try await inner.send(batch.receipts, from: installation)
                return LoopbackServer.Response(
                    status: 202, body: Data(#"{"accepted":1,"ignored":0}"#.utf8))
            case ("GET", "topics"):
                let list = TopicStateList(topics: try await inner.topics(of: installation))
                return LoopbackServer.Response(status: 200, body: try GatewayJSON.encode(list))
            case ("PUT", "topics"):
                let decision = try GatewayJSON.decode(TopicDecision.self, from: request.body)
                try await inner.decide(decision, topic: path.last ?? "", for: installation)
                return LoopbackServer.Response(status: 200, body: Data("{}".utf8))
            default: return problem(.methodNotAllowed, "the path does not support the method")
            }
        } catch let error as BackendError {
            guard case .refused(let status) = error.kind else {
                return LoopbackServer.Response(status: 500)
            }
            return LoopbackServer.Response(status: status)
        } catch { return problem(.badJSON, "\(error)") }
    }

    private static func problem(_ kind: ProblemKind, _ detail: String) -> LoopbackServer.Response {
        let problem = Problem(kind, detail)
        return LoopbackServer.Response(
            status: problem.status, headers: ["Content-Type": Problem.contentType],
            body: (try? GatewayJSON.encode(problem)) ?? Data())
    }
}
