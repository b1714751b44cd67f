// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Everything that can be asked of a running simulator; in process or over HTTP, the same.
///
/// Errors are ``ControlProblem``; over HTTP also failures to reach the server.
public protocol SimulatorControl: Sendable {
    func info() async throws -> SimulatorInfo
    func devices() async throws -> [DeviceView]
    /// A phone by identifier or name; the only one when `nil`.
    func device(_ reference: String?) async throws -> DeviceView
    func createDevice(_ request: NewDevice) async throws -> DeviceView
    /// Erases a phone: its tokens are dead from then on.
    func removeDevice(_ reference: String) async throws
    /// A phone's state as JSON, for ``restoreDevice(_:state:)``; without its tokens unless told
    /// otherwise.
    func saveDevice(_ reference: String?, withTokens: Bool) async throws -> Data
    /// Puts a phone into a state that was saved. It keeps its identifier, and asks APNs for the
    /// tokens that APNs does not know as its own.
    func restoreDevice(_ reference: String?, state: Data) async throws -> DeviceView
    /// Everything that can be set, with its value; those of apps for one app.
    func switches(of reference: String?, app: String?) async throws -> [SwitchView]
    func perform(_ command: DeviceCommand, on reference: String?) async throws -> ActionResult
    func token(of reference: String?, app: String?, family: TokenFamily) async throws -> TokenView
    /// What the app's methods were told, newest first.
    func trace(of reference: String?) async throws -> [CallbackView]
    /// What was sent, what APNs said and what the phone did, newest first.
    func deliveries(limit: Int) async throws -> [DeliveryReport]
    /// One of them, waiting up to `wait` for the phone to have decided.
    func delivery(apnsID: APNSID, wait: Duration) async throws -> DeliveryReport
    /// What APNs does where Apple leaves it open, as a JSON object: the switches of
    /// `ServiceOptions` by their names in snake_case.
    func serviceOptions() async throws -> Data
    /// Changes those switches that the JSON object names; `null` takes an optional one away.
    func changeServiceOptions(_ changes: Data) async throws -> Data
    /// Sends GOAWAY to the senders that are connected.
    func goAway(_ order: GoAwayOrder) async throws -> GoAwayReport
    /// Forgets deliveries, notifications, what is scheduled and Live Activities; phones and the
    /// tokens of apps stay.
    func reset() async throws
}
