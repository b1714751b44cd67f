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

/// A finding about a request of a sender to an app in shadow mode.
struct ShadowFinding: Hashable, Sendable {
    /// The maximum number of bytes of ``detail`` that are stored.
    static let detailByteCountMax = 400

    var kind: ShadowReport.Kind
    var reason: String
    var id: APNSID?
    /// What is wrong, without text of the notification and without a device token.
    var detail: String?
}

/// Statements that store and read the differences between what the gateway would send and what
/// another sender sends. They run inside a transaction of the caller.
enum SQLShadow {
    /// The maximum number of the newest findings, and of the newest messages, that a report counts.
    static let examinedMax = 100_000
    /// The maximum number of examples of each difference.
    static let examplesMax = 3
    /// The maximum number of differences in a report.
    static let differencesMax = 200

    /// The notifications with the same reason.
    struct Group: Sendable {
        let kind: ShadowReport.Kind
        let reason: String
        let count: Int
        var examples: [ShadowReport.Example]
    }

    static func add(
        _ db: isolated SQLStore.Connection, _ findings: [ShadowFinding], app: String, now: Date
    ) async throws {
        guard let number = try await SQLApps.number(db, app) else { return }
        for finding in findings {
            let detail = finding.detail.map {
                String(decoding: $0.utf8.prefix(ShadowFinding.detailByteCountMax), as: UTF8.self)
            }
            try await db.run(
                """
                INSERT INTO shadow_finding (app, kind, reason, at, apns_id, detail)
                VALUES (\(number), \(finding.kind.rawValue), \(finding.reason),
                    \(now.storedMilliseconds), \(finding.id?.text.lowercased()), \(detail))
                """)
        }
    }

    /// Returns the refusals and remarks since a time.
    static func findings(
        _ db: isolated SQLStore.Connection, app: Int64, since: Date, limit: Int = examinedMax
    ) async throws -> [Group] {
        try await groups(
            db,
            """
            SELECT shown.kind, shown.reason, shown.at, shown.apns_id, shown.detail, shown.no
            FROM (SELECT f.no, f.kind, f.reason, f.at, f.apns_id, f.detail FROM shadow_finding f
                WHERE f.app = \(app) AND f.at >= \(since.storedMilliseconds)
                ORDER BY f.at DESC LIMIT \(limit)) shown
            """)
    }

    /// Returns the deliveries since a time that were not sent. Only the newest messages of the app
    /// are examined.
    static func deliveries(
        _ db: isolated SQLStore.Connection, app: Int64, since: Date, limit: Int = examinedMax
    ) async throws -> [Group] {
        try await groups(
            db,
            """
            SELECT 'suppressed' AS kind, coalesce(d.reason, '') AS reason, d.created_at AS at,
                d.id AS apns_id, NULL AS detail, d.no
            FROM (SELECT m.no, m.created_at FROM message m WHERE m.app = \(app)
                ORDER BY m.no DESC LIMIT \(limit)) shown
            JOIN delivery d ON d.message = shown.no
            WHERE shown.created_at >= \(since.storedMilliseconds) AND d.state = 'suppressed'
            """)
    }

    private static func groups(
        _ db: isolated SQLStore.Connection, _ source: SQL
    ) async throws -> [Group] {
        let rows = try await db.rows(
            """
            SELECT x.kind, x.reason, x.n, x.at, x.apns_id, x.detail
            FROM (SELECT picked.kind, picked.reason, picked.at, picked.apns_id, picked.detail,
                    count(*) OVER (PARTITION BY picked.kind, picked.reason) AS n,
                    row_number() OVER (PARTITION BY picked.kind, picked.reason
                        ORDER BY picked.no DESC) AS place
                FROM (\(source)) picked) x
            WHERE x.place <= \(examplesMax) ORDER BY x.n DESC, x.kind, x.reason, x.place
            LIMIT \(differencesMax * examplesMax)
            """)
        var groups: [Group] = []
        for row in rows {
            let kind: ShadowReport.Kind = try row.word("kind")
            let reason: String = try row.value("reason")
            if groups.last.map({ $0.kind != kind || $0.reason != reason }) ?? true {
                groups.append(
                    Group(kind: kind, reason: reason, count: try row.value("n"), examples: []))
            }
            groups[groups.count - 1].examples.append(
                .init(
                    at: try row.moment("at"), apnsID: try row.optional("apns_id"),
                    detail: try row.optional("detail")))
        }
        return groups
    }
}
