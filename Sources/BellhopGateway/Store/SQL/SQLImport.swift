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

/// Registers many installations for a server, using few statements, as steps of one transaction.
///
/// A few statements store all installations that are new, or were registered before with the same
/// token and user. Each of the remaining lines is registered separately. Rows are inserted in the
/// order of their keys, so that a transaction changes few pages of an index, and two imports never
/// wait for each other.
enum SQLImport {
    /// A registration whose app exists, and its position in the list.
    private struct Line {
        let place: Int
        let app: Int64
        let registration: Registration
    }

    /// - Parameter refusesErased: whether the registrations of users who were erased are refused.
    static func register(
        _ db: isolated SQLStore.Connection, _ registrations: [Registration], now: Date,
        refusesErased: Bool = true
    ) async throws -> [ImportOutcome] {
        var outcomes = [ImportOutcome](repeating: .registered, count: registrations.count)
        let apps = try await apps(db, registrations)
        var lines: [Line] = []
        var seen: Set<String> = []
        var slow: [Line] = []
        let erased = refusesErased ? try await erasedUsers(db, registrations, apps) : [:]
        for (place, registration) in registrations.enumerated() {
            guard let app = apps[registration.bundleID] else {
                outcomes[place] = .appNotFound
                continue
            }
            if let user = registration.user, erased[app]?.contains(user) == true {
                outcomes[place] = .userErased
                continue
            }
            let line = Line(place: place, app: app, registration: registration)
            // Two lines about the same installation take effect in their order, so the second line
            // is registered separately.
            let isFirst = seen.insert(registration.installationID).inserted
            if isFirst, registration.family == .app, registration.foreign.isEmpty {
                lines.append(line)
            } else {
                slow.append(line)
            }
        }
        lines.sort { $0.registration.installationID < $1.registration.installationID }
        let new = try await insertInstallations(db, lines, now: now)
        let unplaced = try await place(db, lines, new, now: now)
        let separate = (unplaced + slow).sorted { $0.place < $1.place }
        // All locks are taken together, so that no two transactions wait for each other.
        try await db.lock(separate.flatMap { $0.registration.names })
        for line in separate {
            let outcome = try await SQLRegistration.register(db, line.registration, now: now)
            if case .otherApp(let bundleID)? = outcome {
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

    /// Returns the erased users who must not be imported again, by app.
    private static func erasedUsers(
        _ db: isolated SQLStore.Connection, _ registrations: [Registration],
        _ apps: [String: Int64]
    ) async throws -> [Int64: Set<String>] {
        var erased: [Int64: Set<String>] = [:]
        for (bundleID, app) in apps {
            let users = registrations.filter { $0.bundleID == bundleID }.compactMap(\.user)
            erased[app] = try await SQLTombstones.erased(db, among: Set(users), app: app)
        }
        return erased
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
        let known = lines.filter { new[$0.registration.installationID] == nil }
        let numbers = try await self.numbers(db, of: known).merging(new) { $1 }
        let numbered = lines.map { (line: $0, number: numbers[$0.registration.installationID]) }
        var placed = try await insertTokens(
            db, numbered.filter { new[$0.line.registration.installationID] != nil }, now: now)
        let kept = try await keepTokens(
            db, numbered.filter { new[$0.line.registration.installationID] == nil }, now: now)
        let refreshed = numbered.filter { $0.number.map(kept.contains) ?? false }
        try await refresh(db, refreshed.map(\.line), now: now)
        placed.formUnion(kept)
        return numbered.filter { !($0.number.map(placed.contains) ?? false) }.map(\.line)
    }

    /// Returns the numbers of the installations that exist, by identifier.
    private static func numbers(
        _ db: isolated SQLStore.Connection, of lines: [Line]
    ) async throws -> [String: Int64] {
        guard !lines.isEmpty else { return [:] }
        let ids = lines.map(\.registration.installationID)
        var numbers: [String: Int64] = [:]
        for row in try await db.rows("SELECT no, id FROM installation WHERE id \(in: ids)") {
            numbers[try row.value("id")] = try row.value("no")
        }
        return numbers
    }

    /// The expression for a token, which the joined rows contain in hexadecimal digits.
    private static let address: SQL =
        "\(sqlite: "unhex_bytes(r.digits)", postgres: "decode(r.digits, 'hex')")"

    /// Returns the tokens of installations as rows, in the order of the tokens.
    private static func tokens(_ lines: [(line: Line, number: Int64?)]) -> SQLTable {
        let list = lines.map { (digits: $0.line.registration.token.hex, entry: $0) }
            .sorted { $0.digits < $1.digits }
        return SQLTable().with("digits", texts: list.map(\.digits))
            .with("owner_app", integers: list.map(\.entry.line.app))
            .with("owner_no", integers: list.map(\.entry.number))
            .with(
                "new_environment",
                texts: list.map(\.entry.line.registration.environment.rawValue)
            )
            .with("new_user", texts: list.map(\.entry.line.registration.user))
    }

    /// Inserts the tokens of new installations.
    ///
    /// - Returns: the numbers of the installations whose tokens were not known.
    private static func insertTokens(
        _ db: isolated SQLStore.Connection, _ lines: [(line: Line, number: Int64?)], now: Date
    ) async throws -> Set<Int64> {
        guard !lines.isEmpty else { return [] }
        let numbers: [Int64] = try await db.rows(
            """
            INSERT INTO endpoint (app, environment, address, family, installation, state,
                registered_at)
            SELECT r.owner_app, r.new_environment, \(address), 'app', r.owner_no, 'active',
                \(now.storedMilliseconds)
            FROM \(tokens(lines), as: "r") WHERE TRUE
            ON CONFLICT (address, app, environment) DO NOTHING RETURNING installation
            """
        ).firstColumn()
        return Set(numbers)
    }

    /// Notes the registration of tokens that their installations already have.
    ///
    /// - Returns: the numbers of the installations that have their token and user.
    private static func keepTokens(
        _ db: isolated SQLStore.Connection, _ lines: [(line: Line, number: Int64?)], now: Date
    ) async throws -> Set<Int64> {
        guard !lines.isEmpty else { return [] }
        let numbers: [Int64] = try await db.rows(
            """
            UPDATE endpoint SET registered_at = \(now.storedMilliseconds), invalid_since = NULL,
                other_environment = NULL, other_tried_at = NULL
            FROM \(tokens(lines), as: "r") JOIN installation i ON i.no = r.owner_no
                AND i.user_id IS NOT DISTINCT FROM r.new_user
            WHERE endpoint.address = \(address) AND endpoint.app = r.owner_app
                AND endpoint.environment = r.new_environment AND endpoint.state = 'active'
                AND endpoint.family = 'app' AND endpoint.installation = i.no
            RETURNING installation
            """
        ).firstColumn()
        return Set(numbers)
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
                "new_system_order", texts: list.map { $0.systemVersion.flatMap(VersionOrder.key) }
            )
            .with("new_environment", texts: list.map(\.environment.rawValue))
        try await db.run(
            """
            UPDATE installation SET locale = r.new_locale, time_zone = r.new_zone,
                system_version = r.new_system, app_version = r.new_version,
                app_version_order = r.new_version_order,
                system_version_order = r.new_system_order,
                environment = CASE WHEN secret_hash IS NULL THEN r.new_environment
                    ELSE environment END,
                registered_at = \(now.storedMilliseconds)
            FROM \(table, as: "r") WHERE id = r.old_id
            """)
    }
}
