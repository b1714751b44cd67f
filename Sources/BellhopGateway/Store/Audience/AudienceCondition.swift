// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

/// A filter as a condition on `installation i`, for a statement of either database.
///
/// Every value is a parameter. No part of the condition is ever NULL, so `not` means the same as in
/// ``AudienceFilter/contains(_:)``. Tests compare the two.
struct AudienceCondition {
    /// How the condition finds tags and attributes.
    enum Lookup {
        /// For each installation separately, which suits a page of a few installations.
        case each
        /// As lists of installations, which suits a count: SQLite then begins with the shortest
        /// list. PostgreSQL chooses the order itself in either case.
        case lists
    }

    /// An attribute that the app has declared.
    struct Attribute: Hashable, Sendable {
        let number: Int64
        let kind: AttributeKind
    }

    private let app: Int64
    private let bundleID: String
    let attributes: [String: Attribute]
    /// The numbers of the topics that the app has declared, by name.
    private let topics: [String: Int64]
    private let usesLists: Bool

    /// Installations that an index of another table finds.
    struct List {
        /// The table with its alias.
        let table: SQL
        /// The column with the installation's number.
        let installation: SQL
        let test: SQL
        /// Whether the list contains each installation only once.
        let isDistinct: Bool
    }

    /// Reads what a condition needs to know about an app.
    static func reading(
        _ db: isolated SQLStore.Connection, app: Int64, for lookup: Lookup = .each
    ) async throws -> AudienceCondition {
        let bundleID: String? = try await db.row("SELECT bundle_id FROM app WHERE no = \(app)")?
            .value("bundle_id")
        var attributes: [String: Attribute] = [:]
        let rows = try await db.rows("SELECT no, name, kind FROM attribute WHERE app = \(app)")
        for row in rows {
            attributes[try row.value("name")] = Attribute(
                number: try row.value("no"), kind: try row.word("kind"))
        }
        return AudienceCondition(
            app: app, bundleID: bundleID ?? "", attributes: attributes,
            topics: try await SQLTopics.numbers(db, app: app),
            usesLists: lookup == .lists && db.dialect == .sqlite)
    }

    var vocabulary: AudienceVocabulary {
        AudienceVocabulary(attributes: attributes.mapValues(\.kind), topics: topics.keys.sorted())
    }

    private static let always: SQL = "1 = 1"
    private static let never: SQL = "1 = 0"

    /// Returns the condition for a filter whose times have been resolved.
    func sql(_ filter: AudienceFilter) -> SQL {
        switch filter {
        case .all: return Self.always
        case .app(let bundleID):
            return bundleID.utf8.elementsEqual(self.bundleID.utf8) ? Self.always : Self.never
        case .users(let users): return "(i.user_id IS NOT NULL AND i.user_id \(in: users))"
        case .installations(let list): return "(i.id \(in: list))"
        case .tags, .topics: return found(in: list(filter))
        case .attribute(let name, let comparison, let value):
            guard let field = AudienceField(rawValue: name) else { return found(in: list(filter)) }
            return Self.condition(field, comparison, [value])
        case .oneOf(let name, let values):
            guard let field = AudienceField(rawValue: name) else { return found(in: list(filter)) }
            return Self.condition(field, nil, values)
        case .exists(let name):
            guard let field = AudienceField(rawValue: name) else { return found(in: list(filter)) }
            return "(i.\(text: Self.column(of: field)) IS NOT NULL)"
        case .and(let filters): return joined(filters, " AND ")
        case .or(let filters): return joined(filters, " OR ")
        case .not(let filter): return "(NOT \(sql(filter)))"
        }
    }

    /// Returns the list for a filter; `nil` if no other table contains its installations, or if the
    /// app has declared nothing with the name.
    func list(_ filter: AudienceFilter) -> List? {
        switch filter {
        case .tags(let tags):
            let named = Self.test(tags.count == 1 ? .equal : nil, tags)
            return List(
                table: "tag t", installation: "t.installation",
                test: "t.app = \(app) AND t.name \(named)", isDistinct: tags.count == 1)
        case .topics(let names):
            let numbers = names.compactMap { topics[$0] }
            guard !numbers.isEmpty else { return nil }
            let named = Self.test(numbers.count == 1 ? .equal : nil, numbers)
            return List(
                table: "subscription s", installation: "s.installation",
                test: "s.topic \(named) AND s.is_on = 1", isDistinct: numbers.count == 1)
        case .attribute(let name, let comparison, let value):
            return list(name, comparison, [value])
        case .oneOf(let name, let values): return list(name, nil, values)
        case .exists(let name): return attributes[name].map { list($0, Self.always) }
        default: return nil
        }
    }

    private func list(
        _ name: String, _ comparison: AudienceFilter.Comparison?, _ values: [AudienceFilter.Value]
    ) -> List? {
        guard AudienceField(rawValue: name) == nil, let attribute = attributes[name] else {
            return nil
        }
        let stored = values.compactMap { AudienceValue.stored($0, as: attribute.kind) }
        guard !stored.isEmpty else { return nil }
        return list(attribute, "v.value \(Self.test(comparison, stored))")
    }

    private func list(_ attribute: Attribute, _ test: SQL) -> List {
        List(
            table: "attribute_value v", installation: "v.installation",
            test: "v.attribute = \(attribute.number) AND \(test)", isDistinct: true)
    }

    /// Returns the condition that a list contains the installation; without a list, it is never
    /// true.
    private func found(in list: List?) -> SQL {
        guard let list else { return Self.never }
        return usesLists
            ? "(i.no IN (SELECT \(list.installation) FROM \(list.table) WHERE \(list.test)))"
            : """
            EXISTS (SELECT 1 FROM \(list.table) WHERE \(list.test)
                AND \(list.installation) = i.no)
            """
    }

    private func joined(_ filters: [AudienceFilter], _ separator: String) -> SQL {
        var all: SQL = "("
        for (index, filter) in filters.enumerated() {
            if index > 0 { all += "\(text: separator)" }
            all += sql(filter)
        }
        return all + ")"
    }

    /// Returns the condition on a field. Values of a type other than the field's match nothing.
    ///
    /// - Parameter comparison: the comparison with the only value; `nil` if the field must be equal
    ///   to one of the values.
    private static func condition(
        _ field: AudienceField, _ comparison: AudienceFilter.Comparison?,
        _ values: [AudienceFilter.Value]
    ) -> SQL {
        if field == .permission { return permission(comparison, values) }
        let column = expression(for: field)
        if field.type == .date {
            let dates = values.compactMap(\.dateValue)
            guard !dates.isEmpty else { return never }
            return "(i.\(text: self.column(of: field)) \(test(comparison, dates)))"
        }
        let texts = values.compactMap(\.textValue)
            .compactMap { field.type == .version ? VersionOrder.key($0) : $0 }
        guard !texts.isEmpty else { return never }
        return "(\(column) IS NOT NULL AND \(column) \(test(comparison, texts)))"
    }

    private static func test(_ comparison: AudienceFilter.Comparison?, _ texts: [String]) -> SQL {
        guard let comparison else { return "\(in: texts)" }
        return "\(sign(comparison)) \(texts[0])"
    }

    private static func test(_ comparison: AudienceFilter.Comparison?, _ numbers: [Int64]) -> SQL {
        guard let comparison else { return "\(in: numbers)" }
        return "\(sign(comparison)) \(numbers[0])"
    }

    private static func sign(_ comparison: AudienceFilter.Comparison) -> SQL {
        switch comparison {
        case .equal: "="
        case .notEqual: "<>"
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        }
    }

    private static func column(of field: AudienceField) -> String {
        switch field {
        case .user: "user_id"
        case .locale, .timeZone, .appVersion, .systemVersion, .platform, .environment, .permission:
            field.rawValue
        case .created: "created_at"
        case .lastSeen: "registered_at"
        }
    }

    /// Returns the expression that is compared: for a version, the column that sorts by version.
    private static func expression(for field: AudienceField) -> SQL {
        field.type == .version
            ? "i.\(text: column(of: field))_order" : "i.\(text: column(of: field))"
    }

    /// Returns the condition on the permission, whose values are compared only for equality.
    private static func permission(
        _ comparison: AudienceFilter.Comparison?, _ values: [AudienceFilter.Value]
    ) -> SQL {
        let words = values.compactMap(\.textValue)
        guard !words.isEmpty else { return never }
        let states = PermissionSnapshot.Authorization.allCases.filter {
            words.contains($0.rawValue) == (comparison != .notEqual)
        }
        guard !states.isEmpty else { return never }
        return "(i.permission_bits \(in: PermissionBits.values(states)))"
    }
}

extension AudienceFilter.Value {
    fileprivate var textValue: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    fileprivate var dateValue: Int64? {
        guard case .date(let date) = self else { return nil }
        return date
    }
}
