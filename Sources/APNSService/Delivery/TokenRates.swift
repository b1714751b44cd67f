// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DequeModule

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When each device token took its last notifications, for `TooManyRequests`; forgotten when idle.
struct TokenRates: Sendable {
    private var times: [DeviceToken: Deque<Date>] = [:]
    /// Tokens that are remembered; beyond it those that have been idle are dropped, then all.
    static let tokenCountMax = 10_000

    func isFull(_ token: DeviceToken, limit: ServiceOptions.TokenRateLimit, now: Date) -> Bool {
        let recent = times[token]?.count { now.timeIntervalSince($0) < limit.seconds } ?? 0
        return recent >= limit.countMax
    }

    mutating func accepted(_ token: DeviceToken, limit: ServiceOptions.TokenRateLimit, now: Date) {
        if times[token] == nil, times.count >= Self.tokenCountMax {
            times = times.filter {
                $0.value.last.map { now.timeIntervalSince($0) < limit.seconds } ?? false
            }
            if times.count >= Self.tokenCountMax { times = [:] }
        }
        var own = times[token] ?? []
        own.append(now)
        while own.count > limit.countMax { own.removeFirst() }
        times[token] = own
    }
}
