// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The distribution of request durations, as counts in buckets. The memory use is constant, and
/// each result is too high by at most 1/128.
///
/// Durations are recorded in whole microseconds, up to ``trackedMax``, in buckets whose width
/// doubles each time the duration doubles (as in HdrHistogram). The longest duration is stored
/// exactly.
package struct LatencyHistogram: Sendable, Equatable {
    /// The number of buckets for each doubling of the duration.
    private static let bucketsPerDoubling = 128
    private static let bucketBits = 7
    /// The upper limit of the buckets. All longer durations are counted in the last bucket, but
    /// ``max`` is exact.
    package static let trackedMax = Duration.seconds(3600)
    private static let trackedMicroseconds = UInt64(3_600_000_000)

    private var counts = [Int](repeating: 0, count: bucket(of: trackedMicroseconds) + 1)
    /// The number of recorded durations.
    package private(set) var count = 0
    /// The longest duration, in microseconds.
    private var longest: UInt64 = 0
    /// The shortest duration, in microseconds.
    private var shortest = UInt64.max
    /// The sum of all durations, in microseconds.
    private var total = 0.0

    package init() {}

    /// Records a duration. A negative duration is recorded as zero.
    package mutating func record(_ time: Duration) {
        let microseconds = Self.microseconds(of: time)
        counts[Self.bucket(of: Swift.min(microseconds, Self.trackedMicroseconds))] += 1
        count += 1
        longest = Swift.max(longest, microseconds)
        shortest = Swift.min(shortest, microseconds)
        total += Double(microseconds)
    }

    /// Adds the durations of another histogram.
    package mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        longest = Swift.max(longest, other.longest)
        shortest = Swift.min(shortest, other.shortest)
        total += other.total
    }

    /// Returns a quantile, which is the duration that the given share of all durations does not
    /// exceed. The share is from 0 to 1. The result is zero if no duration was recorded.
    package func quantile(_ share: Double) -> Duration {
        guard count > 0 else { return .zero }
        let wanted = Swift.min(
            Swift.max(1, Int(saturating: share * Double(count), rounded: .up)), count)
        var passed = 0
        for (index, held) in counts.enumerated() {
            passed += held
            if passed >= wanted {
                return .microseconds(Swift.min(Self.upperEdge(of: index), longest))
            }
        }
        return max
    }

    /// The longest duration; zero if no duration was recorded.
    package var max: Duration { .microseconds(longest) }

    /// The shortest duration; zero if no duration was recorded.
    package var min: Duration { count == 0 ? .zero : .microseconds(shortest) }

    /// The average duration; zero if no duration was recorded.
    package var mean: Duration {
        count == 0 ? .zero : Duration(saturatingSeconds: total / Double(count) / 1e6)
    }

    /// Returns the number of durations that do not exceed the given duration, rounded to whole
    /// buckets. Charts use it.
    package func count(upTo time: Duration) -> Int {
        let limit = Swift.min(Self.microseconds(of: time), Self.trackedMicroseconds)
        return counts[...Self.bucket(of: limit)].reduce(0, +)
    }

    /// Converts a duration to a number of whole microseconds. The result is from 0 to 10¹⁸.
    private static func microseconds(of time: Duration) -> UInt64 {
        let (seconds, attoseconds) = time.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(Swift.min(seconds, 1_000_000_000_000)) * 1_000_000
            + UInt64(attoseconds / 1_000_000_000_000)
    }

    /// Returns the index of a duration's bucket. Below 256 µs, each microsecond has its own bucket.
    /// For longer durations, there are 128 buckets for each doubling.
    private static func bucket(of microseconds: UInt64) -> Int {
        let shift = Swift.max(0, 63 - microseconds.leadingZeroBitCount - bucketBits)
        return shift * bucketsPerDoubling + Int(microseconds >> UInt64(shift))
    }

    /// Returns the longest duration in a bucket.
    private static func upperEdge(of bucket: Int) -> UInt64 {
        let shift = Swift.max(0, bucket / bucketsPerDoubling - 1)
        let mantissa = bucket - shift * bucketsPerDoubling
        return (UInt64(mantissa + 1) << UInt64(shift)) - 1
    }
}
