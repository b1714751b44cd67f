// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The gateway's storage, which every database driver implements.
///
/// Each call is one transaction: it is complete and durable when the call returns, and has no
/// effect if the call throws. All calls throw ``GatewayStoreError`` if the storage fails and
/// `CancellationError` if the task is cancelled. The caller passes the time. If several gateways
/// use one database, the database's clock decides what is due and when a lease ends: the storage
/// shifts the caller's times by the difference between the clocks. Every driver passes the checks
/// of `GatewayTesting.StoreConformance`.
public protocol GatewayStore: Sendable {
    // MARK: Apps

    /// Creates an app, or renames an existing app.
    ///
    /// - Parameters:
    ///   - userProof: the new rule; `nil` keeps the current rule, and creates an app with
    ///     `required`.
    ///   - keys: the keys for an app that has none; other apps keep their keys.
    func putApp(
        bundleID: String, name: String, userProof: UserProofRule?, keys: AppKeys, now: Date
    ) async throws -> StoredApp
    /// Replaces the client key of an app; the previous key stays valid. Returns `nil` if there is
    /// no such app.
    func rotateClientKey(bundleID: String, to key: String) async throws -> StoredApp?
    /// Replaces the identity secret of an app; the previous secret stays valid. Returns `nil` if
    /// there is no such app.
    func rotateIdentitySecret(bundleID: String, to secret: String) async throws -> StoredApp?
    /// Returns the app with a client key, which may also be the key before the last rotation.
    func app(clientKey: String) async throws -> StoredApp?
    /// Returns the first `GatewayLimits.pageEntriesMax` apps, sorted by bundle identifier.
    func apps() async throws -> [StoredApp]
    func app(bundleID: String) async throws -> StoredApp?
    /// Returns the bundle identifiers of apps with secrets that cannot be opened, because the
    /// master key is missing or different: of the first `GatewayLimits.pageEntriesMax` apps.
    func lockedApps() async throws -> [String]
    /// Replaces the credential of an app. Returns `nil` if there is no such app.
    func putCredential(_ credential: AppCredential, now: Date) async throws -> StoredApp?
    func credential(bundleID: String) async throws -> AppCredential?

    // MARK: Installations

    /// Registers an installation with a token at the request of a server. Repeating the call with
    /// the same values changes only times.
    ///
    /// - The token becomes active and then belongs only to this installation, even if it belonged
    ///   to another one before.
    /// - The token replaces another token of the same family and installation: deliveries that are
    ///   queued for the old token are cancelled as `token_replaced`, and queued for the new token
    ///   under new identifiers. Live Activity tokens exist side by side and replace nothing.
    /// - Deliveries that are queued for the token on behalf of another user or installation are
    ///   cancelled as `token_moved`.
    func register(_ registration: Registration, now: Date) async throws -> RegistrationOutcome
    /// Registers an installation at the request of its app. Repeating the call with the same values
    /// changes only times.
    ///
    /// - The first report stores the secret's hash; a report with another secret changes nothing.
    /// - If servers have registered the installation before, its first report empties its inbox. If
    ///   the first report contains none of the installation's tokens, the installation is deleted
    ///   and created again: queued deliveries are cancelled as `installation_deleted`.
    /// - The tokens with the names in `ended` are removed, and deliveries that are queued for them
    ///   are cancelled as `token_ended`.
    /// - Each token becomes active and then belongs only to this installation. It replaces another
    ///   token with the same name, and the old token's queue moves, as with
    ///   ``register(_:now:)-(Registration,_)``.
    /// - If the user changes, messages to the previous user are removed from the queue and the
    ///   inbox.
    /// - If there are more than `GatewayLimits.tokensPerInstallationMax` tokens, the oldest tokens
    ///   of Live Activities are removed.
    func register(_ report: DeviceReport, now: Date) async throws -> RegistrationOutcome
    /// Registers many installations at the request of a server, in one transaction, and returns the
    /// outcome of each registration.
    func register(_ registrations: [Registration], now: Date) async throws -> [ImportOutcome]
    func installation(id: String) async throws -> StoredInstallation?
    /// Returns installations, sorted by identifier.
    func installations(_ filter: InstallationFilter) async throws -> [StoredInstallation]
    /// Deletes an installation and cancels its queued deliveries as `installation_deleted`. Returns
    /// `false` if there is no such installation.
    func deleteInstallation(id: String, now: Date) async throws -> Bool
    /// Returns all entries for a token: at most one for each app and environment.
    func tokens(matching token: DeviceToken) async throws -> [StoredToken]

    // MARK: Messages

    /// Stores a message, and one delivery for each token to which it goes, in one transaction.
    ///
    /// The delivery to a dead token is suppressed immediately as `token_dead`.
    func accept(_ message: NewMessage, now: Date) async throws -> Acceptance
    /// Returns the outcome of a request with an idempotency key that an earlier request used:
    /// replayed or key reused; `nil` if no such request is stored.
    func earlierOutcome(_ idempotency: Idempotency, now: Date) async throws -> AcceptOutcome?
    func message(id: String) async throws -> StoredMessage?
    /// Returns deliveries of a message, sorted by identifier.
    func deliveries(messageID: String, after: APNSID?, limit: Int) async throws -> [StoredDelivery]
    func delivery(id: APNSID) async throws -> StoredDelivery?

    // MARK: Inbox and receipts

    /// Returns the messages that come after a position in an installation's inbox, in the order in
    /// which they were stored; `nil` if there is no such installation.
    ///
    /// - A message is in the inbox if its push type goes to the app's own token, and one of its
    ///   deliveries was created for a token that the installation had then or got while the
    ///   delivery was queued. The outcome of that delivery does not matter.
    /// - The inbox omits messages that have expired, messages that are older than
    ///   `GatewayLimits.inboxSecondsMax`, and messages to a user to whom the installation no longer
    ///   belongs.
    /// - A reader that continues from the position of a page misses nothing: messages that are
    ///   stored later come after the position, even if their transactions began earlier.
    /// - A position of another installation, or beyond the last message, counts as the beginning.
    func inbox(
        installationID: String, after: InboxPosition?, limit: Int, now: Date
    ) async throws -> InboxPage?
    /// Stores receipts. Receipts with the same message, installation, event and action are stored
    /// once.
    ///
    /// - Returns: the number of these receipts that are stored now, including receipts that were
    ///   stored before. The others belong to unknown messages or to messages that were not for the
    ///   installation, or exceed `GatewayLimits.receiptsPerMessageMax`.
    func addReceipts(
        _ receipts: [Receipt], installationID: String, now: Date
    ) async throws -> Int
    /// Returns receipts of a message, in the order in which the gateway received them.
    func receipts(messageID: String, after: Int?, limit: Int) async throws -> [StoredReceipt]

    // MARK: Sending

    /// Claims due deliveries for one owner until `leaseUntil`, and returns them with the
    /// credentials of their apps. Deliveries whose outcome is not recorded by then are due again.
    ///
    /// - Each lane gets as many deliveries as its share of the room permits, the earliest first.
    /// - A delivery that cannot be read is suppressed as ``unreadableReason`` and reported; the
    ///   other deliveries are still sent.
    /// - A queued delivery that is due after `latestDue` becomes due now. A delivery that is being
    ///   sent and is due after `latestDue` becomes due at the end of the lease.
    func claim(_ request: ClaimRequest) async throws -> ClaimedBatch
    /// Stores the decisions about claimed deliveries. If a record's fence is not the newest, or its
    /// delivery has ended, the record changes neither the delivery nor the token. A delivery that
    /// cannot be read is suppressed as ``unreadableReason``.
    func record(_ records: [DeliveryRecord], now: Date) async throws -> RecordingResult
    /// Returns the time at which the next delivery is due, by the caller's clock; `nil` if no
    /// delivery is open.
    func nextDue(now: Date) async throws -> Date?

    /// Returns how much work waits. Counting ends at ``QueueFigures/countMax``.
    func queue(now: Date) async throws -> QueueFigures

    // MARK: Retention

    /// Removes from each table a limited number of rows that have ended and whose retention time
    /// has passed. Messages that are still to be sent are never removed.
    func purge(_ retention: Retention, now: Date) async throws -> PurgeReport

    // MARK: API keys

    func insertKey(_ key: StoredAPIKey) async throws
    func key(id: String) async throws -> StoredAPIKey?
    /// Returns the valid keys by age, then the revoked keys, at most
    /// `GatewayLimits.apiKeysListedMax`.
    func keys() async throws -> [StoredAPIKey]
    /// Stores the time at which a key was used.
    func noteUse(ofKey id: String, now: Date) async throws
    /// Revokes a key, which stays in the list, and removes keys that were revoked long ago. A key
    /// that was already revoked keeps its time of revocation. Returns `nil` if there is no such
    /// key.
    func revokeKey(id: String, now: Date) async throws -> StoredAPIKey?

    /// Throws an error if the storage cannot be used at present.
    func check() async throws

    /// Closes the storage. Later calls throw ``GatewayStoreError``.
    func close() async throws
}

extension GatewayStore {
    /// A storage that seals no secrets can always read them.
    public func lockedApps() async throws -> [String] { [] }

    /// The reason of a delivery that was suppressed because its row cannot be read.
    public static var unreadableReason: String { "row_unreadable" }
}
