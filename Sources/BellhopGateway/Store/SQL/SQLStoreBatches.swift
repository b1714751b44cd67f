// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

/// The calls of a store that are carried out together with others of their kind, because many
/// requests make them at the same time.
struct SQLStoreBatches {
    /// The maximum number of messages or registrations in one transaction.
    static let writesMax = 128
    /// The maximum number of rows that one statement looks for.
    static let readsMax = 256

    let messages: CallBatches<SQLAcceptance.Request, Acceptance>
    let registrations: CallBatches<SQLRegistration.Request, RegistrationOutcome>
    let reports: CallBatches<SQLDeviceBatch.Request, RegistrationOutcome>
    let keys: CallBatches<String, StoredAPIKey?>
    let apps: CallBatches<String, StoredApp?>
    /// Apps by client key.
    let clients: CallBatches<String, StoredApp?>
    let installations: CallBatches<String, StoredInstallation?>
    let knownTokens: CallBatches<DeviceToken, [KnownToken]>

    init(_ database: any SQLDatabase, _ clock: StoreClock, _ secrets: StoreSecrets) {
        // SQLite has one writer. On PostgreSQL, a batch can be prepared while another one commits.
        let runningMax = database.dialect == .sqlite ? 1 : 2
        messages = CallBatches(
            callsMax: Self.writesMax, runningMax: runningMax,
            keys: { $0.message.idempotency.map { [$0.lockName] } ?? [] },
            body: { requests in
                guard let now = requests.first?.now else { return [] }
                return try await database.write { db in
                    let lead = try await clock.lead(database, db, over: now)
                    return try await SQLAcceptance.accept(db, requests, lead: lead)
                }
            })
        registrations = CallBatches(
            callsMax: Self.writesMax, runningMax: runningMax, keys: \.registration.names,
            body: { requests in
                try await database.write { db in try await SQLRegistration.register(db, requests) }
            })
        reports = CallBatches(
            callsMax: Self.writesMax, runningMax: runningMax, keys: \.names,
            body: { requests in
                try await database.write { db in try await SQLDeviceBatch.register(db, requests) }
            })
        // One read at a time is enough: reads are short, and no other transaction blocks them.
        keys = CallBatches(callsMax: Self.readsMax, runningMax: 1) { ids in
            try await SQLKeys.keys(database, ids)
        }
        apps = CallBatches(callsMax: Self.readsMax, runningMax: 1) { bundleIDs in
            try await SQLApps.apps(database, bundleIDs, secrets)
        }
        clients = CallBatches(callsMax: Self.readsMax, runningMax: 1) { clientKeys in
            try await SQLApps.apps(database, clientKeys: clientKeys, secrets)
        }
        installations = CallBatches(callsMax: Self.readsMax, runningMax: 1) { ids in
            try await database.read { db in
                let found = try await SQLInstallations.installations(
                    db, SQLInstallations.select + " WHERE i.id \(in: Set(ids).sorted())")
                let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
                return ids.map { byID[$0] }
            }
        }
        knownTokens = CallBatches(callsMax: Self.readsMax, runningMax: 2) { tokens in
            try await SQLKnownTokens.known(database, tokens)
        }
    }
}
