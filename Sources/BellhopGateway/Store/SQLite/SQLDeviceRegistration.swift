// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GRDB
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a registration call of an app itself changes, as steps of one transaction.
enum SQLDeviceRegistration {
    static func register(
        _ db: Database, _ report: DeviceReport, now: Date
    ) throws -> RegistrationOutcome {
        let registration = report.registration
        let id = report.installationID
        let before = try SQLInstallations.installation(db, id)
        if let refusal = try SQLRegistration.refusal(db, before, bundleID: registration.app) {
            return refusal
        }
        if let known = before?.device?.secretHash,
            !InstallationSecret.areEqual(known, report.secretHash)
        {
            return .otherSecret
        }
        if let before, before.device == nil { try takeOver(db, before, report, now: now) }
        try upsertInstallation(db, report, now: now)
        for name in registration.ended {
            try SQLTokens.end(db, try SQLTokens.named(db, name, of: id), now: now)
        }
        for token in registration.tokens {
            let placed = SQLTokens.Placed(
                installationID: id, bundleID: registration.app,
                environment: registration.environment, name: token.name, token: token.token)
            let tokenID = try SQLTokens.put(db, placed, now: now)
            try SQLTokens.replaceOthers(db, placed, by: tokenID, now: now)
        }
        try SQLTokens.end(db, try SQLTokens.surplus(db, of: id), now: now)
        try SQLRegistration.settle(
            db, id, userBefore: before?.user, user: registration.user, now: now)
        return .registered(try SQLRegistration.registered(db, id))
    }

    /// Gives an installation that only servers registered to the app that comes first.
    ///
    /// Nothing shows yet that it is the same app but a token that it has. Without one, it is an
    /// installation made anew, and gets nothing of what waits. What was sent before nobody gets.
    private static func takeOver(
        _ db: Database, _ before: StoredInstallation, _ report: DeviceReport, now: Date
    ) throws {
        let known = Set(before.tokens.map(\.token))
        if report.registration.tokens.contains(where: { known.contains($0.token) }) {
            try SQLInbox.clear(db, installationID: before.id)
        } else {
            try SQLInstallations.delete(db, before.id, now: now)
        }
    }

    private static func upsertInstallation(
        _ db: Database, _ report: DeviceReport, now: Date
    ) throws {
        let registration = report.registration
        let values: [(column: String, value: (any DatabaseValueConvertible)?)] = [
            ("user_id", registration.user), ("locale", registration.locale),
            ("time_zone", registration.timeZone), ("system_version", registration.systemVersion),
            ("app_version", registration.appVersion), ("registered_at", now.storedMilliseconds),
            ("secret_hash", Data(report.secretHash)),
            ("environment", registration.environment.rawValue),
            ("platform", registration.platform?.rawValue),
            ("permission", try registration.permission.map(json)),
            ("encryption_key", try registration.encryptionKey.map(json)),
        ]
        try db.execute(
            sql: """
                INSERT INTO installation (id, bundle_id, created_at, registered_at)
                VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
                """,
            arguments: [
                report.installationID, registration.app, now.storedMilliseconds,
                now.storedMilliseconds,
            ])
        try db.execute(
            sql: "UPDATE installation SET "
                + values.map { "\($0.column) = ?" }.joined(separator: ", ") + " WHERE id = ?",
            arguments: StatementArguments(values.map(\.value) + [report.installationID]))
    }

    private static func json(_ value: some Encodable) throws -> String {
        String(decoding: try GatewayJSON.encode(value), as: UTF8.self)
    }
}
