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

/// One version of a template in the database.
struct StoredTemplate: Sendable {
    let name: String
    let version: Int
    /// The template as JSON.
    let content: String
    let urgency: InterruptionLevel
    /// The languages, the default language first.
    let locales: [String]
    /// The time at which the version was stored.
    let createdAt: Date

    /// Parses the template.
    func template() throws -> MessageTemplate {
        do { return try MessageTemplate(reading: Array(content.utf8)) } catch {
            throw GatewayStoreError.foreignValue("template_version.content")
        }
    }
}

/// The templates in the gateway's database.
struct SQLTemplateStore: Sendable {
    let store: SQLStore

    /// The outcome of storing a template.
    enum Outcome: Sendable {
        /// The template is stored; `isNew` is `false` if the newest version has the same content
        /// and was not archived.
        case stored(StoredTemplate, isNew: Bool)
        case noApp
        /// The app has as many templates as permitted.
        case tooMany
    }

    /// Stores a template under a name. Content that differs from that of the newest version becomes
    /// the next version; an archived template can be used again.
    ///
    /// Old versions are removed once there are more than `GatewayLimits.templateVersionsMax`.
    func put(
        _ template: MessageTemplate, named name: String, of bundleID: String, now: Date
    ) async throws -> Outcome {
        let content = JSONWriter.text(template.json)
        let locales = template.locales.joined(separator: " ")
        let moment = now.storedMilliseconds
        return try await store.write { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return .noApp }
            try await db.lock(["templates \(bundleID)"])
            let row = try await db.row(
                """
                SELECT no, version, archived_at FROM template
                WHERE app = \(app) AND name = \(name)
                """)
            let number: Int64
            var version = 1
            if let row {
                number = try row.value("no")
                version = try row.value("version")
                let archivedAt: Int64? = try row.optional("archived_at")
                if let newest = try await Self.version(db, app, name, version),
                    try newest.template() == template
                {
                    if archivedAt != nil {
                        try await db.run(
                            "UPDATE template SET archived_at = NULL WHERE no = \(number)")
                    }
                    return .stored(newest, isNew: archivedAt != nil)
                }
                version += 1
                try await db.run(
                    """
                    UPDATE template SET version = \(Int64(version)), updated_at = \(moment),
                        archived_at = NULL WHERE no = \(number)
                    """)
            } else {
                guard try await Self.hasRoom(db, app) else { return .tooMany }
                number = try await Self.insert(db, app, name, at: moment)
            }
            try await db.run(
                """
                INSERT INTO template_version
                    (template, version, content, urgency, locales, created_at)
                VALUES (\(number), \(Int64(version)), \(content), \(template.urgency.rawValue),
                    \(locales), \(moment))
                """)
            try await db.run(
                """
                DELETE FROM template_version WHERE template = \(number)
                    AND version <= \(Int64(version - GatewayLimits.templateVersionsMax))
                """)
            return .stored(
                StoredTemplate(
                    name: name, version: version, content: content, urgency: template.urgency,
                    locales: template.locales, createdAt: Date(storedMilliseconds: moment)),
                isNew: true)
        }
    }

    private static func hasRoom(
        _ db: isolated SQLStore.Connection, _ app: Int64
    ) async throws -> Bool {
        let row = try await db.row("SELECT count(*) AS n FROM template WHERE app = \(app)")
        return try row?.value("n") ?? 0 < GatewayLimits.templatesPerAppMax
    }

    private static func insert(
        _ db: isolated SQLStore.Connection, _ app: Int64, _ name: String, at moment: Int64
    ) async throws -> Int64 {
        let row = try await db.row(
            """
            INSERT INTO template (app, name, version, created_at, updated_at)
            VALUES (\(app), \(name), 1, \(moment), \(moment)) RETURNING no
            """)
        guard let row else { throw SQLValueError(column: "template.no") }
        return try row.value("no")
    }

    /// Returns a version of a template, by default the newest; `nil` if there is none. An archived
    /// template is found only if its version is given.
    func template(
        _ name: String, version: Int? = nil, of bundleID: String
    ) async throws -> StoredTemplate? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return try await Self.version(db, app, name, version)
        }
    }

    private static func version(
        _ db: isolated SQLStore.Connection, _ app: Int64, _ name: String, _ version: Int?
    ) async throws -> StoredTemplate? {
        let chosen: SQL =
            version.map { "v.version = \(Int64($0))" }
            ?? "v.version = t.version AND t.archived_at IS NULL"
        return try await db.row(
            """
            SELECT t.name, v.version, v.content, v.urgency, v.locales, v.created_at
            FROM template t JOIN template_version v ON v.template = t.no
            WHERE t.app = \(app) AND t.name = \(name) AND \(chosen)
            """
        ).map(stored)
    }

    private static func stored(_ row: SQLRow) throws -> StoredTemplate {
        let locales: String = try row.value("locales")
        return StoredTemplate(
            name: try row.value("name"), version: try row.value("version"),
            content: try row.value("content"), urgency: try row.word("urgency"),
            locales: locales.split(separator: " ").map(String.init),
            createdAt: try row.moment("created_at"))
    }

    /// Returns the templates of an app that are not archived, sorted by name; `nil` if there is no
    /// such app. Their contents are empty, because they are not read.
    ///
    /// - Parameter after: the last name of the previous page.
    func templates(
        of bundleID: String, after: String, limit: Int
    ) async throws -> [StoredTemplate]? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return try await db.rows(
                """
                SELECT t.name, v.version, '' AS content, v.urgency, v.locales, v.created_at
                FROM template t
                    JOIN template_version v ON v.template = t.no AND v.version = t.version
                WHERE t.app = \(app) AND t.name > \(after) AND t.archived_at IS NULL
                ORDER BY t.name LIMIT \(limit)
                """
            ).map(Self.stored)
        }
    }

    /// Returns the versions of a template, newest first, with empty contents.
    func versions(
        of name: String, of bundleID: String
    ) async throws -> [StoredTemplate] {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return [] }
            return try await db.rows(
                """
                SELECT t.name, v.version, '' AS content, v.urgency, v.locales, v.created_at
                FROM template t JOIN template_version v ON v.template = t.no
                WHERE t.app = \(app) AND t.name = \(name)
                ORDER BY v.version DESC LIMIT \(GatewayLimits.templateVersionsMax)
                """
            ).map(Self.stored)
        }
    }

    /// Archives a template. Returns `false` if there is no such template, or if it is already
    /// archived.
    func archive(_ name: String, of bundleID: String, now: Date) async throws -> Bool {
        try await store.write { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return false }
            return try await db.run(
                """
                UPDATE template SET archived_at = \(now.storedMilliseconds)
                WHERE app = \(app) AND name = \(name) AND archived_at IS NULL
                """) > 0
        }
    }

    /// Returns the identifier and the language of a user's most recently registered installation;
    /// `nil` if the user has no installation.
    func newestInstallation(
        ofUser user: String, of bundleID: String
    ) async throws -> (id: String, locale: String?)? {
        try await store.read { db in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return try await db.row(
                """
                SELECT i.id, i.locale FROM installation i
                WHERE i.app = \(app) AND i.user_id = \(user)
                ORDER BY i.registered_at DESC, i.no DESC LIMIT 1
                """
            ).map { (id: try $0.value("id"), locale: try $0.optional("locale")) }
        }
    }
}
