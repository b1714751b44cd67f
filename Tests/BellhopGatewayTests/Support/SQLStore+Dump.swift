// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import SQLCore

@testable import BellhopGateway

extension SQLStore {
    /// Returns the rows of every table as texts, by table. Bytes are shown as text and in
    /// hexadecimal digits.
    func dump() async throws -> [String: [String]] {
        try await read { db in
            let names: SQL = """
                \(sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
                    postgres: "SELECT tablename::text AS name FROM pg_tables "
                        + "WHERE schemaname = current_schema()")
                """
            var tables: [String: [String]] = [:]
            for name in try await db.rows(names).firstColumn(as: String.self) {
                let rows = try await db.rows("SELECT * FROM \(text: name)")
                tables[name] = rows.map { row in
                    rows.columns.map { Self.text(row[$0]) }.joined(separator: " | ")
                }
            }
            return tables
        }
    }

    private static func text(_ value: SQLValue?) -> String {
        switch value {
        case .integer(let number)?: "\(number)"
        case .text(let text)?: text
        case .blob(let bytes)?: String(decoding: bytes, as: UTF8.self) + Hex.encode(bytes)
        default: ""
        }
    }
}
