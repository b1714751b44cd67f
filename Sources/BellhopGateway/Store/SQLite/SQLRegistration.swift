// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GRDB
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a registration call of a server changes, as steps of one transaction.
enum SQLRegistration {
    static func register(
        _ db: Database, _ registration: Registration, now: Date
    ) throws -> RegistrationOutcome {
        let id = registration.installationID
        let before = try SQLInstallations.installation(db, id)
        if let refusal = try refusal(db, before, bundleID: registration.bundleID) { return refusal }
        try upsertInstallation(db, registration, now: now)
        let name = TokenName(registration.family)
        let placed = SQLTokens.Placed(
            installationID: id, bundleID: registration.bundleID,
            environment: registration.environment, name: name, token: registration.token)
        let tokenID = try SQLTokens.put(db, placed, now: now)
        // A server does not say which Live Activity it is, so none takes the place of another.
        if registration.family != .liveActivity {
            try SQLTokens.replaceOthers(db, placed, by: tokenID, now: now)
        }
        try settle(db, id, userBefore: before?.user, user: registration.user, now: now)
        return .registered(try registered(db, id))
    }

    /// Why a call cannot be done.
    static func refusal(
        _ db: Database, _ before: StoredInstallation?, bundleID: String
    ) throws -> RegistrationOutcome? {
        guard try SQLApps.app(db, bundleID) != nil else { return .appNotFound }
        guard let owner = before?.bundleID, owner != bundleID else { return nil }
        return .otherApp(bundleID: owner)
    }

    /// What follows when the tokens are in their places: nothing waits any more for somebody whose
    /// device it no longer is.
    static func settle(
        _ db: Database, _ id: String, userBefore: String?, user: String?, now: Date
    ) throws {
        // The user may have changed, so every token of the installation is looked at.
        let tokens = try Int64.fetchAll(
            db, sql: "SELECT id FROM device_token WHERE installation_id = ?", arguments: [id])
        for token in tokens {
            try SQLReaddressing.withdrawMisaddressed(db, tokenID: token, now: now)
            try SQLInbox.addQueued(db, tokenID: token, installationID: id, now: now)
        }
        if userBefore != user { try SQLInbox.withdrawMisaddressed(db, installationID: id) }
    }

    static func registered(_ db: Database, _ id: String) throws -> StoredInstallation {
        guard let stored = try SQLInstallations.installation(db, id) else {
            throw GatewayStoreError.foreignValue("installation.id")
        }
        return stored
    }

    private static func upsertInstallation(
        _ db: Database, _ registration: Registration, now: Date
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO installation (id, bundle_id, user_id, locale, time_zone, system_version,
                    app_version, created_at, registered_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, locale = excluded.locale,
                    time_zone = excluded.time_zone, system_version = excluded.system_version,
                    app_version = excluded.app_version, registered_at = excluded.registered_at
                """,
            arguments: [
                registration.installationID, registration.bundleID, registration.user,
                registration.locale, registration.timeZone, registration.systemVersion,
                registration.appVersion, now.storedMilliseconds, now.storedMilliseconds,
            ])
    }
}
