// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The operations that the engine needs from the database, independent of the kind of database.
///
/// Each call is one transaction, whose effect is durable when the call returns. After an error, it
/// is unknown whether the transaction was committed. Therefore, the caller may repeat every call: a
/// call that was already committed has no second effect. Leases, due times and states are compared
/// with the database's clock, which every response contains. The store contains no rules: it
/// applies ``CampaignState``, ``OutcomePart`` and the values in the requests.
package protocol CampaignStore: Sendable {
    /// Starts a node: releases the leases that earlier processes of the same name have left.
    func start(_ node: NodeName) async throws -> StoreResponse.Started
    /// Leases units and deliveries that are due.
    func claim(_ request: WorkClaim) async throws -> StoreResponse.Claimed
    /// Creates the units of a campaign that is due. Does nothing if the campaign already has its
    /// units.
    func plan(_ campaign: Campaign.Number) async throws -> StoreResponse.Done
    /// Reads the next installations of a unit that are in its campaign's audience.
    func page(_ request: PageRequest) async throws -> StoreResponse.Page
    /// Reserves places below a cap for those installations that have not reached the cap.
    func reserve(_ request: CapRequest) async throws -> StoreResponse.Reserved
    /// Stores outcomes, and moves the checkpoints of their units.
    func record(_ group: OutcomeGroup) async throws -> StoreResponse.Recorded
    /// Extends leases, and reports the campaigns' states.
    func renew(_ request: LeaseRenewal) async throws -> StoreResponse.Renewed
    /// Releases units, so that another node can claim them before the leases end.
    func release(_ leases: [UnitLease]) async throws -> StoreResponse.Done
    /// Stores the stop rule's decision about a campaign.
    func judge(_ campaign: Campaign.Number, stop: StopReason?) async throws -> StoreResponse.Done
}

/// The name of a node. A node is one process that sends campaigns.
package struct NodeName: Hashable, Sendable, CustomStringConvertible {
    /// The node's name, which stays the same after a restart.
    package let text: String
    /// A random number of the process. With it, the store recognizes a late call of an earlier
    /// process.
    package let boot: UInt64

    package init(_ text: String, boot: UInt64) {
        self.text = text
        self.boot = boot
    }

    package var description: String { text }
}

extension CampaignStore {
    /// Performs a request of the engine.
    package func perform(_ request: StoreRequest) async throws -> StoreResponse {
        switch request {
        case .start(let node): .started(try await start(node))
        case .claim(let claim): .claimed(try await self.claim(claim))
        case .plan(let campaign): .done(try await plan(campaign))
        case .page(let page): .page(try await self.page(page))
        case .reserve(let cap): .reserved(try await reserve(cap))
        case .record(let group): .recorded(try await record(group))
        case .renew(let renewal): .renewed(try await renew(renewal))
        case .release(let leases): .done(try await release(leases))
        case .judge(let campaign, let stop): .done(try await judge(campaign, stop: stop))
        }
    }
}
