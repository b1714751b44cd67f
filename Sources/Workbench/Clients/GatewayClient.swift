// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A client of a running gateway's API.
package struct GatewayClient: Sendable {
    private let caller: HTTPCaller

    package init(url: String, key: String) {
        caller = HTTPCaller(base: url, server: "the gateway", key: key)
    }

    /// Whether the gateway is running and accepts the key.
    package func isRunning() async -> Bool {
        (try? await caller.call("GET", "/v1/apps"))?.status == 200
    }

    /// Returns a delivery by its identifier, which is its `apns-id`; `nil` if there is none.
    package func delivery(_ id: String) async throws -> DeliveryResource? {
        try await find("/v1/deliveries/" + PercentCoding.encode(id))
    }

    /// Returns a message with its first deliveries; `nil` if there is none.
    package func message(_ id: String) async throws -> MessageResource? {
        try await find("/v1/messages/" + PercentCoding.encode(id))
    }

    /// Returns an installation; `nil` if there is none.
    package func installation(_ id: String) async throws -> InstallationResource? {
        try await find("/v1/installations/" + PercentCoding.encode(id))
    }

    private func find<Value: Decodable>(_ path: String) async throws -> Value? {
        let response = try await caller.call("GET", path)
        if response.status == 404 { return nil }
        guard response.status == 200 else {
            if let problem = try? GatewayJSON.decode(Problem.self, from: response.body) {
                throw WorkFailure(.unavailable, "the gateway: \(problem.detail.printable)")
            }
            throw WorkFailure(
                .unavailable,
                "the gateway does not respond; another program responds at \(caller.base) "
                    + "(\(response.status)); start the gateway with: bellhop up")
        }
        do { return try GatewayJSON.decode(Value.self, from: response.body) } catch {
            throw WorkFailure(
                .unavailable,
                "the gateway's response cannot be read; check that it has the same version as "
                    + "this command"
            )
        }
    }
}
