// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

/// One app, one transport and, for APNs, one environment: deliveries to it are sent with the same
/// credential to the same servers.
public struct SendingDestination: Hashable, Sendable, CustomStringConvertible {
    public let bundleID: String
    /// The environment; `production` for transports other than APNs.
    public let environment: APNSEnvironment
    public let transport: PushTransport

    public init(
        bundleID: String, environment: APNSEnvironment, transport: PushTransport = .apns
    ) {
        self.bundleID = bundleID
        self.environment = transport == .apns ? environment : .production
        self.transport = transport
    }

    /// Parses the last part of a ``description``.
    init?(bundleID: String, route: String) {
        if let environment = APNSEnvironment(rawValue: route) {
            self.init(bundleID: bundleID, environment: environment)
        } else if let transport = PushTransport(rawValue: route), transport != .apns {
            self.init(bundleID: bundleID, environment: .production, transport: transport)
        } else {
            return nil
        }
    }

    /// The destination as text, for instance `com.example.app/sandbox` or `com.example.app/fcm`.
    public var description: String {
        "\(bundleID)/\(transport == .apns ? environment.rawValue : transport.rawValue)"
    }
}

/// The deliveries of one lane of messages to one destination. They share connections and a part of
/// the deliveries in flight.
public struct SendingLane: Hashable, Sendable, CustomStringConvertible {
    public let destination: SendingDestination
    public let lane: MessageLane

    public init(destination: SendingDestination, lane: MessageLane) {
        self.destination = destination
        self.lane = lane
    }

    public init(
        bundleID: String, environment: APNSEnvironment, transport: PushTransport = .apns,
        lane: MessageLane = .transactional
    ) {
        self.init(
            destination: SendingDestination(
                bundleID: bundleID, environment: environment, transport: transport),
            lane: lane)
    }

    /// Parses a ``description``. Returns `nil` if the text is not one.
    public init?(_ text: String) {
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        var lane = MessageLane.transactional
        if parts.count > 2, let last = parts.last, let named = MessageLane(rawValue: String(last)) {
            lane = named
            parts.removeLast()
        }
        guard parts.count > 1,
            case let route = String(parts.removeLast()),
            let destination = SendingDestination(
                bundleID: parts.joined(separator: "/"), route: route)
        else { return nil }
        self.init(destination: destination, lane: lane)
    }

    /// The lane as it is stored, for instance `com.example.app/sandbox/otp`. The lane
    /// `transactional` is omitted, because the rows of earlier versions do not contain it.
    public var description: String {
        lane == .transactional ? destination.description : "\(destination)/\(lane.rawValue)"
    }
}
