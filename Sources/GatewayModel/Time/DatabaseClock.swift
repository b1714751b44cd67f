// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An estimate of the database's clock by a node: the earliest and the latest time that the clock
/// may show now.
///
/// Every response of the store contains the database's time. The database reads its clock between
/// the request and the response, so the node knows the difference between that clock and its own
/// uptime with an error of at most one round trip. The node does not use its own wall clock for any
/// decision.
package struct DatabaseClock: Sendable {
    /// The age of an observation at which even a less exact one replaces it, because the database
    /// may have moved to a machine with a different clock.
    package static let observationAgeMax = Duration.seconds(60)

    private struct Observation {
        let time: DatabaseTime
        let askedAt: Duration
        let receivedAt: Duration

        var width: Duration { receivedAt - askedAt }
    }

    private var observation: Observation?

    package init() {}

    /// Records a time that the store read between two moments of the node's uptime.
    package mutating func observe(
        _ time: DatabaseTime, askedAt: Duration, receivedAt: Duration
    ) {
        let new = Observation(time: time, askedAt: askedAt, receivedAt: receivedAt)
        if let old = observation, new.width > old.width,
            receivedAt - old.receivedAt < Self.observationAgeMax
        {
            return
        }
        observation = new
    }

    /// Returns the earliest time that the clock may show; `nil` before the first observation.
    package func earliest(at uptime: Duration) -> DatabaseTime? {
        observation.map { $0.time + (uptime - $0.receivedAt) }
    }

    /// Returns the latest time that the clock may show; `nil` before the first observation.
    package func latest(at uptime: Duration) -> DatabaseTime? {
        observation.map { $0.time + (uptime - $0.askedAt) + .milliseconds(1) }
    }
}
