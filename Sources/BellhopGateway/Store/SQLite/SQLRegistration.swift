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

/// What a registration call changes, as steps of one transaction.
enum SQLRegistration {
    static func register(
        _ db: Database, _ registration: Registration, now: Date
    ) throws -> RegistrationOutcome {
        guard try SQLApps.app(db, registration.bundleID) != nil else { return .appNotFound }
        if let owner = try String.fetchOne(
            db, sql: "SELECT bundle_id FROM installation WHERE id = ?",
            arguments: [registration.installationID]), owner != registration.bundleID
        {
            return .otherApp(bundleID: owner)
        }
        try upsertInstallation(db, registration, now: now)
        let tokenID = try upsertToken(db, registration, now: now)
        if registration.family != .liveActivity {
            try replaceOthers(db, registration, by: tokenID, now: now)
        }
        // The user may have changed, so every token of the installation is looked at.
        let tokens = try Int64.fetchAll(
            db, sql: "SELECT id FROM device_token WHERE installation_id = ?",
            arguments: [registration.installationID])
        for token in tokens {
            try SQLReaddressing.withdrawMisaddressed(db, tokenID: token, now: now)
        }
        guard let stored = try SQLInstallations.installation(db, registration.installationID) else {
            throw GatewayStoreError.foreignValue("installation.id")
        }
        return .registered(stored)
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

    /// Makes the token active and this installation's; its row keeps its identifier.
    private static func upsertToken(
        _ db: Database, _ registration: Registration, now: Date
    ) throws -> Int64 {
        let id = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO device_token (bundle_id, environment, token, family, installation_id,
                    state, registered_at)
                VALUES (?, ?, ?, ?, ?, 'active', ?)
                ON CONFLICT (token, bundle_id, environment) DO UPDATE SET family = excluded.family,
                    installation_id = excluded.installation_id, state = 'active', reason = NULL,
                    registered_at = excluded.registered_at, replaced_by = NULL
                RETURNING id
                """,
            arguments: [
                registration.bundleID, registration.environment.rawValue, registration.token.hex,
                registration.family.rawValue, registration.installationID, now.storedMilliseconds,
            ])
        guard let id else { throw GatewayStoreError.foreignValue("device_token.id") }
        return id
    }

    private static func replaceOthers(
        _ db: Database, _ registration: Registration, by tokenID: Int64, now: Date
    ) throws {
        let others = try Int64.fetchAll(
            db,
            sql: "SELECT id FROM device_token WHERE installation_id = ? AND family = ? AND id <> ?",
            arguments: [registration.installationID, registration.family.rawValue, tokenID])
        for other in others {
            try db.execute(
                sql: """
                    UPDATE device_token SET state = 'replaced', installation_id = NULL,
                        replaced_by = ?
                    WHERE id = ?
                    """,
                arguments: [tokenID, other])
            try SQLReaddressing.moveQueued(db, from: other, to: tokenID, now: now)
        }
    }
}
