// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLStore {
    public func register(
        _ registrations: [Registration], now: Date
    ) async throws -> [ImportOutcome] {
        try await write { db in try await SQLImport.register(db, registrations, now: now) }
    }
}

/// Registers many installations at the request of a server with few statements, as steps of one
/// transaction.
///
/// An installation that is new, or was registered before with the same token and user, needs one
/// statement for its token. Every other line is a separate registration.
enum SQLImport {
    /// A registration whose app exists, and its place in the list.
    private struct Line {
        let place: Int
        let app: Int64
        let registration: Registration
    }

    static func register(
        _ db: isolated SQLStore.Connection, _ registrations: [Registration], now: Date
    ) async throws -> [ImportOutcome] {
        var outcomes = [ImportOutcome](repeating: .registered, count: registrations.count)
        let apps = try await apps(db, registrations)
        var lines: [Line] = []
        var seen: Set<String> = []
        var slow: [Line] = []
        for (place, registration) in registrations.enumerated() {
            guard let app = apps[registration.bundleID] else {
                outcomes[place] = .appNotFound
                continue
            }
            let line = Line(place: place, app: app, registration: registration)
            // Two lines about the same installation take effect in their order, so the second line
            // is registered separately.
            let isFirst = seen.insert(registration.installationID).inserted
            if isFirst, registration.family == .app {
                lines.append(line)
            } else {
                slow.append(line)
            }
        }
        let new = try await insertInstallations(db, lines, now: now)
        let unplaced = try await place(db, lines, new, now: now)
        for line in (unplaced + slow).sorted(by: { $0.place < $1.place }) {
            let outcome = try await SQLRegistration.register(db, line.registration, now: now)
            if case .otherApp(let bundleID) = outcome {
                outcomes[line.place] = .otherApp(bundleID: bundleID)
            }
        }
        try await SQLFacts.add(db, registrations, &outcomes)
        return outcomes
    }

    private static func apps(
        _ db: isolated SQLStore.Connection, _ registrations: [Registration]
    ) async throws -> [String: Int64] {
        let bundleIDs = Set(registrations.map(\.bundleID)).sorted()
        let rows = try await db.rows(
            "SELECT no, bundle_id FROM app WHERE bundle_id \(in: bundleIDs)")
        var apps: [String: Int64] = [:]
        for row in rows { apps[try row.value("bundle_id")] = try row.value("no") }
        return apps
    }

    /// Inserts the installations that are new.
    ///
    /// - Returns: the numbers of the new installations, by identifier.
    private static func insertInstallations(
        _ db: isolated SQLStore.Connection, _ lines: [Line], now: Date
    ) async throws -> [String: Int64] {
        let list = lines.map(\.registration)
        let table = SQLTable().with("new_app", integers: lines.map(\.app))
            .with("new_id", texts: list.map(\.installationID))
            .with("new_user", texts: list.map(\.user))
            .with("new_locale", texts: list.map(\.locale))
            .with("new_zone", texts: list.map(\.timeZone))
            .with("new_system", texts: list.map(\.systemVersion))
            .with("new_version", texts: list.map(\.appVersion))
            .with("new_environment", texts: list.map(\.environment.rawValue))
            .with("new_version_order", texts: list.map { $0.appVersion.flatMap(VersionOrder.key) })
            .with(
                "new_system_order", texts: list.map { $0.systemVersion.flatMap(VersionOrder.key) })
        let rows = try await db.rows(
            """
            INSERT INTO installation (app, id, user_id, locale, time_zone, system_version,
                app_version, created_at, registered_at, environment, app_version_order,
                system_version_order)
            SELECT r.new_app, r.new_id, r.new_user, r.new_locale, r.new_zone, r.new_system,
                r.new_version, \(now.storedMilliseconds), \(now.storedMilliseconds),
                r.new_environment, r.new_version_order, r.new_system_order
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (id) DO NOTHING RETURNING no, id
            """)
        var numbers: [String: Int64] = [:]
        for row in rows { numbers[try row.value("id")] = try row.value("no") }
        return numbers
    }

    /// Inserts the tokens of the new installations, and updates the installations that already have
    /// their tokens.
    ///
    /// - Returns: the lines that need a separate registration, because their token or installation
    ///   is registered differently.
    private static func place(
        _ db: isolated SQLStore.Connection, _ lines: [Line], _ new: [String: Int64], now: Date
    ) async throws -> [Line] {
        guard !lines.isEmpty else { return [] }
        let moment = now.storedMilliseconds
        let counts = try await db.runAll(
            lines.map { line in
                let registration = line.registration
                let environment = registration.environment.rawValue
                if let number = new[registration.installationID] {
                    return """
                        INSERT INTO endpoint (app, environment, address, family, installation,
                            state, registered_at)
                        VALUES (\(line.app), \(environment), \(registration.token.bytes), 'app',
                            \(number), 'active', \(moment))
                        ON CONFLICT (address, app, environment) DO NOTHING
                        """
                }
                return """
                    UPDATE endpoint SET registered_at = \(moment)
                    WHERE address = \(registration.token.bytes) AND app = \(line.app)
                        AND environment = \(environment) AND state = 'active' AND family = 'app'
                        AND installation = (SELECT i.no FROM installation i
                            WHERE i.id = \(registration.installationID)
                                AND i.user_id IS NOT DISTINCT FROM \(registration.user))
                    """
            })
        let placed = zip(lines, counts).filter { $1 == 1 }.map(\.0)
        try await refresh(
            db, placed.filter { new[$0.registration.installationID] == nil }, now: now)
        return zip(lines, counts).filter { $1 != 1 }.map(\.0)
    }

    private static func refresh(
        _ db: isolated SQLStore.Connection, _ lines: [Line], now: Date
    ) async throws {
        guard !lines.isEmpty else { return }
        let list = lines.map(\.registration)
        let table = SQLTable().with("old_id", texts: list.map(\.installationID))
            .with("new_locale", texts: list.map(\.locale))
            .with("new_zone", texts: list.map(\.timeZone))
            .with("new_system", texts: list.map(\.systemVersion))
            .with("new_version", texts: list.map(\.appVersion))
            .with("new_version_order", texts: list.map { $0.appVersion.flatMap(VersionOrder.key) })
            .with(
                "new_system_order", texts: list.map { $0.systemVersion.flatMap(VersionOrder.key) })
        try await db.run(
            """
            UPDATE installation SET locale = r.new_locale, time_zone = r.new_zone,
                system_version = r.new_system, app_version = r.new_version,
                app_version_order = r.new_version_order,
                system_version_order = r.new_system_order,
                registered_at = \(now.storedMilliseconds)
            FROM \(table, as: "r") WHERE id = r.old_id
            """)
    }
}
