// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import LiveServing
import NIOCore
import Synchronization
import Testing

@testable import Workbench

/// The request that starts a campaign is repeated with its key until there is a response.
@Suite(.timeLimit(.minutes(30))) struct CampaignStartTests {
    private struct Lost: Error {}

    /// How the server replies to a request.
    private enum Reply {
        case started
        case status(HTTPResponse.Status)
        /// The connection ends before the whole response was sent.
        case lost
    }

    /// Starts a campaign with a server that gives these replies in order and repeats the last one.
    /// Returns the keys that the server received.
    private func start(_ replies: [Reply]) async throws -> (keys: [String], failure: WorkFailure?) {
        let keys = Mutex<[String]>([])
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        let campaign = CampaignResource(
            id: "c1", app: "com.example.app", state: "scheduled", stopReason: nil,
            totals: .init(
                accepted: 0, rejected: 0, expired: 0, suppressed: 0, cancelled: 0, retrying: 0),
            reasons: [])
        let body = ByteBuffer(bytes: try GatewayJSON.encodeLine(campaign))
        let router = Router()
        router.get("/health/live") { _, _ in HTTPResponse.Status.ok }
        router.post("/v1/campaigns") { request, _ in
            let number = keys.withLock { keys in
                keys.append(request.headers[name] ?? "none")
                return keys.count
            }
            switch replies[min(number, replies.count) - 1] {
            case .started: return Response(status: .accepted, body: .init(byteBuffer: body))
            case .status(let status): return Response(status: status)
            case .lost:
                return Response(
                    status: .accepted,
                    body: .init(contentLength: 100) { writer in
                        try await writer.write(ByteBuffer(string: "{"))
                        throw Lost()
                    })
            }
        }
        let failure: WorkFailure? = try await LiveServer.run(router) { server in
            let gateway = GatewayClient(url: server.url, key: "key")
            do {
                let started = try await gateway.startCampaign(
                    Data("{}".utf8), app: nil, idempotencyKey: "offer", pause: .zero)
                #expect(started.id == "c1")
                return nil
            } catch let failure as WorkFailure { return failure }
        }
        return (keys.withLock { $0 }, failure)
    }

    @Test func `after a lost response or a 503, the request is repeated with the same key`()
        async throws
    {
        let (keys, failure) = try await start([.lost, .status(.serviceUnavailable), .started])
        #expect(keys == ["offer", "offer", "offer"])
        #expect(failure == nil)
    }

    @Test func `a request that is refused is not repeated`() async throws {
        let (keys, failure) = try await start([.status(.unprocessableContent)])
        #expect(keys == ["offer"])
        #expect(failure != nil)
    }

    @Test func `if every response is a 503, the campaign may have been started`() async throws {
        let (keys, failure) = try await start([.status(.serviceUnavailable)])
        #expect(keys.count == 15)
        #expect(failure?.kind == .mayHaveBeenProcessed)
        #expect(failure?.description.contains("--idempotency-key offer") == true)
    }
}
