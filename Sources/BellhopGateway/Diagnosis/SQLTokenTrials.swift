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

/// A token that APNs rejected, and that is tried once in the other environment.
struct TokenTrial: Hashable, Sendable {
    /// The number of the token's row.
    let endpoint: Int64
    let token: DeviceToken
    /// The environment for which the token is registered.
    let environment: APNSEnvironment

    var otherEnvironment: APNSEnvironment {
        environment == .sandbox ? .production : .sandbox
    }
}

/// Chooses tokens for trials and stores their results, as steps of one transaction.
enum SQLTokenTrials {
    /// Takes tokens of an app that were refused and have not been tried, the newest first. No
    /// gateway takes the same tokens again.
    static func take(
        _ db: isolated SQLStore.Connection, app bundleID: String, limit: Int, now: Date
    ) async throws -> [TokenTrial] {
        guard let app = try await SQLApps.number(db, bundleID) else { return [] }
        let picked: [Int64] = try await db.rows(
            """
            SELECT no FROM endpoint
            WHERE app = \(app) AND state = 'suspect' AND other_tried_at IS NULL
                AND transport = 'apns'
            ORDER BY no DESC LIMIT \(limit)
            """
        ).firstColumn()
        guard !picked.isEmpty else { return [] }
        return try await db.rows(
            """
            UPDATE endpoint SET other_tried_at = \(now.storedMilliseconds)
            WHERE no \(in: picked) AND state = 'suspect' AND other_tried_at IS NULL
            RETURNING no, address, environment, family, reason
            """
        ).compactMap { row in
            let reason: String? = try row.optional("reason")
            // Tokens of other families have other topics, and other reasons do not concern the
            // environment.
            guard try row.word("family") == TokenFamily.app,
                reason == RejectionReason.badDeviceToken.rawValue
            else { return nil }
            return TokenTrial(
                endpoint: try row.value("no"), token: try row.deviceToken("address"),
                environment: try row.word("environment"))
        }
    }

    /// Stores the result of a trial. No result is kept for a token that was registered again in the
    /// meantime.
    static func store(
        _ db: isolated SQLStore.Connection, _ trial: TokenTrial, isAccepted: Bool
    ) async throws {
        let verdict = isAccepted ? OtherEnvironment.accepted : OtherEnvironment.refused
        try await db.run(
            """
            UPDATE endpoint SET other_environment = \(verdict)
            WHERE no = \(trial.endpoint) AND state = 'suspect' AND other_tried_at IS NOT NULL
            """)
    }
}
