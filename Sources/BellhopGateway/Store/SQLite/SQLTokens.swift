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

/// Puts device tokens into their places, as steps of one transaction.
enum SQLTokens {
    /// A token and where it belongs.
    struct Placed {
        let installationID: String
        let bundleID: String
        let environment: APNSEnvironment
        let name: TokenName
        let token: DeviceToken
    }

    /// Makes the token active and this installation's; its row keeps its identifier.
    static func put(_ db: Database, _ placed: Placed, now: Date) throws -> Int64 {
        let id = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO device_token (bundle_id, environment, token, family, attributes_type,
                    activity, installation_id, state, registered_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, 'active', ?)
                ON CONFLICT (token, bundle_id, environment) DO UPDATE SET family = excluded.family,
                    attributes_type = excluded.attributes_type, activity = excluded.activity,
                    installation_id = excluded.installation_id, state = 'active', reason = NULL,
                    registered_at = excluded.registered_at, replaced_by = NULL
                RETURNING id
                """,
            arguments: [
                placed.bundleID, placed.environment.rawValue, placed.token.hex,
                placed.name.family.rawValue, placed.name.attributesType, placed.name.activity,
                placed.installationID, now.storedMilliseconds,
            ])
        guard let id else { throw GatewayStoreError.foreignValue("device_token.id") }
        return id
    }

    /// Takes the installation's other tokens of the same name out of use and moves their queue.
    static func replaceOthers(
        _ db: Database, _ placed: Placed, by tokenID: Int64, now: Date
    ) throws {
        let others = try named(db, placed.name, of: placed.installationID)
        for other in others where other != tokenID {
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

    /// Takes tokens that have ended from their installation and cancels their queue.
    static func end(_ db: Database, _ tokenIDs: [Int64], now: Date) throws {
        for id in tokenIDs {
            try db.execute(
                sql: """
                    UPDATE device_token SET state = 'removed', reason = 'token_ended',
                        installation_id = NULL
                    WHERE id = ?
                    """,
                arguments: [id])
            try SQLReaddressing.settle(db, tokenID: id, now: now)
        }
    }

    /// The tokens of a name that an installation has.
    static func named(
        _ db: Database, _ name: TokenName, of installationID: String
    ) throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT id FROM device_token
                WHERE installation_id = ? AND family = ? AND coalesce(attributes_type, '') = ?
                    AND coalesce(activity, '') = ?
                """,
            arguments: [
                installationID, name.family.rawValue, name.attributesType ?? "",
                name.activity ?? "",
            ])
    }

    /// The oldest tokens of Live Activities that an installation has beyond the limit.
    static func surplus(_ db: Database, of installationID: String) throws -> [Int64] {
        let count =
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM device_token WHERE installation_id = ?",
                arguments: [installationID]) ?? 0
        return try Int64.fetchAll(
            db,
            sql: """
                SELECT id FROM device_token WHERE installation_id = ?
                    AND family IN ('liveActivity', 'liveActivityStart')
                ORDER BY registered_at, id LIMIT ?
                """,
            arguments: [installationID, max(0, count - GatewayLimits.tokensPerInstallationMax)])
    }
}
