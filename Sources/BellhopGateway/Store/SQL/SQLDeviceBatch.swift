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

/// Registers many installations at the requests of their apps with few statements, as steps of one
/// transaction.
///
/// Most apps report what the gateway already knows, or a new installation with new tokens. A few
/// statements store all these reports. A report that replaces or ends a token, or takes over an
/// installation that a server has registered, is a separate registration
/// (``SQLDeviceRegistration``).
enum SQLDeviceBatch {
    /// A report, and the time of its request.
    struct Request: Sendable {
        let report: DeviceReport
        let now: Date

        /// The names of the installation and the tokens that the report changes, for locks.
        var names: [String] {
            SQLRegistration.lockNames(
                report.installationID, report.registration.tokens.map(\.token))
        }
    }

    /// A report that is permitted.
    struct Entry {
        let place: Int
        let report: DeviceReport
        let app: Int64
        let userBefore: String?
        let now: Date

        var registration: DeviceRegistration { report.registration }
        var keepsBadge: Bool { registration.badge == nil }
    }

    /// Registers installations, no two of which have the same identifier or token.
    ///
    /// - Returns: the outcomes, in the same order.
    static func register(
        _ db: isolated SQLStore.Connection, _ requests: [Request]
    ) async throws -> [RegistrationOutcome] {
        try await db.lock(requests.flatMap(\.names))
        let ids = requests.map(\.report.installationID)
        let before = try await SQLRegistration.stored(db, ids)
        let apps = try await SQLApps.sending(db, Set(requests.map(\.report.registration.app)))
        var outcomes = [RegistrationOutcome?](repeating: nil, count: requests.count)
        var entries: [Entry] = []
        var separate: [Entry] = []
        for (place, request) in requests.enumerated() {
            let report = request.report
            let known = before[report.installationID]
            guard let app = apps[report.registration.app]?.number else {
                outcomes[place] = .appNotFound
                continue
            }
            if let refusal = report.refusal(by: known) {
                outcomes[place] = refusal
                continue
            }
            let entry = Entry(
                place: place, report: report, app: app, userBefore: known?.user, now: request.now)
            if report.isPlain(after: known) {
                entries.append(entry)
            } else {
                separate.append(entry)
            }
        }
        try await store(db, entries)
        for entry in separate {
            outcomes[entry.place] = try await SQLDeviceRegistration.register(
                db, entry, before: before[entry.report.installationID])
        }
        let stored = try await SQLRegistration.stored(db, entries.map(\.report.installationID))
        for entry in entries {
            outcomes[entry.place] = stored[entry.report.installationID].map { .registered($0) }
        }
        return try outcomes.map { outcome in
            guard let outcome else { throw SQLValueError(column: "installation.id") }
            return outcome
        }
    }

    private static func store(
        _ db: isolated SQLStore.Connection, _ entries: [Entry]
    ) async throws {
        guard let now = entries.map(\.now).max() else { return }
        var numbers: [String: Int64] = [:]
        for part in [entries.filter(\.keepsBadge), entries.filter { !$0.keepsBadge }] {
            numbers.merge(try await upsert(db, part)) { $1 }
        }
        var placed: [SQLTokens.Placed] = []
        var changes: [SQLRegistration.Change] = []
        for entry in entries {
            guard let number = numbers[entry.report.installationID] else {
                throw SQLValueError(column: "installation.no")
            }
            placed += entry.registration.tokens.map {
                SQLTokens.Placed(
                    installation: number, bundleID: entry.registration.app,
                    environment: entry.registration.environment, name: $0.name, token: $0.token)
            }
            changes.append(
                .init(
                    installation: number, userBefore: entry.userBefore,
                    user: entry.registration.user))
        }
        _ = try await SQLTokens.put(db, placed, now: now)
        try await SQLRegistration.settle(db, changes, now: now)
    }

    /// Stores the values of installations.
    ///
    /// - Parameter entries: reports that all have a badge, or all have none.
    /// - Returns: the numbers of the rows, by identifier.
    static func upsert(
        _ db: isolated SQLStore.Connection, _ entries: [Entry]
    ) async throws -> [String: Int64] {
        guard let keepsBadge = entries.first?.keepsBadge else { return [:] }
        let list = entries.map(\.registration)
        let table = SQLTable().with("new_app", integers: entries.map(\.app))
            .with("new_id", texts: entries.map(\.report.installationID))
            .with("new_user", texts: list.map(\.user))
            .with("new_locale", texts: list.map(\.locale))
            .with("new_zone", texts: list.map(\.timeZone))
            .with("new_system", texts: list.map(\.systemVersion))
            .with("new_version", texts: list.map(\.appVersion))
            .with("new_time", integers: entries.map(\.now.storedMilliseconds))
            .with("new_secret", blobs: entries.map(\.report.secretHash))
            .with("new_environment", texts: list.map(\.environment.rawValue))
            .with("new_platform", texts: list.map { $0.platform?.rawValue })
            .with("new_permission", texts: try list.map { try $0.permission.map(text) })
            .with(
                "new_bits", integers: list.map { PermissionBits($0.permission, $0.asks).value }
            )
            .with("new_badge", integers: list.map { Int64($0.badge ?? 0) })
            .with("new_key", texts: try list.map { try $0.encryptionKey.map(text) })
            .with("new_version_order", texts: list.map { $0.appVersion.flatMap(VersionOrder.key) })
            .with(
                "new_system_order", texts: list.map { $0.systemVersion.flatMap(VersionOrder.key) })
        let badge: SQL = keepsBadge ? "installation.badge" : "excluded.badge"
        let rows = try await db.rows(
            """
            INSERT INTO installation (app, id, user_id, locale, time_zone, system_version,
                app_version, created_at, registered_at, secret_hash, environment, platform,
                permission, permission_bits, badge, encryption_key, app_version_order,
                system_version_order)
            SELECT r.new_app, r.new_id, r.new_user, r.new_locale, r.new_zone, r.new_system,
                r.new_version, r.new_time, r.new_time, r.new_secret, r.new_environment,
                r.new_platform, r.new_permission, r.new_bits, r.new_badge, r.new_key,
                r.new_version_order, r.new_system_order
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, locale = excluded.locale,
                time_zone = excluded.time_zone, system_version = excluded.system_version,
                app_version = excluded.app_version, registered_at = excluded.registered_at,
                secret_hash = excluded.secret_hash, environment = excluded.environment,
                platform = excluded.platform, permission = excluded.permission,
                permission_bits = excluded.permission_bits
                    | (installation.permission_bits & \(PermissionBits.kept)),
                badge = \(badge), encryption_key = excluded.encryption_key,
                app_version_order = excluded.app_version_order,
                system_version_order = excluded.system_version_order
            RETURNING no, id
            """)
        var numbers: [String: Int64] = [:]
        for row in rows { numbers[try row.value("id")] = try row.value("no") }
        return numbers
    }

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try GatewayJSON.encode(value), as: UTF8.self)
    }
}

extension DeviceReport {
    /// Returns why the device's report must be rejected; `nil` if it is accepted.
    fileprivate func refusal(by known: StoredInstallation?) -> RegistrationOutcome? {
        guard let known else { return nil }
        if known.bundleID != registration.app { return .otherApp(bundleID: known.bundleID) }
        guard let hash = known.device?.secretHash,
            !InstallationSecret.areEqual(hash, secretHash)
        else { return nil }
        return .otherSecret
    }

    /// Returns whether the report changes only its own tokens, and does not take over an
    /// installation that a server has registered.
    fileprivate func isPlain(after known: StoredInstallation?) -> Bool {
        guard registration.ended.isEmpty,
            Set(registration.tokens.map(\.token)).count == registration.tokens.count,
            Set(registration.tokens.map(\.name)).count == registration.tokens.count
        else { return false }
        let count = (known?.tokens.count ?? 0) + registration.tokens.count
        guard count <= GatewayLimits.tokensPerInstallationMax else { return false }
        guard let known else { return true }
        return known.device != nil
            && registration.tokens.allSatisfy { token in
                known.tokens.allSatisfy { other in
                    other.name != token.name || other.transport != .apns
                        || other.token == token.token
                            && other.environment == registration.environment
                }
            }
    }
}
