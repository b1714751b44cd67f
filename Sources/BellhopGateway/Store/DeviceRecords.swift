// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What an app says about itself, checked.
public struct DeviceReport: Hashable, Sendable {
    public var installationID: String
    /// SHA-256 of the secret that was presented.
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

/// How far an app has read what was sent to its installation.
public struct InboxPosition: Hashable, Sendable {
    /// When the installation was created: a position in one that was deleted says nothing about
    /// the next of the same identifier.
    public var createdAt: Date
    /// The number of the last message that was read; 0 before the first.
    public var number: Int

    public init(createdAt: Date, number: Int) {
        self.createdAt = createdAt
        self.number = number
    }
}

/// A page of what was sent to an installation.
public struct InboxPage: Hashable, Sendable {
    public var messages: [InboxMessage]
    /// Where the next page begins.
    public var position: InboxPosition
    public var hasMore: Bool

    public init(messages: [InboxMessage], position: InboxPosition, hasMore: Bool) {
        self.messages = messages
        self.position = position
        self.hasMore = hasMore
    }
}

/// A message as its receiver gets it.
public struct InboxMessage: Hashable, Sendable {
    public var id: String
    /// The payload as it was sent.
    public var body: [UInt8]
    /// When it was accepted.
    public var createdAt: Date

    public init(id: String, body: [UInt8], createdAt: Date) {
        self.id = id
        self.body = body
        self.createdAt = createdAt
    }
}

/// A receipt as it is stored.
public struct StoredReceipt: Hashable, Sendable {
    /// Grows from one receipt to the next.
    public var id: Int
    public var installationID: String
    public var event: Receipt.Event
    public var action: String?
    /// When it happened, by the phone's clock.
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
