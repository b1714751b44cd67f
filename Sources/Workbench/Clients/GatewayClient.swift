// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A client of a running gateway's API.
package struct GatewayClient: Sendable {
    let caller: HTTPCaller

    package init(url: String, key: String) {
        caller = HTTPCaller(base: url, server: "the gateway", key: key)
    }

    /// Returns whether the gateway is running and accepts the key.
    package func isRunning() async -> Bool {
        (try? await caller.call("GET", "/v1/apps"))?.status == 200
    }

    /// Returns a delivery by its identifier, which is its `apns-id`. Returns `nil` if the
    /// identifier is unknown to the gateway.
    package func delivery(_ id: String) async throws -> DeliveryResource? {
        try await find("/v1/deliveries/" + PercentCoding.encode(id))
    }

    /// Returns a message with its first deliveries; `nil` if its identifier is unknown to the
    /// gateway.
    package func message(_ id: String) async throws -> MessageResource? {
        try await find("/v1/messages/" + PercentCoding.encode(id))
    }

    /// Returns an installation; `nil` if its identifier is unknown to the gateway.
    package func installation(_ id: String) async throws -> InstallationResource? {
        try await find("/v1/installations/" + PercentCoding.encode(id))
    }

    /// Registers installations from lines of JSON. Each line contains one installation.
    ///
    /// - Parameter isDryRun: whether the lines are only checked.
    package func importInstallations(
        _ lines: Data, isDryRun: Bool = false
    ) async throws -> InstallationImportResource {
        let response = try await caller.call(
            "POST", "/v1/installations" + (isDryRun ? "?dry_run=true" : ""), json: lines)
        return try read(response)
    }

    func find<Value: Decodable>(_ path: String) async throws -> Value? {
        let response = try await caller.call("GET", path)
        if response.status == 404 { return nil }
        return try read(response) as Value
    }

    func post<Value: Decodable>(_ path: String, _ json: Data?) async throws -> Value {
        try read(try await caller.call("POST", path, json: json))
    }

    func delete<Value: Decodable>(_ path: String) async throws -> Value? {
        let response = try await caller.call("DELETE", path)
        if response.status == 404 { return nil }
        return try read(response) as Value
    }

    func put<Value: Decodable>(_ path: String, _ json: Data) async throws -> Value {
        try read(try await caller.call("PUT", path, json: json))
    }

    /// Deletes something. Returns `false` if it does not exist.
    func remove(_ path: String) async throws -> Bool {
        let response = try await caller.call("DELETE", path)
        if response.status == 404 { return false }
        if response.status == 204 { return true }
        let _: Problem = try read(response)
        return true
    }

    func read<Value: Decodable>(_ response: HTTPCaller.Response) throws -> Value {
        guard [200, 201, 202].contains(response.status) else {
            if let problem = try? GatewayJSON.decode(Problem.self, from: response.body) {
                if problem.kind == .badFilter, let column = problem.column {
                    throw FilterRefusal(column: column, detail: problem.detail.printable)
                }
                // With a status of 400 to 499, the gateway would reject the same request again.
                let isRefused = (400..<500).contains(response.status)
                throw WorkFailure(
                    isRefused ? .badInput : .unavailable,
                    "the gateway: \(problem.detail.printable)")
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
