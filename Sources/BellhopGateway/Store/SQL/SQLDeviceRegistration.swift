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

/// Registers an installation at the request of its app, as steps of one transaction.
enum SQLDeviceRegistration {
    static func register(
        _ db: isolated SQLStore.Connection, _ report: DeviceReport, now: Date
    ) async throws -> RegistrationOutcome {
        let registration = report.registration
        let id = report.installationID
        try await SQLRegistration.lock(db, id, registration.tokens.map(\.token))
        let before = try await SQLInstallations.installation(db, id)
        if let refusal = try await SQLRegistration.refusal(db, before, bundleID: registration.app) {
            return refusal
        }
        if let known = before?.device?.secretHash,
            !InstallationSecret.areEqual(known, report.secretHash)
        {
            return .otherSecret
        }
        if let before, before.device == nil {
            try await takeOver(db, before, report, now: now)
        }
        let installation = try await upsertInstallation(db, report, now: now)
        for name in registration.ended {
            try await SQLTokens.end(
                db, try await SQLTokens.named(db, name, of: installation), now: now)
        }
        for token in registration.tokens {
            let placed = SQLTokens.Placed(
                installation: installation, bundleID: registration.app,
                environment: registration.environment, name: token.name, token: token.token)
            let endpoint = try await SQLTokens.put(db, placed, now: now)
            try await SQLTokens.replaceOthers(db, placed, by: endpoint, now: now)
        }
        try await SQLTokens.end(db, try await SQLTokens.surplus(db, of: installation), now: now)
        try await SQLRegistration.settle(
            db, installation, userBefore: before?.user, user: registration.user, now: now)
        return .registered(try await SQLRegistration.registered(db, id))
    }

    /// Assigns an installation that only servers have registered to the first app that reports it.
    ///
    /// Only a token that the installation already has shows that the report comes from the same app
    /// on the same device. With such a token, the app takes over the queue. Otherwise the
    /// installation is deleted and created again, and gets none of the queued deliveries. In both
    /// cases the inbox is emptied.
    private static func takeOver(
        _ db: isolated SQLStore.Connection, _ before: StoredInstallation, _ report: DeviceReport,
        now: Date
    ) async throws {
        guard let installation = try await SQLInstallations.number(db, before.id) else { return }
        let known = Set(before.tokens.map(\.token))
        if report.registration.tokens.contains(where: { known.contains($0.token) }) {
            try await SQLInbox.clear(db, installation: installation)
        } else {
            try await SQLInstallations.delete(db, installation, now: now)
        }
    }

    private static func upsertInstallation(
        _ db: isolated SQLStore.Connection, _ report: DeviceReport, now: Date
    ) async throws -> Int64 {
        let registration = report.registration
        let row = try await db.row(
            """
            INSERT INTO installation (app, id, user_id, locale, time_zone, system_version,
                app_version, created_at, registered_at, secret_hash, environment, platform,
                permission, permission_bits, badge, encryption_key, app_version_order,
                system_version_order)
            VALUES ((SELECT no FROM app WHERE bundle_id = \(registration.app)),
                \(report.installationID), \(registration.user), \(registration.locale),
                \(registration.timeZone), \(registration.systemVersion),
                \(registration.appVersion), \(now.storedMilliseconds),
                \(now.storedMilliseconds), \(report.secretHash),
                \(registration.environment.rawValue), \(registration.platform?.rawValue),
                \(try registration.permission.map(json)),
                \(PermissionBits(registration.permission, registration.asks).value),
                \(registration.badge ?? 0),
                \(try registration.encryptionKey.map(json)),
                \(registration.appVersion.flatMap(VersionOrder.key)),
                \(registration.systemVersion.flatMap(VersionOrder.key)))
            ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, locale = excluded.locale,
                time_zone = excluded.time_zone, system_version = excluded.system_version,
                app_version = excluded.app_version, registered_at = excluded.registered_at,
                secret_hash = excluded.secret_hash, environment = excluded.environment,
                platform = excluded.platform, permission = excluded.permission,
                permission_bits = excluded.permission_bits
                    | (installation.permission_bits & \(PermissionBits.kept)),
                badge = coalesce(\(registration.badge), installation.badge),
                encryption_key = excluded.encryption_key,
                app_version_order = excluded.app_version_order,
                system_version_order = excluded.system_version_order
            RETURNING no
            """)
        guard let row else { throw SQLValueError(column: "installation.no") }
        return try row.value("no")
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try GatewayJSON.encode(value), as: UTF8.self)
    }
}
