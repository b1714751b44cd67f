// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits and times of a node. The defaults are for one process on two cores.
package struct NodeSettings: Sendable {
    package var node: NodeName
    /// The maximum number of requests in flight, in all lanes. Default 4000.
    package var inFlightMax = 4000
    /// The maximum number of notifications that were sent and whose outcome is not yet durable.
    /// After a crash, these notifications may be sent twice. At this limit, sending waits for the
    /// store. Default 10,000.
    package var unsettledMax = 10_000
    /// How long the first outcome of a group waits for further outcomes. Default 100 milliseconds.
    package var groupWait = Duration.milliseconds(100)
    /// The number of outcomes at which the node stores a group without waiting for more. Default
    /// 5000.
    package var groupSize = 5000
    /// The number of installations in a page. Default 2000.
    package var pageSize = 2000
    /// The maximum number of installations of a unit that were read and have no durable outcome. At
    /// this limit, the node reads no further pages. Default 20,000.
    package var unitWindowMax = 20_000
    /// The time after which the node reads a waiting installation again, because its token or
    /// consent may have changed. Default 30 seconds.
    package var pageAgeMax = Duration.seconds(30)
    /// The maximum number of units that the node holds. Default 8.
    package var unitsMax = 8
    /// The maximum number of deliveries of a lane in one claim. Default 500.
    package var rowsPerClaimMax = 500
    /// The duration of a lease. Default 30 seconds.
    package var lease = Duration.seconds(30)
    /// How long before the end of a lease the node stops using it. Default 2 seconds.
    package var leaseMargin = Duration.seconds(2)
    /// The time between two renewals of the leases. Default 10 seconds.
    package var renewInterval = Duration.seconds(10)
    /// The time between two queries of the campaigns' states, so that a pause takes effect soon.
    /// Default 500 milliseconds.
    package var statusInterval = Duration.milliseconds(500)
    /// The time between two claims without a notification about new work. Default 1 second.
    package var pollInterval = Duration.seconds(1)
    /// The shortest time between two claims. Default 5 milliseconds.
    package var claimPause = Duration.milliseconds(5)
    /// The first pause after a failure of the store; it doubles up to `storePauseMax`. Default 100
    /// milliseconds.
    package var storePauseMin = Duration.milliseconds(100)
    /// The longest pause after a failure of the store. Default 2 seconds.
    package var storePauseMax = Duration.seconds(2)
    /// The maximum time that a drain waits for requests in flight and for storing their outcomes.
    /// It is longer than the client's deadline of 15 seconds. Default 25 seconds.
    package var drainMax = Duration.seconds(25)
    /// The number of notifications that one app may send before the next app's turn. Default 64.
    package var turnSize = 64
    /// The maximum number of notifications per second of each lane; a lane without an entry has the
    /// limit ``Lane/Traits/ratePerSecondMax``.
    package var laneRates: [Lane: Int] = [:]
    /// The maximum number of notifications per second of each app; `nil` for no limit.
    package var appRate: Int?
    /// The maximum number of notifications per second of each credential; `nil` for no limit.
    package var credentialRate: Int?
    package var stopRule = StopRule()
    package var limit = AdaptiveLimit.Settings()
    package var breaker = Breaker.Settings()

    package init(node: NodeName) { self.node = node }

    /// Creates the default settings, but with the given duration of leases. The node renews a lease
    /// after a third of this duration, and the margin is at most a fifth of it.
    package init(node: NodeName, lease: Duration) {
        self.node = node
        self.lease = lease
        leaseMargin = min(leaseMargin, lease / 5)
        renewInterval = lease / 3
    }
}
