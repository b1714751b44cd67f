// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The outcomes and other results of a node since the previous group. The store saves a group in
/// one transaction.
///
/// Each unit and each delivery is stored entirely or, if its fence is out of date, not at all. If
/// the store already contains a part with the same unit, fence and number, an earlier attempt was
/// committed; in this case, nothing of the unit is stored again.
package struct OutcomeGroup: Hashable, Sendable {
    package let node: NodeName
    /// The new duration of the units' leases, counted from this transaction.
    package let lease: Duration
    package let units: [UnitRecord]
    package let rows: [RowRecord]

    package init(node: NodeName, lease: Duration, units: [UnitRecord], rows: [RowRecord]) {
        self.node = node
        self.lease = lease
        self.units = units
        self.rows = rows
    }
}

/// The new outcomes of one unit.
package struct UnitRecord: Hashable, Sendable {
    package let lease: UnitLease
    /// The number of the part, counted from 1 for each fence.
    package let partNumber: Int
    /// The outcomes; `nil` if the record only states that the unit is finished.
    package let part: OutcomePart?
    package let sums: OutcomeSums
    /// The checkpoint: once this record is stored, every installation of the unit up to this number
    /// has a durable outcome.
    package let mark: Int64
    package let isFinished: Bool
    package let retries: [NewRow]
    package let verdicts: [VerdictRecord]
    /// The installations that did not use their places below the campaign's cap; empty for a
    /// campaign without a cap.
    package let capReleases: [Int64]

    package init(
        lease: UnitLease, partNumber: Int, part: OutcomePart?, sums: OutcomeSums, mark: Int64,
        isFinished: Bool, retries: [NewRow], verdicts: [VerdictRecord],
        capReleases: [Int64]
    ) {
        self.lease = lease
        self.partNumber = partNumber
        self.part = part
        self.sums = sums
        self.mark = mark
        self.isFinished = isFinished
        self.retries = retries
        self.verdicts = verdicts
        self.capReleases = capReleases
    }
}

/// A new delivery for one device of a campaign, which keeps its place below the campaign's cap.
package struct NewRow: Hashable, Sendable {
    package let installation: Int64
    package let endpoint: Int64
    package let variant: UInt8
    /// The number of attempts up to now; 0 if the delivery was only held back.
    package let attempts: Int
    package let after: Duration
    package let reason: String

    package init(
        installation: Int64, endpoint: Int64, variant: UInt8, attempts: Int, after: Duration,
        reason: String
    ) {
        self.installation = installation
        self.endpoint = endpoint
        self.variant = variant
        self.attempts = attempts
        self.after = after
        self.reason = reason
    }
}

/// A change to the record of an endpoint.
package struct VerdictRecord: Hashable, Sendable {
    package let endpoint: Int64
    package let verdict: EndpointVerdict
    /// The reason given by the provider.
    package let reason: String

    package init(endpoint: Int64, verdict: EndpointVerdict, reason: String) {
        self.endpoint = endpoint
        self.verdict = verdict
        self.reason = reason
    }
}

/// The result of a claimed delivery.
package struct RowRecord: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case finish(OutcomeCode)
        /// The delivery is due again after this time; `attempts` is the number of attempts made.
        case again(after: Duration, attempts: Int, reason: String)
    }

    package let row: ClaimedRow.Lease
    package let step: Step
    package let verdict: VerdictRecord?
    /// Whether the delivery did not use its place below the campaign's cap.
    package let releasesCap: Bool

    package init(
        row: ClaimedRow.Lease, step: Step, verdict: VerdictRecord?, releasesCap: Bool = false
    ) {
        self.row = row
        self.step = step
        self.verdict = verdict
        self.releasesCap = releasesCap
    }
}
