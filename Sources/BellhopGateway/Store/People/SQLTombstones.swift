// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// As steps of one transaction, records which users were erased, without their names, so that an
/// import does not bring the users back.
///
/// A tombstone is the HMAC-SHA256 of the user's name. Its key, the salt, is a random value of the
/// app; without it, tombstones cannot be compared with a list of names.
enum SQLTombstones {
    static func put(
        _ db: isolated SQLStore.Connection, user: String, app: Int64, newSalt: [UInt8], now: Date
    ) async throws {
        try await db.run(
            """
            INSERT INTO tombstone_salt (app, salt) VALUES (\(app), \(newSalt))
            ON CONFLICT (app) DO NOTHING
            """)
        guard let salt = try await salt(db, app: app) else { return }
        try await db.run(
            """
            INSERT INTO tombstone (app, hash, created_at)
            VALUES (\(app), \(hash(user, salt)), \(now.storedMilliseconds))
            ON CONFLICT (app, hash) DO UPDATE SET created_at = excluded.created_at
            """)
    }

    private static func salt(
        _ db: isolated SQLStore.Connection, app: Int64
    ) async throws -> [UInt8]? {
        try await db.row("SELECT salt FROM tombstone_salt WHERE app = \(app)")?.value("salt")
    }

    private static func hash(_ user: String, _ salt: [UInt8]) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(
                for: Array(user.utf8), using: SymmetricKey(data: salt)))
    }

    /// Returns those of the given users who have a tombstone.
    static func erased(
        _ db: isolated SQLStore.Connection, among users: Set<String>, app: Int64
    ) async throws -> Set<String> {
        guard !users.isEmpty, let salt = try await salt(db, app: app) else { return [] }
        let known: [[UInt8]] = try await db.rows(
            "SELECT hash FROM tombstone WHERE app = \(app) LIMIT \(listedMax)"
        ).firstColumn()
        if known.count < listedMax {
            let hashes = Set(known)
            return users.filter { hashes.contains(hash($0, salt)) }
        }
        var erased: Set<String> = []
        for user in users {
            let row = try await db.row(
                """
                SELECT 1 FROM tombstone WHERE app = \(app) AND hash = \(hash(user, salt))
                """)
            if row != nil { erased.insert(user) }
        }
        return erased
    }

    /// The maximum number of tombstones that are read at once; with more, each user is looked up.
    private static let listedMax = 1_000
}
