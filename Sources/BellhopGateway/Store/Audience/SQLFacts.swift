// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import GatewayModel
import SQLCore

/// Stores tags and attributes of installations, as steps of one transaction.
enum SQLFacts {
    /// The tags and attributes of one installation.
    struct Facts: Sendable {
        var tags: [String] = []
        var attributes: [String: AudienceFilter.Value] = [:]
        /// The topics to which the installation is subscribed.
        var topics: [String] = []
    }

    /// The changes of one installation.
    struct Change {
        let installation: Int64
        let app: Int64
        var tags: [String] = []
        /// The stored values by the numbers of the attributes; `nil` removes a value.
        var values: [Int64: String?] = [:]
    }

    /// Stores changes: adds tags, and sets or removes values.
    static func apply(
        _ db: isolated SQLStore.Connection, _ changes: [Change]
    ) async throws {
        let tags = changes.flatMap { change in
            change.tags.map { (change.installation, $0, change.app) }
        }
        if !tags.isEmpty {
            let table = SQLTable().with("owner_no", integers: tags.map(\.0))
                .with("named", texts: tags.map(\.1)).with("owner_app", integers: tags.map(\.2))
            try await db.run(
                """
                INSERT INTO tag (installation, name, app)
                SELECT r.owner_no, r.named, r.owner_app FROM \(table, as: "r") WHERE TRUE
                ON CONFLICT (installation, name) DO NOTHING
                """)
        }
        // A statement may change each row only once, so only the last of several changes counts.
        var values: [[Int64]: String?] = [:]
        for change in changes {
            for (attribute, value) in change.values {
                values.updateValue(value, forKey: [change.installation, attribute])
            }
        }
        let keys = values.keys.sorted { $0.lexicographicallyPrecedes($1) }
        try await set(db, keys.compactMap { key in values[key].flatMap { $0 }.map { (key, $0) } })
        try await remove(db, keys.filter { values[$0].flatMap { $0 } == nil })
    }

    private static func set(
        _ db: isolated SQLStore.Connection, _ values: [(key: [Int64], value: String)]
    ) async throws {
        guard !values.isEmpty else { return }
        let table = SQLTable().with("owner_no", integers: values.map { $0.key[0] })
            .with("known", integers: values.map { $0.key[1] })
            .with("given", texts: values.map(\.value))
        try await db.run(
            """
            INSERT INTO attribute_value (installation, attribute, value)
            SELECT r.owner_no, r.known, r.given FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (installation, attribute) DO UPDATE SET value = excluded.value
            """)
    }

    private static func remove(
        _ db: isolated SQLStore.Connection, _ keys: [[Int64]]
    ) async throws {
        try await db.runAll(
            keys.map { key in
                """
                DELETE FROM attribute_value
                WHERE installation = \(key[0]) AND attribute = \(key[1])
                """
            })
    }

    /// Stores the tags and attributes of imported installations. An installation that would have
    /// too many tags keeps its current tags and attributes.
    static func add(
        _ db: isolated SQLStore.Connection, _ registrations: [Registration],
        _ outcomes: inout [ImportOutcome]
    ) async throws {
        let places = registrations.indices.filter { place in
            outcomes[place] == .registered
                && !(registrations[place].tags.isEmpty && registrations[place].attributes.isEmpty)
        }
        guard !places.isEmpty else { return }
        let ids = Set(places.map { registrations[$0].installationID }).sorted()
        var found: [String: (no: Int64, app: Int64)] = [:]
        for row in try await db.rows("SELECT no, id, app FROM installation WHERE id \(in: ids)") {
            found[try row.value("id")] = (try row.value("no"), try row.value("app"))
        }
        let numbers = found.values.map(\.no).sorted()
        var tags = try await self.tags(db, numbers).mapValues { Set($0) }
        var attributes: [Int64: [String: AudienceCondition.Attribute]] = [:]
        for app in Set(found.values.map(\.app)) {
            attributes[app] = try await AudienceCondition.reading(db, app: app).attributes
        }
        var changes: [Change] = []
        for place in places {
            let registration = registrations[place]
            guard let (number, app) = found[registration.installationID] else { continue }
            let all = tags[number, default: []].union(registration.tags)
            guard all.count <= GatewayLimits.tagsPerInstallationMax else {
                outcomes[place] = .tooManyTags
                continue
            }
            tags[number] = all
            changes.append(
                Change(
                    installation: number, app: app, tags: registration.tags,
                    values: stored(registration.attributes, attributes[app, default: [:]])))
        }
        try await apply(db, changes)
    }

    /// Returns the stored forms of values. Values that do not fit their attributes are left out;
    /// the caller has checked them.
    static func stored(
        _ values: [String: AudienceFilter.Value?],
        _ attributes: [String: AudienceCondition.Attribute]
    ) -> [Int64: String?] {
        var stored: [Int64: String?] = [:]
        for (name, value) in values {
            guard let attribute = attributes[name] else { continue }
            if let value {
                guard let text = AudienceValue.stored(value, as: attribute.kind) else { continue }
                stored.updateValue(text, forKey: attribute.number)
            } else {
                stored.updateValue(nil, forKey: attribute.number)
            }
        }
        return stored
    }

    /// Returns the tags of installations, by the installations' numbers.
    static func tags(
        _ db: isolated SQLStore.Connection, _ installations: [Int64]
    ) async throws -> [Int64: [String]] {
        var tags: [Int64: [String]] = [:]
        let rows = try await db.rows(
            """
            SELECT installation, name FROM tag WHERE installation \(in: installations)
            ORDER BY installation, name
            """)
        for row in rows {
            tags[try row.value("installation"), default: []].append(try row.value("name"))
        }
        return tags
    }

    /// Returns the tags and attributes of installations, by their identifiers.
    static func facts(
        _ db: isolated SQLStore.Connection, of ids: [String]
    ) async throws -> [String: Facts] {
        var numbers: [Int64: String] = [:]
        for row in try await db.rows("SELECT no, id FROM installation WHERE id \(in: ids)") {
            numbers[try row.value("no")] = try row.value("id")
        }
        var facts: [String: Facts] = [:]
        for (number, tags) in try await tags(db, numbers.keys.sorted()) {
            guard let id = numbers[number] else { continue }
            facts[id, default: Facts()].tags = tags
        }
        for (number, topics) in try await SQLTopics.subscribed(db, numbers.keys.sorted()) {
            guard let id = numbers[number] else { continue }
            facts[id, default: Facts()].topics = topics
        }
        let rows = try await db.rows(
            """
            SELECT v.installation, v.value, a.name, a.kind
            FROM attribute_value v JOIN attribute a ON a.no = v.attribute
            WHERE v.installation \(in: numbers.keys.sorted())
            """)
        for row in rows {
            let kind: AttributeKind = try row.word("kind")
            guard let id = numbers[try row.value("installation")],
                let value = AudienceValue.value(try row.value("value"), as: kind)
            else { throw SQLValueError(column: "attribute_value.value") }
            facts[id, default: Facts()].attributes[try row.value("name")] = value
        }
        return facts
    }
}
