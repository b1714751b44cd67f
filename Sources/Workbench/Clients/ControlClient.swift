// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import ControlAPI

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A client of a running simulator's control API.
package struct ControlClient: SimulatorControl {
    private let caller: HTTPCaller

    package init(url: String) { caller = HTTPCaller(base: url, server: "the simulator") }

    package func info() async throws -> SimulatorInfo { try await get("/v1/simulator") }

    package func devices() async throws -> [DeviceView] { try await get("/v1/devices") }

    package func device(_ reference: String?) async throws -> DeviceView {
        try await get("/v1/devices/\(name(reference))")
    }

    package func createDevice(_ request: NewDevice) async throws -> DeviceView {
        try await call("POST", "/v1/devices", ControlJSON.encode(request))
    }

    package func removeDevice(_ reference: String) async throws {
        _ = try await response("DELETE", "/v1/devices/\(name(reference))", nil)
    }

    package func saveDevice(_ reference: String?, withTokens: Bool) async throws -> Data {
        try await response("GET", "/v1/devices/\(name(reference))/state?tokens=\(withTokens)", nil)
    }

    package func restoreDevice(_ reference: String?, state: Data) async throws -> DeviceView {
        try await call("PUT", "/v1/devices/\(name(reference))/state", state)
    }

    package func switches(of reference: String?, app: String?) async throws -> [SwitchView] {
        let query = app.map { "?app=" + PercentCoding.encode($0) } ?? ""
        return try await get("/v1/devices/\(name(reference))/switches\(query)")
    }

    package func perform(_ command: DeviceCommand, on reference: String?) async throws
        -> ActionResult
    {
        try await call(
            "POST", "/v1/devices/\(name(reference))/actions", ControlJSON.encode(command))
    }

    package func token(of reference: String?, app: String?, family: TokenFamily) async throws
        -> TokenView
    {
        let query = app.map { "&app=" + PercentCoding.encode($0) } ?? ""
        return try await get(
            "/v1/devices/\(name(reference))/token?family=\(family.rawValue)\(query)")
    }

    package func trace(of reference: String?) async throws -> [CallbackView] {
        try await get("/v1/devices/\(name(reference))/trace")
    }

    package func deliveries(limit: Int) async throws -> [DeliveryReport] {
        try await get("/v1/deliveries?limit=\(limit)")
    }

    package func delivery(apnsID: APNSID, wait: Duration) async throws -> DeliveryReport {
        try await get("/v1/deliveries/\(apnsID.text)?wait=\(wait.components.seconds)")
    }

    package func serviceOptions() async throws -> Data {
        try await response("GET", "/v1/apns/options", nil)
    }

    package func changeServiceOptions(_ changes: Data) async throws -> Data {
        try await response("PATCH", "/v1/apns/options", changes)
    }

    package func goAway(_ order: GoAwayOrder) async throws -> GoAwayReport {
        try await call("POST", "/v1/apns/goaway", ControlJSON.encode(order))
    }

    package func fleet(
        _ order: FleetOrder
    ) async throws -> any AsyncSequence<Data, any Error> & Sendable {
        try await caller.stream("POST", "/v1/fleet", json: ControlJSON.encode(order)) { response in
            failure(of: response)
        }
    }

    package func lightDevices() async throws -> FleetView { try await get("/v1/fleet") }

    package func senderKeys() async throws -> [SenderKeyView] { try await get("/v1/apns/keys") }

    package func addSenderKey(_ new: NewSenderKey) async throws -> SenderKeyView {
        try await call("POST", "/v1/apns/keys", ControlJSON.encode(new))
    }

    package func removeSenderKey(_ keyID: String) async throws {
        _ = try await response("DELETE", "/v1/apns/keys/\(PercentCoding.encode(keyID))", nil)
    }

    package func senderApps() async throws -> [SenderApp] { try await get("/v1/apns/apps") }

    package func addSenderApp(_ app: SenderApp) async throws -> SenderApp {
        try await call("POST", "/v1/apns/apps", ControlJSON.encode(app))
    }

    package func clock() async throws -> ClockView { try await get("/v1/clock") }

    package func advanceClock(_ order: ClockAdvanceOrder) async throws -> ClockView {
        try await call("POST", "/v1/clock/advance", ControlJSON.encode(order))
    }

    package func faults() async throws -> [FaultView] { try await get("/v1/faults") }

    package func addFault(_ fault: Data) async throws -> FaultView {
        try await call("POST", "/v1/faults", fault)
    }

    package func removeFault(_ reference: String?) async throws {
        let path = reference.map { "/" + PercentCoding.encode($0) } ?? ""
        _ = try await response("DELETE", "/v1/faults\(path)", nil)
    }

    package func requests(_ query: RequestQuery) async throws -> RequestPage {
        try await get("/v1/requests?\(query.parameters)")
    }

    package func reset() async throws {
        _ = try await response("POST", "/v1/reset", nil)
    }

    package func reset(_ parts: Set<ResetPart>) async throws {
        let names = parts.map { JSONValue.string($0.rawValue) }
        let body = JSONWriter.write(.object(["what": .array(names)]))
        _ = try await response("POST", "/v1/reset", Data(body))
    }

    /// Returns the path component for a phone. Without a reference, this is the component that
    /// represents the only phone.
    private func name(_ reference: String?) -> String {
        PercentCoding.encode(reference ?? "booted")
    }

    private func get<Value: Decodable>(_ path: String) async throws -> Value {
        try await call("GET", path, nil)
    }

    private func call<Value: Decodable>(_ method: String, _ path: String, _ json: Data?)
        async throws -> Value
    {
        let body = try await response(method, path, json)
        do { return try ControlJSON.decode(Value.self, from: body) } catch {
            throw WorkFailure(
                .unavailable,
                "the simulator's response cannot be read; check that it has the same version as "
                    + "this command"
            )
        }
    }

    private func response(_ method: String, _ path: String, _ json: Data?) async throws -> Data {
        let response = try await caller.call(method, path, json: json)
        guard response.status >= 300 else { return response.body }
        throw failure(of: response)
    }

    /// Returns the error that a response reports.
    private func failure(of response: HTTPCaller.Response) -> any Error {
        if let problem = try? ControlJSON.decode(ControlProblem.self, from: response.body) {
            return problem
        }
        // If the simulator was killed, another program may now use its port.
        return WorkFailure(
            .unavailable,
            "the simulator does not respond; another program responds at \(caller.base) "
                + "(\(response.status)); start the simulator with: bellhop up")
    }
}
