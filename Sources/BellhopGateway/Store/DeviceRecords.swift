// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The checked values of a report that an app sends about itself.
public struct DeviceReport: Hashable, Sendable {
    public var installationID: String
    /// The SHA-256 of the secret that the app sent.
    public var secretHash: [UInt8]
    public var registration: DeviceRegistration

    public init(
        installationID: String, secretHash: [UInt8], registration: DeviceRegistration
    ) {
        self.installationID = installationID
        self.secretHash = secretHash
        self.registration = registration
    }
}

/// The position up to which an app has read its installation's inbox.
public struct InboxPosition: Hashable, Sendable {
    /// The time at which the installation was created. A position of a deleted installation is not
    /// valid for a later installation with the same identifier.
    public var createdAt: Date
    /// The number of the last message that the app has read; 0 before the first message.
    public var number: Int
    /// The number of the newest campaign that the inbox has examined; 0 before the first campaign.
    public var campaign: Int64
    /// The campaigns up to ``campaign`` that had no outcome for the installation yet and are
    /// examined again; at most `GatewayLimits.inboxUndecidedMax`.
    public var undecided: [Int64]

    public init(createdAt: Date, number: Int, campaign: Int64 = 0, undecided: [Int64] = []) {
        self.createdAt = createdAt
        self.number = number
        self.campaign = campaign
        self.undecided = undecided
    }
}

/// A page of the messages and campaigns in an inbox.
public struct InboxPage: Hashable, Sendable {
    public var messages: [InboxMessage]
    /// The position at which the next page begins.
    public var position: InboxPosition
    public var hasMore: Bool

    public init(messages: [InboxMessage], position: InboxPosition, hasMore: Bool) {
        self.messages = messages
        self.position = position
        self.hasMore = hasMore
    }
}

/// A message or a campaign in an inbox.
public struct InboxMessage: Hashable, Sendable {
    public var id: String
    /// The payload, as it was sent.
    public var body: [UInt8]
    /// The time at which the gateway accepted the message.
    public var createdAt: Date

    public init(id: String, body: [UInt8], createdAt: Date) {
        self.id = id
        self.body = body
        self.createdAt = createdAt
    }
}

/// The stored values of a receipt.
public struct StoredReceipt: Hashable, Sendable {
    /// The identifier, which increases from one receipt to the next.
    public var id: Int
    public var installationID: String
    public var event: Receipt.Event
    public var action: String?
    /// The time of the event by the phone's clock.
    public var at: Date
    public var receivedAt: Date

    public init(
        id: Int, installationID: String, event: Receipt.Event, action: String?, at: Date,
        receivedAt: Date
    ) {
        self.id = id
        self.installationID = installationID
        self.event = event
        self.action = action
        self.at = at
        self.receivedAt = receivedAt
    }
}
