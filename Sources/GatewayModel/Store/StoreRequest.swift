// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// One request to the store.
package enum StoreRequest: Hashable, Sendable {
    case start(NodeName)
    case claim(WorkClaim)
    case plan(Campaign.Number)
    case page(PageRequest)
    case reserve(CapRequest)
    case record(OutcomeGroup)
    case renew(LeaseRenewal)
    case release([UnitLease])
    case judge(Campaign.Number, stop: StopReason?)
}

/// The destination of notifications: the credential of one app for one transport, one environment,
/// and the connections of one lane.
package struct Channel: Hashable, Sendable, Comparable {
    package let credential: Int64
    package let environment: APNSEnvironment
    package let transport: PushTransport
    package let lane: Lane

    package init(
        credential: Int64, environment: APNSEnvironment, transport: PushTransport = .apns,
        lane: Lane
    ) {
        self.credential = credential
        self.environment = environment
        self.transport = transport
        self.lane = lane
    }

    package init(credential: Int64, _ route: Route, lane: Lane) {
        self.init(
            credential: credential, environment: route.environment, transport: route.transport,
            lane: lane)
    }

    package static func < (a: Channel, b: Channel) -> Bool {
        (a.credential, a.transport.rawValue, a.environment.rawValue, a.lane)
            < (b.credential, b.transport.rawValue, b.environment.rawValue, b.lane)
    }
}

/// A request to claim units and deliveries.
package struct WorkClaim: Hashable, Sendable {
    package let node: NodeName
    /// The duration of the leases.
    package let lease: Duration
    /// The maximum number of units.
    package let units: Int
    /// The units that the node already holds, with their apps. The store returns none of them,
    /// even if their leases have ended: with a new lease, the node would send again what is in
    /// flight. The store prefers units of the apps with the fewest held units.
    package let heldUnits: [CampaignUnit.ID: Int64]
    /// The numbers of deliveries that the node has sent, whose outcomes are not stored yet, and
    /// whose leases may have ended when the store receives the request. The store returns none of
    /// them, for the same reason.
    package let heldRows: [Int64]
    /// The maximum number of deliveries of each lane.
    package let rows: [Lane: Int]
    /// The channels on which nothing can be sent now. The store does not return their deliveries,
    /// and it does not return units of a campaign whose channels to APNs are blocked in both
    /// environments, unless the app also sends with another transport.
    package let blocked: Set<Channel>

    package init(
        node: NodeName, lease: Duration, units: Int, heldUnits: [CampaignUnit.ID: Int64],
        rows: [Lane: Int], heldRows: [Int64] = [], blocked: Set<Channel>
    ) {
        self.node = node
        self.lease = lease
        self.units = units
        self.heldUnits = heldUnits
        self.rows = rows
        self.heldRows = heldRows
        self.blocked = blocked
    }

    /// The number of units that the node already holds, by app.
    package var heldCounts: [Int64: Int] {
        heldUnits.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}

/// A request for the next installations of a unit, in ascending order of their numbers.
package struct PageRequest: Hashable, Sendable {
    package let lease: UnitLease
    /// The number after which the page begins: the page contains only installations with larger
    /// numbers, up to the last number of the unit.
    package let after: Int64
    package let limit: Int

    package init(lease: UnitLease, after: Int64, limit: Int) {
        self.lease = lease
        self.after = after
        self.limit = limit
    }
}

/// A request for places below a cap.
package struct CapRequest: Hashable, Sendable {
    /// An installation and the number of its local day or of a slot
    /// (``CapRule/place(at:utcOffset:)``).
    package struct Place: Hashable, Sendable {
        package let installation: Int64
        package let day: Int64

        package init(installation: Int64, day: Int64) {
            self.installation = installation
            self.day = day
        }
    }

    package let campaign: Campaign.Number
    package let cap: CapRule
    /// The requested places. A place that the campaign already has is granted again, but counted
    /// only once.
    package let places: [Place]

    package init(campaign: Campaign.Number, cap: CapRule, places: [Place]) {
        self.campaign = campaign
        self.cap = cap
        self.places = places
    }
}

/// A request to extend leases and to report the states of campaigns.
package struct LeaseRenewal: Hashable, Sendable {
    package let node: NodeName
    package let leases: [UnitLease]
    /// The campaigns whose states are reported: those of the leases and those of the waiting
    /// deliveries.
    package let campaigns: [Campaign.Number]
    /// The new duration of the leases, counted from now; `nil` to request only the states.
    package let lease: Duration?

    package init(
        node: NodeName, leases: [UnitLease], campaigns: [Campaign.Number], lease: Duration?
    ) {
        self.node = node
        self.leases = leases
        self.campaigns = campaigns
        self.lease = lease
    }
}
