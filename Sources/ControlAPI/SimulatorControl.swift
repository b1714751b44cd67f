// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The operations of a running simulator, which are the same in process and over HTTP.
///
/// Errors are ``ControlProblem``; over HTTP, also failures to reach the server.
package protocol SimulatorControl: Sendable {
    func info() async throws -> SimulatorInfo
    func devices() async throws -> [DeviceView]
    /// Returns a phone by identifier or name; the only one when `nil`.
    func device(_ reference: String?) async throws -> DeviceView
    func createDevice(_ request: NewDevice) async throws -> DeviceView
    /// Erases a phone: its tokens are dead from now on.
    func removeDevice(_ reference: String) async throws
    /// Returns a phone's state as JSON for ``restoreDevice(_:state:)``; with its tokens only on
    /// request.
    func saveDevice(_ reference: String?, withTokens: Bool) async throws -> Data
    /// Sets a phone to a saved state. It keeps its identifier, and requests new tokens for those
    /// that APNs does not know as its own.
    func restoreDevice(_ reference: String?, state: Data) async throws -> DeviceView
    /// Returns all switches with their values; app switches are those of one app.
    func switches(of reference: String?, app: String?) async throws -> [SwitchView]
    func perform(_ command: DeviceCommand, on reference: String?) async throws -> ActionResult
    func token(of reference: String?, app: String?, family: TokenFamily) async throws -> TokenView
    /// Returns the calls of the app's methods, the newest first.
    func trace(of reference: String?) async throws -> [CallbackView]
    /// Returns the requests with the responses of APNs and the reactions of phones, the newest
    /// first.
    func deliveries(limit: Int) async throws -> [DeliveryReport]
    /// Returns one report, after waiting up to `wait` for the phone's decision.
    func delivery(apnsID: APNSID, wait: Duration) async throws -> DeliveryReport
    /// Returns the behaviour of APNs where Apple leaves it open, as a JSON object: the switches of
    /// `ServiceOptions` with their names in snake_case.
    func serviceOptions() async throws -> Data
    /// Changes the switches that the JSON object names; `null` removes an optional value.
    func changeServiceOptions(_ changes: Data) async throws -> Data
    /// Sends GOAWAY to the connected senders.
    func goAway(_ order: GoAwayOrder) async throws -> GoAwayReport
    /// Removes all deliveries, notifications, requests and Live Activities; phones and the tokens
    /// of apps stay.
    func reset() async throws
}
