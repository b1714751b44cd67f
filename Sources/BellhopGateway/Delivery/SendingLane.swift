// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import GatewayAPI

/// One app in one environment: deliveries to it are sent with the same credential to the same
/// servers.
public struct SendingDestination: Hashable, Sendable, CustomStringConvertible {
    public let bundleID: String
    public let environment: APNSEnvironment

    public init(bundleID: String, environment: APNSEnvironment) {
        self.bundleID = bundleID
        self.environment = environment
    }

    /// The destination as text, for instance `com.example.app/sandbox`.
    public var description: String { "\(bundleID)/\(environment.rawValue)" }
}

/// The deliveries of one lane of messages to one destination. They share connections and places in
/// flight.
public struct SendingLane: Hashable, Sendable, CustomStringConvertible {
    public let destination: SendingDestination
    public let lane: MessageLane

    public init(destination: SendingDestination, lane: MessageLane) {
        self.destination = destination
        self.lane = lane
    }

    public init(
        bundleID: String, environment: APNSEnvironment, lane: MessageLane = .transactional
    ) {
        self.init(
            destination: SendingDestination(bundleID: bundleID, environment: environment),
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
            let environment = APNSEnvironment(rawValue: String(parts.removeLast()))
        else { return nil }
        self.init(
            bundleID: parts.joined(separator: "/"), environment: environment, lane: lane)
    }

    /// The lane as it is stored, for instance `com.example.app/sandbox/otp`. The lane
    /// `transactional` is omitted, because the rows of earlier versions do not contain it.
    public var description: String {
        lane == .transactional ? destination.description : "\(destination)/\(lane.rawValue)"
    }
}
