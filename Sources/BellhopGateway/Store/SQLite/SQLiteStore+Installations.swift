// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GRDB
import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    public func register(_ registration: Registration, now: Date) async throws
        -> RegistrationOutcome
    {
        try await write { db in try SQLRegistration.register(db, registration, now: now) }
    }

    public func installation(id: String) async throws -> StoredInstallation? {
        try await read { db in try SQLInstallations.installation(db, id) }
    }

    public func installations(_ filter: InstallationFilter) async throws -> [StoredInstallation] {
        try await read { db in
            var sql = "SELECT * FROM installation WHERE id > ?"
            var arguments: StatementArguments = [filter.after ?? ""]
            if let user = filter.user {
                sql += " AND user_id = ?"
                arguments += [user]
            }
            if let bundleID = filter.bundleID {
                sql += " AND bundle_id = ?"
                arguments += [bundleID]
            }
            sql += " ORDER BY id LIMIT ?"
            arguments += [min(filter.limit, GatewayLimits.pageEntriesMax)]
            return try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
                try SQLInstallations.installation(db, row)
            }
        }
    }

    public func deleteInstallation(id: String, now: Date) async throws -> Bool {
        try await write { db in
            guard try SQLInstallations.installation(db, id) != nil else { return false }
            try SQLInstallations.delete(db, id, now: now)
            return true
        }
    }

    public func tokens(matching token: DeviceToken) async throws -> [StoredToken] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM device_token WHERE token = ? ORDER BY id LIMIT ?",
                arguments: [token.hex, GatewayLimits.pageEntriesMax]
            ).map(SQLInstallations.token)
        }
    }
}

/// Rows of installations and tokens as values.
enum SQLInstallations {
    static func installation(_ db: Database, _ id: String) throws -> StoredInstallation? {
        try Row.fetchOne(db, sql: "SELECT * FROM installation WHERE id = ?", arguments: [id])
            .map { try installation(db, $0) }
    }

    /// Takes its tokens away, cancels what is queued for them, and forgets it.
    static func delete(_ db: Database, _ id: String, now: Date) throws {
        try db.execute(
            sql: """
                UPDATE delivery SET state = 'cancelled', reason = 'installation_deleted',
                    due_at = NULL, updated_at = ?
                WHERE state = 'queued' AND token_id IN (SELECT id FROM device_token
                    WHERE installation_id = ?)
                """,
            arguments: [now.storedMilliseconds, id])
        try db.execute(
            sql: """
                UPDATE device_token SET state = 'removed', reason = NULL,
                    installation_id = NULL
                WHERE installation_id = ?
                """,
            arguments: [id])
        try SQLInbox.clear(db, installationID: id)
        try db.execute(sql: "DELETE FROM installation WHERE id = ?", arguments: [id])
    }

    static func installation(_ db: Database, _ row: Row) throws -> StoredInstallation {
        let id: String = try row.value("id")
        let tokens = try Row.fetchAll(
            db,
            sql: "SELECT * FROM device_token WHERE installation_id = ? ORDER BY family, id LIMIT ?",
            arguments: [id, GatewayLimits.pageEntriesMax])
        return StoredInstallation(
            id: id, bundleID: try row.value("bundle_id"), user: try row.optional("user_id"),
            locale: try row.optional("locale"), timeZone: try row.optional("time_zone"),
            systemVersion: try row.optional("system_version"),
            appVersion: try row.optional("app_version"), createdAt: try row.moment("created_at"),
            registeredAt: try row.moment("registered_at"), tokens: try tokens.map(token),
            device: try device(row))
    }

    private static func device(_ row: Row) throws -> DeviceFacts? {
        guard let hash: Data = try row.optional("secret_hash") else { return nil }
        let platform: String? = try row.optional("platform")
        return DeviceFacts(
            secretHash: Array(hash), environment: try row.word("environment"),
            platform: platform.flatMap(DevicePlatform.init(rawValue:)),
            permission: try value(row.optional("permission"), "permission"),
            encryptionKey: try value(row.optional("encryption_key"), "encryption_key"))
    }

    private static func value<Value: Decodable>(_ text: String?, _ column: String) throws -> Value?
    {
        guard let text else { return nil }
        guard let value = try? GatewayJSON.decode(Value.self, from: Data(text.utf8)) else {
            throw GatewayStoreError.foreignValue("installation.\(column)")
        }
        return value
    }

    static func name(_ row: Row) throws -> TokenName {
        TokenName(
            try row.word("family"), attributesType: try row.optional("attributes_type"),
            activity: try row.optional("activity"))
    }

    static func token(_ row: Row) throws -> StoredToken {
        StoredToken(
            token: try row.deviceToken("token"), bundleID: try row.value("bundle_id"),
            environment: try row.word("environment"),
            name: try name(row),
            state: try row.word("state"), reason: try row.optional("reason"),
            registeredAt: try row.optionalMoment("registered_at"))
    }
}
