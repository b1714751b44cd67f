// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The simulator's control API: what the phone shows and what APNs saw.
struct ControlCaller: Sendable {
    let caller: HTTPCaller

    init(base: String) { caller = HTTPCaller(base: base) }

    /// The only phone, or the phone with a name.
    func phone(_ reference: String = "booted") async throws -> JSONValue {
        try await json("/v1/devices/\(reference)")
    }

    /// The delivered notifications of the phone's first app, newest first.
    func notifications(_ reference: String = "booted") async throws -> [JSONValue] {
        try await phone(reference)["apps", 0, "delivered"]?.arrayValue ?? []
    }

    /// A device token in full.
    func token(_ reference: String = "booted", family: String = "app") async throws -> String {
        try await json("/v1/devices/\(reference)/token?family=\(family)").text("token")
    }

    /// The deliveries, newest first.
    func deliveries() async throws -> [JSONValue] {
        try await json("/v1/deliveries?limit=1000").arrayValue ?? []
    }

    /// A delivery, as soon as the phone has decided or `wait` seconds have passed.
    func delivery(_ apnsID: String, wait: Int = 10) async throws -> JSONValue {
        try await json("/v1/deliveries/\(apnsID)?wait=\(wait)")
    }

    /// The calls of the app's methods, newest first.
    func trace(_ reference: String = "booted") async throws -> [JSONValue] {
        try await json("/v1/devices/\(reference)/trace").arrayValue ?? []
    }

    /// Performs a person's action on the phone and returns the JSON of the response.
    @discardableResult
    func act(
        _ action: String, on reference: String = "booted", _ more: [String: String] = [:]
    ) async throws -> JSONValue {
        var command: JSONObject = ["action": .string(action)]
        for (key, value) in more { command[key] = .string(value) }
        let response = try await caller.post("/v1/devices/\(reference)/actions", .object(command))
        try #require(response.status == 200, "\(action): \(response.text)")
        return try response.json
    }

    /// Removes deliveries and notifications.
    func reset() async throws {
        let response = try await caller.call("POST", "/v1/reset")
        try #require(response.status == 204, "\(response.text)")
    }

    private func json(_ path: String) async throws -> JSONValue {
        let response = try await caller.get(path)
        try #require(response.status == 200, "\(path): \(response.status) \(response.text)")
        return try response.json
    }
}
