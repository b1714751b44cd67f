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
/// All methods throw ``ControlProblem``; over HTTP, they also throw an error if the server cannot
/// be reached.
package protocol SimulatorControl: Sendable {
    func info() async throws -> SimulatorInfo
    func devices() async throws -> [DeviceView]
    /// Returns a phone by identifier or name; the only phone when `nil`.
    func device(_ reference: String?) async throws -> DeviceView
    func createDevice(_ request: NewDevice) async throws -> DeviceView
    /// Erases a phone: its device tokens become invalid.
    func removeDevice(_ reference: String) async throws
    /// Returns a phone's state as JSON for ``restoreDevice(_:state:)``, without the device tokens
    /// unless `withTokens` is set.
    func saveDevice(_ reference: String?, withTokens: Bool) async throws -> Data
    /// Sets a phone to a saved state. The phone keeps its identifier and those saved device tokens
    /// that APNs still knows as valid tokens of this phone; it requests new tokens in place of the
    /// others.
    func restoreDevice(_ reference: String?, state: Data) async throws -> DeviceView
    /// Returns all switches with their values: those of the phone and those of one app.
    func switches(of reference: String?, app: String?) async throws -> [SwitchView]
    func perform(_ command: DeviceCommand, on reference: String?) async throws -> ActionResult
    func token(of reference: String?, app: String?, family: TokenFamily) async throws -> TokenView
    /// Returns the calls of the app's methods, the newest first.
    func trace(of reference: String?) async throws -> [CallbackView]
    /// Returns the requests with the responses of APNs and the reactions of phones, the newest
    /// first.
    func deliveries(limit: Int) async throws -> [DeliveryReport]
    /// Returns the report of one request, after waiting up to `wait` for the phone's decision.
    func delivery(apnsID: APNSID, wait: Duration) async throws -> DeliveryReport
    /// Returns the behaviour of APNs where Apple leaves it open, as a JSON object: the switches of
    /// `ServiceOptions` with their names in snake_case.
    func serviceOptions() async throws -> Data
    /// Changes the switches that are named in the JSON object; `null` removes an optional value.
    /// Returns all switches.
    func changeServiceOptions(_ changes: Data) async throws -> Data
    /// Sends GOAWAY to the connected senders.
    func goAway(_ order: GoAwayOrder) async throws -> GoAwayReport
    /// Removes all deliveries, notifications, requests and Live Activities; phones and the tokens
    /// of apps stay.
    func reset() async throws
}
