// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What the gateway asks of its storage; the seam behind which the databases stand.
///
/// Each call is one transaction: done entirely and durably when it returns, or not at all when it
/// throws. All throw ``GatewayStoreError`` when the storage fails, `CancellationError` when the
/// task is cancelled. Time always comes in, so that several gateways on one database agree by their
/// caller's clock. Every driver passes the checks of `GatewayTesting.StoreConformance`.
public protocol GatewayStore: Sendable {
    // MARK: Apps

    /// Creates an app or renames it.
    func putApp(bundleID: String, name: String, now: Date) async throws -> StoredApp
    /// All apps by bundle identifier, the first `GatewayLimits.pageEntriesMax`.
    func apps() async throws -> [StoredApp]
    func app(bundleID: String) async throws -> StoredApp?
    /// Gives an app its credential in place of the one before; `nil` when there is no such app.
    func putCredential(_ credential: AppCredential, now: Date) async throws -> StoredApp?
    func credential(bundleID: String) async throws -> AppCredential?

    // MARK: Installations

    /// Does one registration call. Calling again with the same values changes the time only.
    ///
    /// - The token becomes active and belongs to this installation alone, whoever had it before.
    /// - Another token of the same family and installation is replaced: what is queued for it moves
    ///   to the new one under a new identifier, and is cancelled for the old one as
    ///   `token_replaced`. Live Activity tokens exist side by side and replace nothing.
    /// - What is queued for the token on behalf of another user or installation is cancelled as
    ///   `token_moved`.
    func register(_ registration: Registration, now: Date) async throws -> RegistrationOutcome
    func installation(id: String) async throws -> StoredInstallation?
    /// Installations by identifier.
    func installations(_ filter: InstallationFilter) async throws -> [StoredInstallation]
    /// Forgets an installation and cancels what is queued for it as `installation_deleted`; `false`
    /// when there is none.
    func deleteInstallation(id: String, now: Date) async throws -> Bool
    /// Everything known under a token: at most one entry for each app and environment.
    func tokens(matching token: DeviceToken) async throws -> [StoredToken]

    // MARK: Messages

    /// Stores a message and one delivery for each token it is for, in one transaction.
    ///
    /// A token that is dead gets a delivery that is suppressed at once as `token_dead`.
    func accept(_ message: NewMessage, now: Date) async throws -> AcceptOutcome
    /// What became of an earlier request with the same idempotency key, if it is still remembered:
    /// replayed or key reused.
    func earlierOutcome(_ idempotency: Idempotency, now: Date) async throws -> AcceptOutcome?
    func message(id: String) async throws -> StoredMessage?
    /// The deliveries of a message by identifier.
    func deliveries(messageID: String, after: APNSID?, limit: Int) async throws -> [StoredDelivery]
    func delivery(id: APNSID) async throws -> StoredDelivery?

    // MARK: Sending

    /// Takes deliveries that are due, earliest first, for one owner until `leaseUntil`. What was
    /// taken and not recorded by then is due again.
    func claim(
        owner: String, limit: Int, leaseUntil: Date, now: Date
    ) async throws -> [ClaimedDelivery]
    /// Writes down what became of claimed deliveries. An entry whose fence is not the newest, or
    /// whose delivery has ended, changes neither the delivery nor the token.
    ///
    /// - Returns: how many entries counted.
    func record(_ records: [DeliveryRecord], now: Date) async throws -> Int
    /// When the next delivery is due; `nil` when none is open.
    func nextDue() async throws -> Date?

    // MARK: API keys

    func insertKey(_ key: StoredAPIKey) async throws
    func key(id: String) async throws -> StoredAPIKey?
    /// All keys by age, the first `GatewayLimits.pageEntriesMax`.
    func keys() async throws -> [StoredAPIKey]

    /// Closes the storage. Calls after it throw ``GatewayStoreError``.
    func close() async throws
}
