// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// What the service answers, and what its host has to do besides.
public struct ServiceAnswer: Hashable, Sendable {
    public var status: Int
    public var headers: [ServiceRequest.Header]
    /// Empty when the request was accepted and asked for nothing, else a JSON object.
    public var body: [UInt8]
    /// To be carried out in order: new settings before the response is sent, ends of the connection
    /// after it.
    public var actions: [ServiceAction]
    /// Whether the client gets none of it: see ``ServiceOptions/silence``.
    public var isWithheld = false
}

/// Something the service wants done.
public enum ServiceAction: Hashable, Sendable {
    /// Hand a notification to a device.
    case deliver(DevicePush, deviceID: String)
    /// Hand a broadcast to one of the devices that follow its channel.
    case broadcast(ChannelBroadcast, deviceID: String)
    /// Tell the connection how many streams it may have open from now on.
    case settings(maxConcurrentStreams: Int)
    /// End the connection after this answer; the reason goes into the GOAWAY frame as JSON.
    case goAway(RejectionReason)
    /// End a new connection without taking any request: GOAWAY with 0 as the last stream.
    case turnAway(RejectionReason)
}
