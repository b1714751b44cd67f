// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The clock that decides what is due and when a lease ends.
enum StoreClock: Sendable {
    /// The caller's clock, if only one process uses the database, or for a test with a virtual
    /// clock.
    case caller
    /// The database's clock, if several processes use the database, because their clocks may
    /// differ.
    case database

    /// Returns how far the deciding clock is ahead of the caller's, in milliseconds.
    func lead(
        _ database: any SQLDatabase, _ db: isolated any SQLConnection, over now: Date
    ) async throws -> Int64 {
        switch self {
        case .caller: return 0
        case .database:
            let (lead, isBeyond) = try await database.milliseconds(db)
                .subtractingReportingOverflow(now.storedMilliseconds)
            return isBeyond ? 0 : lead
        }
    }
}

extension Date {
    /// Returns this time by a clock that is ahead by a number of milliseconds.
    func moved(byMilliseconds lead: Int64) -> Date {
        lead == 0 ? self : addingTimeInterval(Double(lead) / 1000)
    }
}
