// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The response of the service, with the actions that the service's host has to perform.
public struct ServiceResponse: Hashable, Sendable {
    public var status: Int
    public var headers: [ServiceRequest.Header]
    /// The body. It is empty when the request was accepted and requested no data; otherwise, it is
    /// a JSON object.
    public var body: [UInt8]
    /// The actions to perform, in order. New settings are sent before the response; the connection
    /// ends after the response.
    public var actions: [ServiceAction]
    /// Whether the response is withheld from the client; see ``ServiceOptions/silence``.
    public var isWithheld = false
    /// The delay before the response is sent, which an injected fault causes.
    public var delay: Duration = .zero
    /// The effect of an injected fault on the response; `nil` if the response is sent unchanged.
    public var fault: ResponseFault?

    /// Whether the client does not receive a complete response.
    var isIncomplete: Bool {
        switch fault {
        case .resetStream, .resetAfterHeaders, .half, .cut: true
        case .goAway, nil: isWithheld
        }
    }
}

/// The effect of an injected fault on a response; see ``ServiceFault/Kind``.
public enum ResponseFault: Hashable, Sendable {
    /// The stream is reset, and no response is sent.
    case resetStream(code: UInt32)
    /// The headers are sent, and then the stream is reset.
    case resetAfterHeaders(code: UInt32)
    /// The headers and the first half of the body are sent. The stream stays open.
    case half
    /// The TCP connection is closed, and no response is sent.
    case cut
    /// GOAWAY follows the response.
    case goAway(reason: RejectionReason, errorCode: UInt32, lastStream: UInt32?)
}

/// An action that the host has to perform for the service.
public enum ServiceAction: Hashable, Sendable {
    /// Deliver a notification to a device.
    case deliver(DevicePush, deviceID: String)
    /// Deliver a broadcast to one of its channel's subscribers.
    case broadcast(ChannelBroadcast, deviceID: String)
    /// Announce to the client the new maximum number of concurrent streams.
    case settings(maxConcurrentStreams: Int)
    /// End the connection after this response; the GOAWAY frame contains the reason as JSON.
    case goAway(RejectionReason)
    /// End a new connection without accepting any request. The GOAWAY frame has 0 as its last
    /// stream.
    case turnAway(RejectionReason)
}
