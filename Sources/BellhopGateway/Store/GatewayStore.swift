// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

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
    ///
    /// - Parameters:
    ///   - userProof: `nil` leaves it as it is, and a new app at `required`.
    ///   - keys: taken by an app that has none.
    func putApp(
        bundleID: String, name: String, userProof: UserProofRule?, keys: AppKeys, now: Date
    ) async throws -> StoredApp
    /// Gives an app a new client key; the one that it had stays good beside it. `nil` when there is
    /// no such app.
    func rotateClientKey(bundleID: String, to key: String) async throws -> StoredApp?
    /// Gives an app a new identity secret; the one that it had stays good beside it. `nil` when
    /// there is no such app.
    func rotateIdentitySecret(bundleID: String, to secret: String) async throws -> StoredApp?
    /// The app whose client key it is, or was before the last rotation.
    func app(clientKey: String) async throws -> StoredApp?
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
    /// Does one registration call of an app itself. Calling again with the same values changes
    /// times only.
    ///
    /// - The first report stores the secret's hash; a report with another secret changes nothing.
    /// - The first report about an installation that servers registered before empties its inbox.
    ///   When it names none of the tokens that the installation has, it makes the installation
    ///   anew: what is queued is cancelled as `installation_deleted`.
    /// - The names in `ended` are removed, and what is queued for them is cancelled as
    ///   `token_ended`.
    /// - Each token becomes active and belongs to this installation alone. Another one of the same
    ///   name is replaced and its queue moves, as with ``register(_:now:)-(Registration,_)``.
    /// - When the user changes, what was addressed to the one before leaves queue and inbox.
    /// - Of more than `GatewayLimits.tokensPerInstallationMax` tokens, the oldest of Live
    ///   Activities are removed.
    func register(_ report: DeviceReport, now: Date) async throws -> RegistrationOutcome
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

    // MARK: Inbox and receipts

    /// What was sent to an installation after a position, in the order in which it was stored;
    /// `nil` when there is no such installation.
    ///
    /// - A message belongs to it when one of its deliveries was made for a token that the
    ///   installation had then, or got while the delivery was queued, whatever became of that
    ///   delivery; and when its push type goes to the app's own token.
    /// - Left out: what has expired, what is older than `GatewayLimits.inboxSecondsMax`, and what
    ///   was addressed to a user whose installation it has ceased to be meanwhile.
    /// - Whoever reads on from the position of a page misses nothing: messages that are stored
    ///   later stand after it, also when they were begun earlier.
    /// - A position in another installation, or beyond the last message, counts as the beginning.
    func inbox(
        installationID: String, after: InboxPosition?, limit: Int, now: Date
    ) async throws -> InboxPage?
    /// Stores receipts. One with the same message, installation, event and action is stored once.
    ///
    /// - Returns: how many are stored now, those that were before included. The others are of
    ///   messages that are not known or were not for the installation, or are beyond
    ///   `GatewayLimits.receiptsPerMessageMax`.
    func addReceipts(
        _ receipts: [Receipt], installationID: String, now: Date
    ) async throws -> Int
    /// The receipts of a message in the order in which they came.
    func receipts(messageID: String, after: Int?, limit: Int) async throws -> [StoredReceipt]

    // MARK: Sending

    /// Takes deliveries that are due for one owner until `leaseUntil`, with the credentials of
    /// their apps. What was taken and not recorded by then is due again.
    ///
    /// - Each lane gets what its share of the room allows, earliest first.
    /// - A delivery that cannot be read is suppressed as ``unreadableReason`` and reported; it does
    ///   not keep the others from being sent.
    /// - A delivery that is due after `latestDue` is due now; one that is being sent, at the end of
    ///   the lease.
    func claim(_ request: ClaimRequest) async throws -> ClaimedBatch
    /// Writes down what became of claimed deliveries. An entry whose fence is not the newest, or
    /// whose delivery has ended, changes neither the delivery nor the token. A delivery that cannot
    /// be read is suppressed as ``unreadableReason``.
    func record(_ records: [DeliveryRecord], now: Date) async throws -> RecordingResult
    /// When the next delivery is due; `nil` when none is open.
    func nextDue() async throws -> Date?

    // MARK: API keys

    func insertKey(_ key: StoredAPIKey) async throws
    func key(id: String) async throws -> StoredAPIKey?
    /// All keys by age, the first `GatewayLimits.pageEntriesMax`.
    func keys() async throws -> [StoredAPIKey]

    /// Throws when the storage can be neither read nor written at present.
    func check() async throws

    /// Closes the storage. Calls after it throw ``GatewayStoreError``.
    func close() async throws
}

extension GatewayStore {
    /// The reason of a delivery that was set aside because its row cannot be read.
    public static var unreadableReason: String { "row_unreadable" }
}
