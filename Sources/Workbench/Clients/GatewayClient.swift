// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import GatewayAPI
import GatewayClient

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A client of a running gateway's API, for commands. Its errors state what to do on the command
/// line.
package struct GatewayClient: Sendable {
    let caller: HTTPCaller
    private let api: BellhopClient

    package init(url: String, key: String) {
        caller = HTTPCaller(base: url, server: "the gateway", key: key)
        // A command reports immediately that no gateway is running, instead of waiting for one.
        api = BellhopClient(
            url: url, key: key, transport: HTTPCaller.transport, retries: .never)
    }

    /// Returns whether the gateway is running and accepts the key.
    package func isRunning() async -> Bool {
        (try? await caller.call("GET", "/v1/apps"))?.status == 200
    }

    /// Returns a delivery by its identifier, which is its `apns-id`. Returns `nil` if the
    /// identifier is unknown to the gateway.
    package func delivery(_ id: String) async throws -> DeliveryResource? {
        try await ask { try await $0.delivery(id) }
    }

    /// Returns a message with its first deliveries; `nil` if its identifier is unknown to the
    /// gateway.
    package func message(_ id: String) async throws -> MessageResource? {
        try await ask { try await $0.message(id) }
    }

    /// Returns an installation; `nil` if its identifier is unknown to the gateway.
    package func installation(_ id: String) async throws -> InstallationResource? {
        try await ask { try await $0.installation(id) }
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

    /// Calls the gateway with the library's client.
    func ask<Value>(_ call: (BellhopClient) async throws -> Value) async throws -> Value {
        do { return try await call(api) } catch let error as ClientError {
            throw failure(error)
        }
    }

    /// Returns the error that a command shows.
    private func failure(_ error: ClientError) -> any Error {
        switch error {
        case .refused(let problem): Self.failure(problem)
        case .noResponse: caller.unreachable
        case .notUnderstood(let status) where status < 300: Self.otherVersion
        case .notUnderstood(let status): otherServer(status)
        }
    }

    private static func failure(_ problem: Problem) -> any Error {
        if problem.kind == .badFilter, let column = problem.column {
            return FilterRefusal(column: column, detail: problem.detail.printable)
        }
        // With a status of 400 to 499, the gateway would reject the same request again.
        let isRefused = (400..<500).contains(problem.status)
        let detail = CommandWording.replacingParameters(in: problem.detail.printable)
        return WorkFailure(isRefused ? .badInput : .unavailable, "the gateway: \(detail)")
    }

    private func otherServer(_ status: Int) -> WorkFailure {
        WorkFailure(
            .unavailable,
            "the gateway does not respond; another program responds at \(caller.base) "
                + "(\(status)); start the gateway with: bellhop up")
    }

    private static let otherVersion = WorkFailure(
        .unavailable,
        "the gateway's response cannot be read; check that it has the same version as this "
            + "command")

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
                throw Self.failure(problem)
            }
            throw otherServer(response.status)
        }
        do { return try GatewayJSON.decode(Value.self, from: response.body) } catch {
            throw Self.otherVersion
        }
    }
}
