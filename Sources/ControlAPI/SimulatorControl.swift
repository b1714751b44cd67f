// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The operations of a running simulator, which are the same within a process and over HTTP.
///
/// All methods throw ``ControlProblem``; over HTTP, they also throw an error when the server cannot
/// be reached.
package protocol SimulatorControl: Sendable {
    func info() async throws -> SimulatorInfo
    func devices() async throws -> [DeviceView]
    /// Returns a phone by its identifier or name. If the reference is `nil`, returns the only
    /// phone.
    func device(_ reference: String?) async throws -> DeviceView
    func createDevice(_ request: NewDevice) async throws -> DeviceView
    /// Erases a phone. Its device tokens become invalid.
    func removeDevice(_ reference: String) async throws
    /// Returns a phone's state as JSON for ``restoreDevice(_:state:)``. The JSON contains the
    /// device tokens only if `withTokens` is `true`.
    func saveDevice(_ reference: String?, withTokens: Bool) async throws -> Data
    /// Sets a phone to a saved state. The phone keeps its identifier. It keeps a saved device token
    /// if the token is still valid at APNs and belongs to this phone; otherwise, it requests a new
    /// token.
    func restoreDevice(_ reference: String?, state: Data) async throws -> DeviceView
    /// Returns all switches with their values: the switches of the phone and those of one app.
    func switches(of reference: String?, app: String?) async throws -> [SwitchView]
    func perform(_ command: DeviceCommand, on reference: String?) async throws -> ActionResult
    func token(of reference: String?, app: String?, family: TokenFamily) async throws -> TokenView
    /// Returns the calls of the app's methods, in order from the newest to the oldest.
    func trace(of reference: String?) async throws -> [CallbackView]
    /// Returns the reports of the requests, in order from the newest to the oldest. Each report
    /// contains the response of APNs and the reaction of the phone.
    func deliveries(limit: Int) async throws -> [DeliveryReport]
    /// Returns the report of one request. Waits for the phone's decision, but at most for the time
    /// `wait`.
    func delivery(apnsID: APNSID, wait: Duration) async throws -> DeliveryReport
    /// Returns the options for behaviour of APNs that Apple does not specify. The result is a JSON
    /// object that contains the options of `ServiceOptions`, with their names in snake_case.
    func serviceOptions() async throws -> Data
    /// Changes the options that the JSON object contains; `null` removes an optional value. Returns
    /// all options.
    func changeServiceOptions(_ changes: Data) async throws -> Data
    /// Sends GOAWAY to the connected senders.
    func goAway(_ order: GoAwayOrder) async throws -> GoAwayReport
    /// Registers light devices. The bytes of the sequence are lines of JSON, each of which is a
    /// ``FleetDevice``. The devices are registered in batches while the sequence is read.
    func fleet(_ order: FleetOrder) async throws -> any AsyncSequence<Data, any Error> & Sendable
    /// Returns the number of light devices, and their identifiers unless there are too many.
    func lightDevices() async throws -> FleetView
    /// Returns the keys that are registered with APNs, sorted by identifier.
    func senderKeys() async throws -> [SenderKeyView]
    /// Registers a key. It replaces any key with the same identifier.
    func addSenderKey(_ new: NewSenderKey) async throws -> SenderKeyView
    /// Removes a key, as if it were revoked.
    func removeSenderKey(_ keyID: String) async throws
    /// Returns the apps that are registered with APNs, sorted by bundle identifier.
    func senderApps() async throws -> [SenderApp]
    /// Registers an app, or changes its capabilities.
    func addSenderApp(_ app: SenderApp) async throws -> SenderApp
    /// Returns the time of the simulator.
    func clock() async throws -> ClockView
    /// Moves the simulator's clock forward, if it can be moved.
    func advanceClock(_ order: ClockAdvanceOrder) async throws -> ClockView
    /// Returns the active faults, in the order in which they were added.
    func faults() async throws -> [FaultView]
    /// Adds a fault, which is a JSON object in the form of `ServiceFault`.
    func addFault(_ fault: Data) async throws -> FaultView
    /// Ends the fault with the given number or name. If the reference is `nil`, ends all faults.
    func removeFault(_ reference: String?) async throws
    /// Returns the matching requests of senders. The query specifies how long to wait for them.
    func requests(_ query: RequestQuery) async throws -> RequestPage
    /// Removes all deliveries, notifications, requests and Live Activities, but keeps phones and
    /// the tokens of apps.
    func reset() async throws
    /// Resets the given parts of the state completely.
    func reset(_ parts: Set<ResetPart>) async throws
}
