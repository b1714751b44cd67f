// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The deliveries that one sender has taken and whose outcomes are not stored yet, with the ends of
/// their leases.
///
/// Leases of deliveries are not renewed. With a slow machine or store, a lease can therefore end
/// before the outcome is stored, and a claim would return the delivery to the sender that is still
/// working on it. The sender would then send it again. To prevent this, the sender names these
/// deliveries in its claims.
package struct HeldWork<Key: Hashable & Sendable, Instant: Comparable & Sendable>: Sendable {
    private var leaseEnds: [Key: Instant] = [:]
    /// A time before which no lease ends; with it, most claims need not examine every delivery.
    private var earliestEnd: Instant?

    package init() {}

    package mutating func add(_ key: Key, leaseEnd: Instant) {
        if leaseEnds.isEmpty { earliestEnd = nil }
        earliestEnd = min(earliestEnd ?? leaseEnd, leaseEnd)
        leaseEnds[key] = leaseEnd
    }

    /// Removes a delivery whose outcome is stored, or which the sender has given up.
    package mutating func remove(_ key: Key) { leaseEnds[key] = nil }

    /// Returns the deliveries whose leases end before the given time, in no particular order.
    package mutating func ending(before time: Instant) -> [Key] {
        guard !leaseEnds.isEmpty, let earliestEnd, earliestEnd < time else { return [] }
        self.earliestEnd = leaseEnds.values.min()
        return leaseEnds.filter { $0.value < time }.map(\.key)
    }
}
