// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The response to a ``StoreRequest``. Each response contains the database's time.
package enum StoreResponse: Hashable, Sendable {
    case started(Started)
    case claimed(Claimed)
    case page(Page)
    case reserved(Reserved)
    case recorded(Recorded)
    case renewed(Renewed)
    case done(Done)

    package struct Started: Hashable, Sendable {
        package let time: DatabaseTime

        package init(time: DatabaseTime) { self.time = time }
    }

    package struct Done: Hashable, Sendable {
        package let time: DatabaseTime

        package init(time: DatabaseTime) { self.time = time }
    }

    package struct Claimed: Hashable, Sendable {
        package let time: DatabaseTime
        package let units: [ClaimedUnit]
        package let rows: [ClaimedRow]
        /// The campaigns of the units and deliveries.
        package let campaigns: [Campaign]
        package let statuses: [CampaignStatus]
        /// The campaigns that are due and have no units yet.
        package let unplanned: [Campaign.Number]
        /// The time at which the next known unit, delivery or campaign becomes due; `nil` if there
        /// is none.
        package let nextDue: DatabaseTime?

        package init(
            time: DatabaseTime, units: [ClaimedUnit], rows: [ClaimedRow], campaigns: [Campaign],
            statuses: [CampaignStatus], unplanned: [Campaign.Number], nextDue: DatabaseTime?
        ) {
            self.time = time
            self.units = units
            self.rows = rows
            self.campaigns = campaigns
            self.statuses = statuses
            self.unplanned = unplanned
            self.nextDue = nextDue
        }
    }

    package struct Page: Hashable, Sendable {
        package let time: DatabaseTime
        package let recipients: [Recipient]
        /// Whether there are no further installations in the unit.
        package let isLast: Bool
        /// The installation number up to which the page covers the unit; `nil` if it is the number
        /// of the last recipient.
        package let end: Int64?

        package init(
            time: DatabaseTime, recipients: [Recipient], isLast: Bool, end: Int64? = nil
        ) {
            self.time = time
            self.recipients = recipients
            self.isLast = isLast
            self.end = end
        }
    }

    package struct Reserved: Hashable, Sendable {
        package let time: DatabaseTime
        /// The installations that got a place below the cap, in ascending order.
        package let installations: [Int64]

        package init(time: DatabaseTime, installations: [Int64]) {
            self.time = time
            self.installations = installations
        }
    }

    package struct Recorded: Hashable, Sendable {
        package let time: DatabaseTime
        /// The units that another node owns now; nothing was stored for them.
        package let refused: [UnitLease]
        /// The states of the units' campaigns after the transaction.
        package let statuses: [CampaignStatus]

        package init(time: DatabaseTime, refused: [UnitLease], statuses: [CampaignStatus]) {
            self.time = time
            self.refused = refused
            self.statuses = statuses
        }
    }

    package struct Renewed: Hashable, Sendable {
        package let time: DatabaseTime
        /// The units that another node owns now.
        package let refused: [UnitLease]
        package let statuses: [CampaignStatus]

        package init(time: DatabaseTime, refused: [UnitLease], statuses: [CampaignStatus]) {
            self.time = time
            self.refused = refused
            self.statuses = statuses
        }
    }

    /// The database's time.
    package var time: DatabaseTime {
        switch self {
        case .started(let response): response.time
        case .claimed(let response): response.time
        case .page(let response): response.time
        case .reserved(let response): response.time
        case .recorded(let response): response.time
        case .renewed(let response): response.time
        case .done(let response): response.time
        }
    }
}

/// A unit that a node may send now.
package struct ClaimedUnit: Hashable, Sendable {
    package let lease: UnitLease
    package let unit: CampaignUnit
    /// The checkpoint: every installation of the unit up to this number has a durable outcome.
    package let mark: Int64
    /// The parts with outcomes of installations after the checkpoint. They include the parts of
    /// earlier units with the same installation numbers, because installations of those units may
    /// have moved to the time zones of this unit.
    package let partsBeyondMark: [OutcomePart]

    package init(
        lease: UnitLease, unit: CampaignUnit, mark: Int64, partsBeyondMark: [OutcomePart]
    ) {
        self.lease = lease
        self.unit = unit
        self.mark = mark
        self.partsBeyondMark = partsBeyondMark
    }
}

/// A delivery that a node may send now: a retry for a device of a campaign, or one delivery of a
/// single message.
package struct ClaimedRow: Hashable, Sendable {
    /// The right to send a delivery. The fence increases with each claim.
    package struct Lease: Hashable, Sendable {
        package let row: Int64
        package let fence: Int64

        package init(row: Int64, fence: Int64) {
            self.row = row
            self.fence = fence
        }
    }

    package let lease: Lease
    package let campaign: Campaign.Number
    package let recipient: Recipient
    package let variant: UInt8
    /// The number of earlier attempts.
    package let attempts: Int

    package init(
        lease: Lease, campaign: Campaign.Number, recipient: Recipient, variant: UInt8,
        attempts: Int
    ) {
        self.lease = lease
        self.campaign = campaign
        self.recipient = recipient
        self.variant = variant
        self.attempts = attempts
    }
}
