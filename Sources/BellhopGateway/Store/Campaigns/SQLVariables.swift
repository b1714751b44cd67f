// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads the attributes of recipients that a campaign's content shows, as steps of one transaction.
enum SQLVariables {
    /// The values of installations by their numbers: the attributes by name, in canonical form.
    typealias Values = [Int64: [String: String]]

    /// Returns the stored form of the names; `nil` for none.
    static func json(_ names: [String]) throws -> String? {
        guard !names.isEmpty else { return nil }
        let unique = Set(names).sorted()
        return String(decoding: try GatewayJSON.encode(unique), as: UTF8.self)
    }

    /// Returns the names of the attributes that a campaign's content shows.
    static func names(_ row: SQLRow) throws -> [String] {
        guard let text: String = try row.optional("variables") else { return [] }
        guard let names = try? GatewayJSON.decode([String].self, from: Data(text.utf8)) else {
            throw SQLValueError(column: "campaign.variables")
        }
        return names
    }

    /// Returns the named attributes of installations with one statement.
    static func values(
        _ db: isolated SQLStore.Connection, app: Int64, _ names: [String],
        of installations: [Int64]
    ) async throws -> Values {
        guard !names.isEmpty, !installations.isEmpty else { return [:] }
        var values: Values = [:]
        for row in try await db.rows(statement(app, names, installations)) {
            let kind: AttributeKind = try row.word("kind")
            guard let value = AudienceValue.value(try row.value("value"), as: kind) else {
                throw SQLValueError(column: "attribute_value.value")
            }
            values[try row.value("installation"), default: [:]][try row.value("name")] =
                TemplateVariable.canonical(value)
        }
        return values
    }

    /// With `CROSS JOIN`, SQLite joins the tables in the written order, and so finds each value by
    /// its whole key. Otherwise, without statistics, it might read all values of an attribute.
    private static func statement(
        _ app: Int64, _ names: [String], _ installations: [Int64]
    ) -> SQL {
        let table = SQLTable().with("number", integers: installations)
        return """
            SELECT v.installation, v.value, a.name, a.kind
            FROM \(table, as: "r") CROSS JOIN attribute a CROSS JOIN attribute_value v
            WHERE a.app = \(app) AND a.name \(in: names) AND v.installation = r.number
                AND v.attribute = a.no
            """
    }
}
