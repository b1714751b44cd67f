// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the gateway knows about the device tokens of senders, as steps of one transaction.
enum SQLKnownTokens {
    /// The maximum number of rows for each token. A token has at most one row for each app and
    /// environment.
    private static let rowsMax = GatewayLimits.pageEntriesMax

    /// Returns what is known about each token of a list, in the same order.
    static func known(
        _ database: any SQLDatabase, _ tokens: [DeviceToken]
    ) async throws -> [[KnownToken]] {
        var known: [DeviceToken: [KnownToken]] = [:]
        for row in try await database.rows(
            """
            SELECT e.no, e.address, a.bundle_id, e.environment, e.family, e.state, e.reason,
                e.installation, e.invalid_since, e.suspect_since, e.unused_since
            FROM endpoint e JOIN app a ON a.no = e.app
            WHERE e.address \(in: Set(tokens).map(\.bytes))
            ORDER BY e.no LIMIT \(rowsMax * tokens.count)
            """)
        {
            known[try row.deviceToken("address"), default: []].append(try token(row))
        }
        return tokens.map { known[$0, default: []] }
    }

    private static func token(_ row: SQLRow) throws -> KnownToken {
        let state: TokenState = try row.word("state")
        let installation: Int64? = try row.optional("installation")
        return KnownToken(
            number: try row.value("no"), bundleID: try row.value("bundle_id"),
            environment: try row.word("environment"), family: try row.word("family"),
            state: state, reason: try row.optional("reason"),
            hasInstallation: installation != nil,
            since: try row.optionalMoment(state == .suspect ? "suspect_since" : "unused_since"),
            invalidSince: try row.optionalMoment("invalid_since"))
    }

    /// Forgets what APNs has said about a token that belongs to no installation.
    static func forget(
        _ db: isolated SQLStore.Connection, _ number: Int64, now: Date
    ) async throws {
        try await db.run(
            """
            UPDATE endpoint SET state = 'active', reason = NULL, invalid_since = NULL,
                suspect_since = NULL, unused_since = \(now.storedMilliseconds)
            WHERE no = \(number) AND installation IS NULL AND state IN ('suspect', 'dead')
            """)
    }
}

extension SQLStore {
    func knownTokens(_ token: DeviceToken) async throws -> [KnownToken] {
        try await Self.translating { try await batches.knownTokens.perform(token) }
    }

    func forgetToken(_ number: Int64, now: Date) async throws {
        try await write { db in try await SQLKnownTokens.forget(db, number, now: now) }
    }
}
