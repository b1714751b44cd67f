// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// How long requests took, by count: constant memory for any number of them, and each reading at
/// most 1/128 above the truth.
///
/// Times are kept in whole microseconds, up to ``trackedMax``, in buckets that double in width each
/// time the time doubles (as HdrHistogram does). The longest is kept exactly.
package struct LatencyHistogram: Sendable, Equatable {
    /// Buckets for each doubling of the time.
    private static let bucketsPerDoubling = 128
    private static let bucketBits = 7
    /// The longest time that is told from a longer one except in ``max``.
    package static let trackedMax = Duration.seconds(3600)
    private static let trackedMicroseconds = UInt64(3_600_000_000)

    private var counts = [Int](repeating: 0, count: bucket(of: trackedMicroseconds) + 1)
    /// How many times were recorded.
    package private(set) var count = 0
    /// The longest, in microseconds.
    private var longest: UInt64 = 0
    /// The shortest, in microseconds.
    private var shortest = UInt64.max
    /// All together, in microseconds.
    private var total = 0.0

    package init() {}

    /// Takes note of one; less than nothing counts as nothing.
    package mutating func record(_ time: Duration) {
        let microseconds = Self.microseconds(of: time)
        counts[Self.bucket(of: Swift.min(microseconds, Self.trackedMicroseconds))] += 1
        count += 1
        longest = Swift.max(longest, microseconds)
        shortest = Swift.min(shortest, microseconds)
        total += Double(microseconds)
    }

    /// Takes in what another has recorded.
    package mutating func add(_ other: LatencyHistogram) {
        for index in counts.indices { counts[index] += other.counts[index] }
        count += other.count
        longest = Swift.max(longest, other.longest)
        shortest = Swift.min(shortest, other.shortest)
        total += other.total
    }

    /// The time within which the given share of all ends, 0 to 1; zero when nothing was recorded.
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

    /// The longest; zero when nothing was recorded.
    package var max: Duration { .microseconds(longest) }

    /// The shortest; zero when nothing was recorded.
    package var min: Duration { count == 0 ? .zero : .microseconds(shortest) }

    /// The average; zero when nothing was recorded.
    package var mean: Duration {
        count == 0 ? .zero : Duration(saturatingSeconds: total / Double(count) / 1e6)
    }

    /// How many took at most so long, for the bars of a picture: rounded to whole buckets.
    package func count(upTo time: Duration) -> Int {
        let limit = Swift.min(Self.microseconds(of: time), Self.trackedMicroseconds)
        return counts[...Self.bucket(of: limit)].reduce(0, +)
    }

    /// Whole microseconds, from none to some thousands of years.
    private static func microseconds(of time: Duration) -> UInt64 {
        let (seconds, attoseconds) = time.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return UInt64(Swift.min(seconds, 1_000_000_000_000)) * 1_000_000
            + UInt64(attoseconds / 1_000_000_000_000)
    }

    /// Times below 256 µs have a bucket each; after that, 128 for each doubling.
    private static func bucket(of microseconds: UInt64) -> Int {
        let shift = Swift.max(0, 63 - microseconds.leadingZeroBitCount - bucketBits)
        return shift * bucketsPerDoubling + Int(microseconds >> UInt64(shift))
    }

    /// The longest time that falls into a bucket.
    private static func upperEdge(of bucket: Int) -> UInt64 {
        let shift = Swift.max(0, bucket / bucketsPerDoubling - 1)
        let mantissa = bucket - shift * bucketsPerDoubling
        return (UInt64(mantissa + 1) << UInt64(shift)) - 1
    }
}
