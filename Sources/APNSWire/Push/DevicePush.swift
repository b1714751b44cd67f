// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A notification on its way from APNs to a device. The service and the device exchange values of
/// this type.
public struct DevicePush: Hashable, Sendable {
    /// The token to which the notification was sent. The device knows the app and the token family
    /// that belong to this token.
    public var deviceToken: DeviceToken
    public var topic: Topic
    public var pushType: PushType
    public var priority: PushPriority
    public var expiration: PushExpiration?
    public var collapseID: CollapseID?
    public var id: APNSID
    /// The body as the sender wrote it. It may be text that is not JSON.
    public var body: [UInt8]
    /// The time at which APNs accepted the notification.
    public var acceptedAt: Date
    /// Whether APNs had stored the notification because the device was not connected.
    public var wasStored: Bool

    public init(
        deviceToken: DeviceToken, topic: Topic, pushType: PushType, priority: PushPriority,
        expiration: PushExpiration? = nil, collapseID: CollapseID? = nil, id: APNSID, body: [UInt8],
        acceptedAt: Date, wasStored: Bool = false
    ) {
        self.deviceToken = deviceToken
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
        self.id = id
        self.body = body
        self.acceptedAt = acceptedAt
        self.wasStored = wasStored
    }

    /// The identifier of the notification on the device, which is the collapse identifier or,
    /// without one, the `apns-id`. A later notification with the same identifier replaces this
    /// notification.
    public var requestIdentifier: String { collapseID?.text ?? id.text }
}
