// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func register(_ registration: Registration, now: Date) async throws
        -> RegistrationOutcome
    {
        let request = SQLRegistration.Request(registration: registration, now: now)
        return try await Self.translating { try await batches.registrations.perform(request) }
    }

    public func installation(id: String) async throws -> StoredInstallation? {
        try await Self.translating { try await batches.installations.perform(id) }
    }

    public func installations(_ filter: InstallationFilter) async throws -> [StoredInstallation] {
        try await read { db in
            var statement = SQLInstallations.select + " WHERE i.id > \(filter.after ?? "")"
            if let user = filter.user { statement += " AND i.user_id = \(user)" }
            if let bundleID = filter.bundleID { statement += " AND a.bundle_id = \(bundleID)" }
            statement += " ORDER BY i.id LIMIT \(min(filter.limit, GatewayLimits.pageEntriesMax))"
            return try await SQLInstallations.installations(db, statement)
        }
    }

    public func deleteInstallation(id: String, now: Date) async throws -> Bool {
        try await write { db in
            try await SQLRegistration.lock(db, id, [])
            guard let number = try await SQLInstallations.number(db, id) else { return false }
            try await SQLInstallations.delete(db, number, now: now)
            return true
        }
    }

    public func tokens(matching token: DeviceToken) async throws -> [StoredToken] {
        try await read { db in
            try await db.rows(
                """
                SELECT e.*, a.bundle_id FROM endpoint e JOIN app a ON a.no = e.app
                WHERE e.address = \(token.bytes)
                ORDER BY e.no LIMIT \(GatewayLimits.pageEntriesMax)
                """
            ).map(SQLInstallations.token)
        }
    }
}

/// Reads installations and tokens from the database.
enum SQLInstallations {
    static let select: SQL = """
        SELECT i.*, a.bundle_id FROM installation i JOIN app a ON a.no = i.app
        """

    /// Returns the number of an installation's row.
    static func number(
        _ db: isolated SQLStore.Connection, _ id: String
    ) async throws -> Int64? {
        try await db.row("SELECT no FROM installation WHERE id = \(id)")?.value("no")
    }

    static func installation(
        _ db: isolated SQLStore.Connection, _ id: String
    ) async throws -> StoredInstallation? {
        try await installations(db, select + " WHERE i.id = \(id)").first
    }

    /// Returns the installations that a statement finds, with their tokens.
    static func installations(
        _ db: isolated SQLStore.Connection, _ statement: SQL
    ) async throws -> [StoredInstallation] {
        let rows = try await db.rows(statement)
        guard !rows.isEmpty else { return [] }
        let numbers: [Int64] = try rows.map { try $0.value("no") }
        let endpoints = try await db.rows(
            """
            SELECT e.*, a.bundle_id FROM endpoint e JOIN app a ON a.no = e.app
            WHERE e.installation \(in: numbers) ORDER BY e.family, e.no
            """)
        var tokens: [Int64: [StoredToken]] = [:]
        for endpoint in endpoints {
            tokens[try endpoint.value("installation"), default: []].append(try token(endpoint))
        }
        return try zip(rows, numbers).map { row, number in
            try installation(
                row, tokens: Array(tokens[number, default: []].prefix(GatewayLimits.pageEntriesMax))
            )
        }
    }

    /// Deletes an installation: removes its tokens from use, cancels its queued deliveries and
    /// deletes its inbox.
    static func delete(
        _ db: isolated SQLStore.Connection, _ installation: Int64, now: Date
    ) async throws {
        let cancelled: [Int64] = try await db.rows(
            """
            UPDATE delivery SET state = 'cancelled', reason = 'installation_deleted',
                due_at = NULL, updated_at = \(now.storedMilliseconds)
            WHERE no IN (SELECT d.no FROM endpoint e JOIN delivery d ON d.endpoint = e.no
                WHERE e.installation = \(installation) AND d.due_at IS NOT NULL
                    AND d.state = 'queued')
            RETURNING no
            """
        ).firstColumn()
        try await SQLEvents.ended(db, deliveries: cancelled, now: now)
        try await SQLEvents.deleting(db, installation: installation, now: now)
        try await db.runAll([
            """
            UPDATE endpoint SET state = 'removed', reason = NULL, former = installation,
                installation = NULL, unused_since = \(now.storedMilliseconds)
            WHERE installation = \(installation)
            """,
            "DELETE FROM inbox WHERE installation = \(installation)",
            "DELETE FROM tag WHERE installation = \(installation)",
            "DELETE FROM attribute_value WHERE installation = \(installation)",
            "DELETE FROM subscription WHERE installation = \(installation)",
            "DELETE FROM consent WHERE installation = \(installation)",
            "DELETE FROM installation WHERE no = \(installation)",
        ])
    }

    private static func installation(
        _ row: SQLRow, tokens: [StoredToken]
    ) throws -> StoredInstallation {
        var installation = StoredInstallation(
            id: try row.value("id"), bundleID: try row.value("bundle_id"),
            user: try row.optional("user_id"),
            locale: try row.optional("locale"), timeZone: try row.optional("time_zone"),
            systemVersion: try row.optional("system_version"),
            appVersion: try row.optional("app_version"), createdAt: try row.moment("created_at"),
            registeredAt: try row.moment("registered_at"), tokens: tokens,
            device: try device(row))
        installation.badge = try row.value("badge")
        return installation
    }

    private static func device(_ row: SQLRow) throws -> DeviceFacts? {
        guard let hash: [UInt8] = try row.optional("secret_hash") else { return nil }
        let platform: String? = try row.optional("platform")
        return DeviceFacts(
            secretHash: hash, environment: try row.word("environment"),
            platform: platform.flatMap(DevicePlatform.init(rawValue:)),
            permission: try value(row.optional("permission"), "permission"),
            encryptionKey: try value(row.optional("encryption_key"), "encryption_key"))
    }

    private static func value<Value: Decodable>(_ text: String?, _ column: String) throws -> Value?
    {
        guard let text else { return nil }
        guard let value = try? GatewayJSON.decode(Value.self, from: Data(text.utf8)) else {
            throw SQLValueError(column: "installation.\(column)")
        }
        return value
    }

    static func name(_ row: SQLRow) throws -> TokenName {
        TokenName(
            try row.word("family"), attributesType: try row.optional("attributes_type"),
            activity: try row.optional("activity"))
    }

    static func token(_ row: SQLRow) throws -> StoredToken {
        var token = StoredToken(
            token: try row.deviceToken("address"), bundleID: try row.value("bundle_id"),
            environment: try row.word("environment"),
            name: try name(row),
            state: try row.word("state"), reason: try row.optional("reason"),
            registeredAt: try row.optionalMoment("registered_at"))
        token.foreign = try row.foreignAddress()
        let verdict: String? = try row.optional("other_environment")
        token.isOfOtherEnvironment = verdict.map { $0 == OtherEnvironment.accepted }
        return token
    }
}
