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

/// Registers an installation at the request of its app if the report replaces or ends tokens, or
/// takes over an installation that a server has registered, as steps of the transaction of
/// ``SQLDeviceBatch``.
enum SQLDeviceRegistration {
    /// - Parameter before: the installation before the report, which is permitted and whose names
    ///   are locked; `nil` if it is new.
    static func register(
        _ db: isolated SQLStore.Connection, _ entry: SQLDeviceBatch.Entry,
        before: StoredInstallation?
    ) async throws -> RegistrationOutcome {
        let (report, registration, now) = (entry.report, entry.registration, entry.now)
        if let before, before.device == nil {
            try await takeOver(db, before, report, now: now)
        }
        let numbers = try await SQLDeviceBatch.upsert(db, [entry])
        guard let installation = numbers[report.installationID] else {
            throw SQLValueError(column: "installation.no")
        }
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
        return .registered(try await SQLRegistration.registered(db, report.installationID))
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
}
