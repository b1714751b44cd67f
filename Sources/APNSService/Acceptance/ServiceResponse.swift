// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The response of the service, with the actions that its host has to perform.
public struct ServiceResponse: Hashable, Sendable {
    public var status: Int
    public var headers: [ServiceRequest.Header]
    /// Empty when the request was accepted and requested no data, otherwise a JSON object.
    public var body: [UInt8]
    /// The actions to perform, in order. New settings are sent before the response; the connection
    /// ends after the response.
    public var actions: [ServiceAction]
    /// Whether the response is not sent to the client, see ``ServiceOptions/silence``.
    public var isWithheld = false
}

/// An action that the host has to perform for the service.
public enum ServiceAction: Hashable, Sendable {
    /// Deliver a notification to a device.
    case deliver(DevicePush, deviceID: String)
    /// Deliver a broadcast to one of its channel's subscribers.
    case broadcast(ChannelBroadcast, deviceID: String)
    /// Announce to the client how many streams it may have open from now on.
    case settings(maxConcurrentStreams: Int)
    /// End the connection after this response; the GOAWAY frame contains the reason as JSON.
    case goAway(RejectionReason)
    /// End a new connection without accepting any request: GOAWAY with 0 as the last stream.
    case turnAway(RejectionReason)
}
