// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DequeModule

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The times of the last notifications for each device token, which are needed for
/// `TooManyRequests`. Idle tokens are removed.
struct TokenRates: Sendable {
    private var times: [DeviceToken: Deque<Date>] = [:]
    /// The maximum number of tokens whose times are stored. When this number is reached, idle
    /// tokens are removed; if no token is idle, all tokens are removed.
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
