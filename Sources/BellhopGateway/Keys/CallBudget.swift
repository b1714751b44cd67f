// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The number of calls that each installation has left, in a token bucket that refills with time.
///
/// An installation is identified by its identifier and the secret that the caller sent, valid or
/// not, so that only a caller who has both can use up its calls. The type uses no clock; callers
/// pass the time. The budget limits the cost of one broken or hostile copy of an app. It does not
/// stop a caller who invents identifiers; only a proxy that limits the requests from each address
/// can do that.
struct CallBudget: Sendable {
    private struct Bucket {
        var left: Double
        var asOf: Date
    }

    private var buckets: [String: Bucket] = [:]

    /// Deducts one call from an installation's budget.
    ///
    /// - Returns: whether a call was left.
    mutating func take(_ installation: String, now: Date) -> Bool {
        let full = Double(GatewayLimits.deviceCallBurstMax)
        var bucket = buckets[installation] ?? Bucket(left: full, asOf: now)
        let minutes = max(0, now.timeIntervalSince(bucket.asOf)) / 60
        bucket.left = min(full, bucket.left + minutes * Double(GatewayLimits.deviceCallsPerMinute))
        bucket.asOf = now
        let isAllowed = bucket.left >= 1
        if isAllowed { bucket.left -= 1 }
        if buckets[installation] == nil, buckets.count >= GatewayLimits.callBudgetCountMax {
            // Removing all buckets refills every budget, and is cheap however many identifiers a
            // caller invents.
            buckets.removeAll(keepingCapacity: true)
        }
        buckets[installation] = bucket
        return isAllowed
    }

    /// The number of installations with a bucket.
    var count: Int { buckets.count }
}
