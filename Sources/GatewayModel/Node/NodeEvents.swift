// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The identifier of a request to the store until the response arrives.
package typealias StoreTicket = UInt64

/// The identifier of an attempt until its outcome is reported.
package struct AttemptTag: Hashable, Sendable {
    let index: Int
    /// Distinguishes the successive attempts that use the same index.
    let generation: UInt32

    package init(index: Int, generation: UInt32) {
        self.index = index
        self.generation = generation
    }
}

/// An input of ``NodeCore``.
package enum NodeEvent: Sendable {
    case start
    /// The time ``NodeCore/nextDue`` has come.
    case tick
    case stored(StoreTicket, StoreResponse)
    /// A request to the store failed. The store may nevertheless have performed it.
    case storeFailed(StoreTicket, cause: String)
    case outcomes([(tag: AttemptTag, outcome: TransportOutcome)])
    /// There may be new work.
    case wake
    /// A credential was replaced.
    case credentialReplaced(Int64)
    /// The process is about to end: the node completes what is in flight and takes no new work.
    case drain
}

/// An output of ``NodeCore``. Actions are performed in order.
package enum NodeAction: Sendable {
    case store(StoreTicket, StoreRequest)
    case send(Channel, [Attempt])
    case report(NodeReport)
    /// Nothing is in flight or waiting any more, so the process may end.
    case end
}

/// An attempt to send one notification to one device.
package struct Attempt: Hashable, Sendable {
    package let tag: AttemptTag
    package let campaign: Campaign.Number
    package let recipient: Recipient
    package let variant: UInt8
    package let apnsID: APNSID
    /// The number of the attempt, from 1.
    package let number: Int

    package init(
        tag: AttemptTag, campaign: Campaign.Number, recipient: Recipient, variant: UInt8,
        apnsID: APNSID, number: Int
    ) {
        self.tag = tag
        self.campaign = campaign
        self.recipient = recipient
        self.variant = variant
        self.apnsID = apnsID
        self.number = number
    }
}

/// An event that an operator should know about.
package enum NodeReport: Hashable, Sendable {
    case storeFails(cause: String)
    case storeWorks
    case channelStopped(Channel, Breaker.Cause)
    case channelWorks(Channel)
    case campaignStopped(Campaign.Number, StopReason)
    /// Another node has taken over the unit, because the lease has ended.
    case unitLost(UnitLease)
    /// A part cannot be read. Its installations may get the notification twice.
    case partUnreadable(CampaignUnit.ID, OutcomePartError)
    /// The time for draining is over, and the given number of notifications has no durable outcome.
    case drainIncomplete(Int)
}
