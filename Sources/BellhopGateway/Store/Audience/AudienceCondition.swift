// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

/// A filter as a condition on `installation i`, for a statement of either database.
///
/// Every value is a parameter. No part of the condition is ever NULL, so `not` means the same as in
/// ``AudienceFilter/contains(_:)``, which tests compare with it.
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

    /// A condition that finds installations in an index of another table, each of them once.
    struct List {
        /// The table with its alias.
        let table: SQL
        /// The column with the installation's number.
        let installation: SQL
        let test: SQL
    }

    /// Reads what the condition needs of an app.
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
        case .tags(let tags):
            let named: SQL = tags.count == 1 ? "t.name = \(tags[0])" : "t.name \(in: tags)"
            let test: SQL = "t.app = \(app) AND \(named)"
            return usesLists
                ? "(i.no IN (SELECT t.installation FROM tag t WHERE \(test)))"
                : "EXISTS (SELECT 1 FROM tag t WHERE \(test) AND t.installation = i.no)"
        case .topics(let names): return subscription(names)
        case .attribute(let name, let comparison, let value):
            return condition(name, comparison, [value])
        case .oneOf(let name, let values): return condition(name, nil, values)
        case .exists(let name):
            if let field = AudienceField(rawValue: name) {
                return "(i.\(text: Self.column(of: field)) IS NOT NULL)"
            }
            guard let attribute = attributes[name] else { return Self.never }
            return value(of: attribute, Self.always)
        case .and(let filters): return joined(filters, " AND ")
        case .or(let filters): return joined(filters, " OR ")
        case .not(let filter): return "(NOT \(sql(filter)))"
        }
    }

    /// Returns the list for a filter; `nil` if another table does not find its installations, or
    /// finds some of them twice.
    func list(_ filter: AudienceFilter) -> List? {
        switch filter {
        case .tags(let tags) where tags.count == 1:
            return List(
                table: "tag t", installation: "t.installation",
                test: "t.app = \(app) AND t.name = \(tags[0])")
        case .topics(let names) where names.count == 1:
            guard let number = topics[names[0]] else { return nil }
            return List(
                table: "subscription s", installation: "s.installation",
                test: "s.topic = \(number) AND s.is_on = 1")
        case .attribute(let name, let comparison, let value):
            guard let attribute = attributes[name],
                let stored = AudienceValue.stored(value, as: attribute.kind)
            else { return nil }
            return List(
                table: "attribute_value v", installation: "v.installation",
                test: """
                    v.attribute = \(attribute.number)
                    AND v.value \(Self.test(comparison, [stored]))
                    """)
        default: return nil
        }
    }

    private func joined(_ filters: [AudienceFilter], _ separator: String) -> SQL {
        var all: SQL = "("
        for (index, filter) in filters.enumerated() {
            if index > 0 { all += "\(text: separator)" }
            all += sql(filter)
        }
        return all + ")"
    }

    private func subscription(_ names: [String]) -> SQL {
        let numbers = names.compactMap { topics[$0] }
        guard !numbers.isEmpty else { return Self.never }
        let named: SQL = numbers.count == 1 ? "s.topic = \(numbers[0])" : "s.topic \(in: numbers)"
        let test: SQL = "\(named) AND s.is_on = 1"
        return usesLists
            ? "(i.no IN (SELECT s.installation FROM subscription s WHERE \(test)))"
            : "EXISTS (SELECT 1 FROM subscription s WHERE \(test) AND s.installation = i.no)"
    }

    /// Returns the condition on one name. Values of a type other than the name's match nothing.
    ///
    /// - Parameter comparison: `nil` for one of the values.
    private func condition(
        _ name: String, _ comparison: AudienceFilter.Comparison?, _ values: [AudienceFilter.Value]
    ) -> SQL {
        guard let field = AudienceField(rawValue: name) else {
            guard let attribute = attributes[name] else { return Self.never }
            let stored = values.compactMap { AudienceValue.stored($0, as: attribute.kind) }
            guard !stored.isEmpty else { return Self.never }
            return value(of: attribute, "v.value \(Self.test(comparison, stored))")
        }
        if field == .permission { return Self.permission(comparison, values) }
        let column = Self.expression(for: field)
        if field.type == .date {
            let dates = values.compactMap(\.dateValue)
            guard !dates.isEmpty else { return Self.never }
            return "(i.\(text: Self.column(of: field)) \(Self.test(comparison, dates)))"
        }
        let texts = values.compactMap(\.textValue)
            .compactMap { field.type == .version ? VersionOrder.key($0) : $0 }
        guard !texts.isEmpty else { return Self.never }
        return "(\(column) IS NOT NULL AND \(column) \(Self.test(comparison, texts)))"
    }

    private func value(of attribute: Attribute, _ test: SQL) -> SQL {
        usesLists
            ? """
            (i.no IN (SELECT v.installation FROM attribute_value v
                WHERE v.attribute = \(attribute.number) AND \(test)))
            """
            : """
            EXISTS (SELECT 1 FROM attribute_value v WHERE v.attribute = \(attribute.number)
                AND v.installation = i.no AND \(test))
            """
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

    /// Returns what a comparison compares: a version by its order.
    private static func expression(for field: AudienceField) -> SQL {
        field.type == .version
            ? "i.\(text: column(of: field))_order" : "i.\(text: column(of: field))"
    }

    /// Returns the condition on the permission, which has no order.
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
