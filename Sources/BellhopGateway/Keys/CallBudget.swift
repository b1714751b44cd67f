// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How many calls each installation has left: a bucket that fills with time (token bucket).
///
/// An installation is named by its identifier and the secret that is presented, right or wrong, so
/// that only a caller who knows both can use up its calls. A decision without clock: time comes
/// in. It bounds what one broken or hostile copy of an app costs. It does not stop somebody who
/// makes up identifiers; that takes a proxy that knows addresses.
struct CallBudget: Sendable {
    private struct Bucket {
        var left: Double
        var asOf: Date
    }

    private var buckets: [String: Bucket] = [:]

    /// Takes one call of an installation.
    ///
    /// - Returns: whether there was one left.
    mutating func take(_ installation: String, now: Date) -> Bool {
        let full = Double(GatewayLimits.deviceCallBurstMax)
        var bucket = buckets[installation] ?? Bucket(left: full, asOf: now)
        let minutes = max(0, now.timeIntervalSince(bucket.asOf)) / 60
        bucket.left = min(full, bucket.left + minutes * Double(GatewayLimits.deviceCallsPerMinute))
        bucket.asOf = now
        let isAllowed = bucket.left >= 1
        if isAllowed { bucket.left -= 1 }
        if buckets[installation] == nil, buckets.count >= GatewayLimits.callBudgetCountMax {
            // Forgetting all at once is generous, and cheap however many are made up.
            buckets.removeAll(keepingCapacity: true)
        }
        buckets[installation] = bucket
        return isAllowed
    }

    /// Installations that are counted now.
    var count: Int { buckets.count }
}
