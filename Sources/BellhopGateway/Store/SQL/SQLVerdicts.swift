// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes the statements that store conclusions about tokens. A token that was replaced or removed
/// in the meantime keeps its state.
enum SQLVerdicts {
    static func works(_ endpoints: [Int64]) -> SQL {
        """
        UPDATE endpoint SET state = 'active', reason = NULL, suspect_since = NULL,
            other_environment = NULL, other_tried_at = NULL
        WHERE no \(in: endpoints.sorted()) AND state = 'suspect'
        """
    }

    /// - Parameter now: the time since which the tokens have been suspect, in milliseconds; a token
    ///   that is already suspect keeps its time.
    static func suspect(_ endpoints: [(number: Int64, reason: String)], now: Int64) -> SQL {
        let endpoints = endpoints.sorted { $0.number < $1.number }
        let table = SQLTable().with("endpoint", integers: endpoints.map(\.number))
            .with("new_reason", texts: endpoints.map(\.reason))
        return """
            UPDATE endpoint SET state = 'suspect', reason = r.new_reason,
                suspect_since = coalesce(suspect_since, \(now))
            FROM \(table, as: "r") WHERE no = r.endpoint AND state IN ('active', 'suspect')
            """
    }

    /// - Parameter endpoints: the tokens, with the times since which they have been dead, in
    ///   milliseconds.
    static func dead(
        _ endpoints: [(number: Int64, reason: String, since: Int64)], now: Int64
    )
        -> SQL
    {
        let endpoints = endpoints.sorted { $0.number < $1.number }
        let table = SQLTable().with("endpoint", integers: endpoints.map(\.number))
            .with("new_reason", texts: endpoints.map(\.reason))
            .with("since", integers: endpoints.map(\.since))
        // The statement compares the times again, because the app may have registered since the
        // claim.
        return """
            UPDATE endpoint SET state = 'dead', reason = r.new_reason, unused_since = \(now),
                invalid_since = r.since, suspect_since = NULL
            FROM \(table, as: "r") WHERE no = r.endpoint AND state IN ('active', 'suspect')
                AND (registered_at IS NULL OR registered_at < r.since)
            RETURNING no
            """
    }

    /// Stores that tokens are dead, and reports those that were not dead before.
    static func die(
        _ db: isolated SQLStore.Connection,
        _ endpoints: [(number: Int64, reason: String, since: Int64)], now: Date
    ) async throws {
        guard !endpoints.isEmpty else { return }
        let died: [Int64] = try await db.rows(dead(endpoints, now: now.storedMilliseconds))
            .firstColumn()
        try await SQLEvents.died(db, endpoints: died, now: now)
    }
}
