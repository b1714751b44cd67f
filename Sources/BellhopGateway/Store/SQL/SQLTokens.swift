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

/// Stores, replaces and ends device tokens, as steps of one transaction.
enum SQLTokens {
    /// A token, and the installation and name under which it is stored.
    struct Placed {
        let installation: Int64
        let bundleID: String
        let environment: APNSEnvironment
        let name: TokenName
        let token: DeviceToken
        /// The address for a transport other than APNs, of which ``token`` is the hash.
        var foreign: ForeignAddress?

        var transport: PushTransport { foreign?.transport ?? .apns }
    }

    /// Makes a token active and assigns it to its installation. An existing row keeps its number.
    ///
    /// - Returns: the number of the row.
    static func put(
        _ db: isolated SQLStore.Connection, _ placed: Placed, now: Date
    ) async throws -> Int64 {
        guard let number = try await put(db, [placed], now: now).first else {
            throw SQLValueError(column: "endpoint.no")
        }
        return number
    }

    /// Makes distinct tokens active and assigns them to their installations. Existing rows keep
    /// their numbers.
    ///
    /// - Returns: the numbers of the rows, in no particular order.
    static func put(
        _ db: isolated SQLStore.Connection, _ placed: [Placed], now: Date
    ) async throws -> [Int64] {
        guard !placed.isEmpty else { return [] }
        // All transactions lock tokens in the same order.
        let placed = placed.sorted {
            $0.token.bytes.lexicographicallyPrecedes($1.token.bytes)
        }
        let table = SQLTable().with("place_app", texts: placed.map(\.bundleID))
            .with("place_environment", texts: placed.map(\.environment.rawValue))
            .with("place_address", blobs: placed.map(\.token.bytes))
            .with("place_family", texts: placed.map(\.name.family.rawValue))
            .with("place_type", texts: placed.map(\.name.attributesType))
            .with("place_activity", texts: placed.map(\.name.activity))
            .with("place_installation", integers: placed.map(\.installation))
            .with("place_transport", texts: placed.map(\.transport.rawValue))
            .with("place_foreign", blobs: placed.map { $0.foreign?.bytes })
        return try await db.rows(
            """
            INSERT INTO endpoint (app, environment, address, family, attributes_type, activity,
                installation, state, registered_at, transport, foreign_address)
            SELECT (SELECT no FROM app WHERE bundle_id = r.place_app), r.place_environment,
                r.place_address, r.place_family, r.place_type, r.place_activity,
                r.place_installation, 'active', \(now.storedMilliseconds), r.place_transport,
                r.place_foreign
            FROM \(table, as: "r") WHERE TRUE
            ON CONFLICT (address, app, environment) DO UPDATE SET family = excluded.family,
                attributes_type = excluded.attributes_type, activity = excluded.activity,
                installation = excluded.installation, former = NULL, state = 'active',
                reason = NULL, registered_at = excluded.registered_at, replaced_by = NULL,
                unused_since = NULL, invalid_since = NULL, suspect_since = NULL,
                transport = excluded.transport, foreign_address = excluded.foreign_address,
                other_environment = NULL, other_tried_at = NULL
            RETURNING no
            """
        ).firstColumn()
    }

    /// Replaces the installation's other tokens with the same name and transport, and moves their
    /// queued deliveries.
    static func replaceOthers(
        _ db: isolated SQLStore.Connection, _ placed: Placed, by endpoint: Int64, now: Date
    ) async throws {
        let others = try await named(
            db, placed.name, of: placed.installation, placed.transport)
        for other in others where other != endpoint {
            try await db.run(
                """
                UPDATE endpoint SET state = 'replaced', former = installation,
                    installation = NULL, replaced_by = \(endpoint),
                    unused_since = \(now.storedMilliseconds)
                WHERE no = \(other)
                """)
            try await SQLReaddressing.moveQueued(db, from: other, to: endpoint, now: now)
        }
    }

    /// Removes tokens that have ended from their installation, and cancels their queued deliveries.
    static func end(
        _ db: isolated SQLStore.Connection, _ endpoints: [Int64], now: Date
    ) async throws {
        guard !endpoints.isEmpty else { return }
        try await db.run(
            """
            UPDATE endpoint SET state = 'removed', reason = 'token_ended',
                former = installation, installation = NULL, unused_since = \(now.storedMilliseconds)
            WHERE no \(in: endpoints)
            """)
        for endpoint in endpoints {
            try await SQLReaddressing.settle(db, endpoint: endpoint, now: now)
        }
    }

    /// Returns the tokens with the given name of an installation.
    static func named(
        _ db: isolated SQLStore.Connection, _ name: TokenName, of installation: Int64,
        _ transport: PushTransport = .apns
    ) async throws -> [Int64] {
        try await db.rows(
            """
            SELECT no FROM endpoint
            WHERE installation = \(installation) AND family = \(name.family.rawValue)
                AND coalesce(attributes_type, '') = \(name.attributesType ?? "")
                AND coalesce(activity, '') = \(name.activity ?? "")
                AND transport = \(transport.rawValue)
            """
        ).firstColumn()
    }

    /// Returns the oldest tokens of Live Activities of an installation, as many as exceed the
    /// limit.
    static func surplus(
        _ db: isolated SQLStore.Connection, of installation: Int64
    ) async throws -> [Int64] {
        let row = try await db.row(
            "SELECT count(*) AS n FROM endpoint WHERE installation = \(installation)")
        let surplus = (try row?.value("n") ?? 0) - GatewayLimits.tokensPerInstallationMax
        guard surplus > 0 else { return [] }
        return try await db.rows(
            """
            SELECT no FROM endpoint WHERE installation = \(installation)
                AND family IN ('liveActivity', 'liveActivityStart')
            ORDER BY registered_at, no LIMIT \(surplus)
            """
        ).firstColumn()
    }
}
