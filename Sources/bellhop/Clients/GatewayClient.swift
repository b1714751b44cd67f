// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A running gateway, asked over HTTP.
struct GatewayClient {
    private let caller: HTTPCaller

    init(url: String, key: String) {
        caller = HTTPCaller(base: url, server: "the gateway", key: key)
    }

    /// Whether it is there and takes the key.
    func answers() async -> Bool {
        (try? await caller.call("GET", "/v1/apps"))?.status == 200
    }

    /// A delivery by its identifier, which is its `apns-id`; `nil` when there is none.
    func delivery(_ id: String) async throws -> DeliveryResource? {
        try await find("/v1/deliveries/" + PercentCoding.encode(id))
    }

    /// A message with its first deliveries; `nil` when there is none.
    func message(_ id: String) async throws -> MessageResource? {
        try await find("/v1/messages/" + PercentCoding.encode(id))
    }

    /// An installation; `nil` when there is none.
    func installation(_ id: String) async throws -> InstallationResource? {
        try await find("/v1/installations/" + PercentCoding.encode(id))
    }

    private func find<Value: Decodable>(_ path: String) async throws -> Value? {
        let answer = try await caller.call("GET", path)
        if answer.status == 404 { return nil }
        guard answer.status == 200 else {
            if let problem = try? GatewayJSON.decode(Problem.self, from: answer.body) {
                throw CommandFailure(.unavailable, "the gateway: \(problem.detail)")
            }
            throw CommandFailure(
                .unavailable,
                "the gateway does not answer: something else does at \(caller.base) "
                    + "(\(answer.status)); start it with: bellhop up")
        }
        do { return try GatewayJSON.decode(Value.self, from: answer.body) } catch {
            throw CommandFailure(
                .unavailable,
                "the gateway's answer cannot be understood; are both of the same version?")
        }
    }
}
