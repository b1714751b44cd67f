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

/// Registers an installation at the request of a server, as steps of one transaction.
enum SQLRegistration {
    /// A registration, and the time of its request.
    struct Request: Sendable {
        let registration: Registration
        let now: Date
    }

    /// Registers installations, no two of which have the same identifier or token.
    ///
    /// - Returns: the outcomes, in the same order.
    static func register(
        _ db: isolated SQLStore.Connection, _ requests: [Request]
    ) async throws -> [RegistrationOutcome] {
        guard let now = requests.map(\.now).max() else { return [] }
        let outcomes = try await SQLImport.register(
            db, requests.map(\.registration), now: now, refusesErased: false)
        let ids = requests.map(\.registration.installationID)
        let stored = try await stored(db, ids)
        return try zip(ids, outcomes).map { id, outcome in
            switch outcome {
            case .appNotFound: return .appNotFound
            case .otherApp(let bundleID): return .otherApp(bundleID: bundleID)
            case .registered, .tooManyTags, .userErased:
                guard let installation = stored[id] else {
                    throw SQLValueError(column: "installation.id")
                }
                return .registered(installation)
            }
        }
    }

    /// Registers one installation.
    ///
    /// - Returns: the reason for which nothing was changed; `nil` if the installation is
    ///   registered.
    static func register(
        _ db: isolated SQLStore.Connection, _ registration: Registration, now: Date
    ) async throws -> RegistrationOutcome? {
        let id = registration.installationID
        let all = try addresses(registration)
        try await db.lock(registration.names)
        let before = try await SQLInstallations.installation(db, id)
        if let refusal = try await refusal(db, before, bundleID: registration.bundleID) {
            return refusal
        }
        let installation = try await upsertInstallation(db, registration, now: now)
        let name = TokenName(registration.family)
        for address in all {
            let placed = SQLTokens.Placed(
                installation: installation, bundleID: registration.bundleID,
                environment: address.foreign == nil ? registration.environment : .production,
                name: address.foreign == nil ? name : TokenName(.app), token: address.token,
                foreign: address.foreign)
            let endpoint = try await SQLTokens.put(db, placed, now: now)
            // A server does not name the Live Activity of a token, so no Live Activity token
            // replaces another.
            if placed.name.family != .liveActivity {
                try await SQLTokens.replaceOthers(db, placed, by: endpoint, now: now)
            }
        }
        try await settle(
            db, installation, userBefore: before?.user, user: registration.user, now: now)
        return nil
    }

    /// Returns the addresses of a registration, each with the token by which it is stored.
    fileprivate static func addresses(
        _ registration: Registration
    ) throws -> [(token: DeviceToken, foreign: ForeignAddress?)] {
        var all: [(token: DeviceToken, foreign: ForeignAddress?)] = []
        if registration.hasDeviceToken { all.append((registration.token, nil)) }
        for address in registration.foreign { all.append((try address.handle, address)) }
        return all
    }

    /// Makes other calls wait if they concern the same installation or one of the tokens.
    static func lock(
        _ db: isolated SQLStore.Connection, _ id: String, _ tokens: [DeviceToken]
    ) async throws {
        try await db.lock(lockNames(id, tokens))
    }

    /// Returns the names that a call locks if it concerns an installation and tokens.
    static func lockNames(_ id: String, _ tokens: [DeviceToken]) -> [String] {
        ["installation \(id)"] + tokens.map { "token \($0.hex)" }
    }

    /// Returns the reason to reject a call; `nil` if the call is permitted.
    static func refusal(
        _ db: isolated SQLStore.Connection, _ before: StoredInstallation?, bundleID: String
    ) async throws -> RegistrationOutcome? {
        guard try await SQLApps.number(db, bundleID) != nil else { return .appNotFound }
        guard let owner = before?.bundleID, owner != bundleID else { return nil }
        return .otherApp(bundleID: owner)
    }

    /// What a registration changes about the user of an installation.
    struct Change {
        let installation: Int64
        let userBefore: String?
        let user: String?
    }

    /// Completes a registration after the tokens have been stored.
    static func settle(
        _ db: isolated SQLStore.Connection, _ installation: Int64, userBefore: String?,
        user: String?, now: Date
    ) async throws {
        let change = Change(installation: installation, userBefore: userBefore, user: user)
        try await settle(db, [change], now: now)
    }

    /// Completes registrations after the tokens have been stored: cancels queued deliveries for
    /// users and installations to which the tokens no longer belong, and updates the inboxes.
    static func settle(
        _ db: isolated SQLStore.Connection, _ changes: [Change], now: Date
    ) async throws {
        let installations = changes.map(\.installation).sorted()
        // The user may have changed, so this checks every token of the installations.
        try await SQLReaddressing.withdrawMisaddressed(
            db, where: "e.installation \(in: installations)", now: now)
        try await SQLInbox.addQueued(db, installations: installations, now: now)
        let changed = changes.filter { $0.userBefore != $0.user }
        guard !changed.isEmpty else { return }
        try await SQLInbox.withdrawMisaddressed(
            db, installations: changed.map(\.installation).sorted())
        try await SQLTopics.endOfOthers(
            db, changed.map { (installation: $0.installation, user: $0.user) }, now: now)
    }

    /// Returns the installations with the given identifiers, by identifier.
    static func stored(
        _ db: isolated SQLStore.Connection, _ ids: [String]
    ) async throws -> [String: StoredInstallation] {
        guard !ids.isEmpty else { return [:] }
        let found = try await SQLInstallations.installations(
            db, SQLInstallations.select + " WHERE i.id \(in: ids.sorted())")
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    static func registered(
        _ db: isolated SQLStore.Connection, _ id: String
    ) async throws -> StoredInstallation {
        guard let stored = try await SQLInstallations.installation(db, id) else {
            throw SQLValueError(column: "installation.id")
        }
        return stored
    }

    private static func upsertInstallation(
        _ db: isolated SQLStore.Connection, _ registration: Registration, now: Date
    ) async throws -> Int64 {
        let row = try await db.row(
            """
            INSERT INTO installation (app, id, user_id, locale, time_zone, system_version,
                app_version, created_at, registered_at, environment, app_version_order,
                system_version_order)
            VALUES ((SELECT no FROM app WHERE bundle_id = \(registration.bundleID)),
                \(registration.installationID), \(registration.user), \(registration.locale),
                \(registration.timeZone), \(registration.systemVersion),
                \(registration.appVersion), \(now.storedMilliseconds),
                \(now.storedMilliseconds), \(registration.environment.rawValue),
                \(registration.appVersion.flatMap(VersionOrder.key)),
                \(registration.systemVersion.flatMap(VersionOrder.key)))
            ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, locale = excluded.locale,
                time_zone = excluded.time_zone, system_version = excluded.system_version,
                app_version = excluded.app_version, registered_at = excluded.registered_at,
                environment = CASE WHEN installation.secret_hash IS NULL
                    THEN excluded.environment ELSE installation.environment END,
                app_version_order = excluded.app_version_order,
                system_version_order = excluded.system_version_order
            RETURNING no
            """)
        guard let row else { throw SQLValueError(column: "installation.no") }
        return try row.value("no")
    }
}

extension Registration {
    /// The names of the installation and the tokens that the registration changes, for locks.
    var names: [String] {
        // The registration itself fails if an address has no hash.
        let addresses = (try? SQLRegistration.addresses(self)) ?? []
        return SQLRegistration.lockNames(installationID, addresses.map(\.token))
    }
}
