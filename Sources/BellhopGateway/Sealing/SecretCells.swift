// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import SQLCore

/// The secrets in the tables of a database, sealed or not.
enum SecretCells {
    /// One secret.
    struct Cell: Sendable {
        let place: SealedText.Place
        let text: String
        /// The number of the app or of the webhook.
        fileprivate let number: Int64
        fileprivate let column: String
    }

    /// Returns all secrets of apps.
    ///
    /// - Parameter limit: the maximum number of apps whose secrets are returned; `nil` for all.
    static func all(
        _ db: isolated SQLStore.Connection, limit: Int? = nil
    ) async throws -> [Cell] {
        var statement: SQL = """
            SELECT a.no, a.bundle_id, a.identity_secret, a.identity_secret_before, c.p8
            FROM app a LEFT JOIN credential c ON c.app = a.no ORDER BY a.no
            """
        if let limit { statement += " LIMIT \(limit)" }
        var cells: [Cell] = []
        for row in try await db.rows(statement) {
            let bundleID: String = try row.value("bundle_id")
            for (column, place) in [
                ("identity_secret", SealedText.Place.identitySecret(bundleID)),
                ("identity_secret_before", .identitySecret(bundleID)),
                ("p8", .credential(bundleID)),
            ] {
                // A value of another type is not a secret that Bellhop stored.
                guard let text = row[column].flatMap(String.init(sqlValue:)) else { continue }
                cells.append(
                    Cell(place: place, text: text, number: try row.value("no"), column: column))
            }
        }
        return cells
    }

    /// Returns all secrets of webhooks.
    static func ofWebhooks(_ db: isolated SQLStore.Connection) async throws -> [Cell] {
        var cells: [Cell] = []
        for row in try await db.rows("SELECT no, id, secret, secret_before FROM webhook") {
            for column in ["secret", "secret_before"] {
                guard let text = row[column].flatMap(String.init(sqlValue:)) else { continue }
                cells.append(
                    Cell(
                        place: .webhookSecret(try row.value("id")), text: text,
                        number: try row.value("no"), column: column))
            }
        }
        return cells
    }

    /// Returns all secrets for FCM and Web Push.
    static func ofProviders(_ db: isolated SQLStore.Connection) async throws -> [Cell] {
        try await db.rows(
            """
            SELECT a.no, a.bundle_id, p.transport, p.secret
            FROM provider_credential p JOIN app a ON a.no = p.app ORDER BY a.no, p.transport
            """
        ).map { row in
            let transport: PushTransport = try row.word("transport")
            return Cell(
                place: .providerCredential(try row.value("bundle_id"), transport),
                text: try row.value("secret"), number: try row.value("no"),
                column: transport.rawValue)
        }
    }

    /// Replaces the text of a secret, unless another transaction has replaced it in the meantime.
    static func replace(
        _ db: isolated SQLStore.Connection, _ cell: Cell, with text: String
    ) async throws {
        let column = SQL(stringLiteral: cell.column)
        if cell.place.table == "provider_credential" {
            try await db.run(
                """
                UPDATE provider_credential SET secret = \(text)
                WHERE app = \(cell.number) AND transport = \(cell.column)
                    AND secret = \(cell.text)
                """)
        } else if cell.place.table == "webhook" {
            try await db.run(
                """
                UPDATE webhook SET \(column) = \(text)
                WHERE no = \(cell.number) AND \(column) = \(cell.text)
                """)
        } else if cell.column == "p8" {
            try await db.run(
                """
                UPDATE credential SET p8 = \(text)
                WHERE app = \(cell.number) AND p8 = \(cell.text)
                """)
        } else {
            try await db.run(
                """
                UPDATE app SET \(column) = \(text)
                WHERE no = \(cell.number) AND \(column) = \(cell.text)
                """)
        }
    }
}
