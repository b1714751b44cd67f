// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A running simulator, asked over HTTP.
struct ControlClient: SimulatorControl {
    private let caller: HTTPCaller

    init(url: String) { caller = HTTPCaller(base: url, server: "the simulator") }

    func info() async throws -> SimulatorInfo { try await get("/v1/simulator") }

    func devices() async throws -> [DeviceView] { try await get("/v1/devices") }

    func device(_ reference: String?) async throws -> DeviceView {
        try await get("/v1/devices/\(name(reference))")
    }

    func createDevice(_ request: NewDevice) async throws -> DeviceView {
        try await call("POST", "/v1/devices", ControlJSON.encode(request))
    }

    func removeDevice(_ reference: String) async throws {
        _ = try await answer("DELETE", "/v1/devices/\(name(reference))", nil)
    }

    func saveDevice(_ reference: String?, withTokens: Bool) async throws -> Data {
        try await answer("GET", "/v1/devices/\(name(reference))/state?tokens=\(withTokens)", nil)
    }

    func restoreDevice(_ reference: String?, state: Data) async throws -> DeviceView {
        try await call("PUT", "/v1/devices/\(name(reference))/state", state)
    }

    func switches(of reference: String?, app: String?) async throws -> [SwitchView] {
        let query = app.map { "?app=" + PercentCoding.encode($0) } ?? ""
        return try await get("/v1/devices/\(name(reference))/switches\(query)")
    }

    func perform(_ command: DeviceCommand, on reference: String?) async throws -> ActionResult {
        try await call(
            "POST", "/v1/devices/\(name(reference))/actions", ControlJSON.encode(command))
    }

    func token(of reference: String?, app: String?, family: TokenFamily) async throws -> TokenView {
        let query = app.map { "&app=" + PercentCoding.encode($0) } ?? ""
        return try await get(
            "/v1/devices/\(name(reference))/token?family=\(family.rawValue)\(query)")
    }

    func trace(of reference: String?) async throws -> [CallbackView] {
        try await get("/v1/devices/\(name(reference))/trace")
    }

    func deliveries(limit: Int) async throws -> [DeliveryReport] {
        try await get("/v1/deliveries?limit=\(limit)")
    }

    func delivery(apnsID: APNSID, wait: Duration) async throws -> DeliveryReport {
        try await get("/v1/deliveries/\(apnsID.text)?wait=\(wait.components.seconds)")
    }

    func serviceOptions() async throws -> Data { try await answer("GET", "/v1/apns/options", nil) }

    func changeServiceOptions(_ changes: Data) async throws -> Data {
        try await answer("PATCH", "/v1/apns/options", changes)
    }

    func goAway(_ order: GoAwayOrder) async throws -> GoAwayReport {
        try await call("POST", "/v1/apns/goaway", ControlJSON.encode(order))
    }

    func reset() async throws {
        _ = try await answer("POST", "/v1/reset", nil)
    }

    /// The word in the path for "the only phone".
    private func name(_ reference: String?) -> String {
        PercentCoding.encode(reference ?? "booted")
    }

    private func get<Value: Decodable>(_ path: String) async throws -> Value {
        try await call("GET", path, nil)
    }

    private func call<Value: Decodable>(_ method: String, _ path: String, _ json: Data?)
        async throws -> Value
    {
        let body = try await answer(method, path, json)
        do { return try ControlJSON.decode(Value.self, from: body) } catch {
            throw CommandFailure(
                .unavailable,
                "the simulator's answer cannot be understood; are both of the same version?")
        }
    }

    private func answer(_ method: String, _ path: String, _ json: Data?) async throws -> Data {
        let answer = try await caller.call(method, path, json: json)
        guard answer.status >= 300 else { return answer.body }
        if let problem = try? ControlJSON.decode(ControlProblem.self, from: answer.body) {
            throw problem
        }
        // After a simulator was killed, another program may have got its port.
        throw CommandFailure(
            .unavailable,
            "the simulator does not answer: something else does at \(caller.base) "
                + "(\(answer.status)); start it with: bellhop up")
    }
}
