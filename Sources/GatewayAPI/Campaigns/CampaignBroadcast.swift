// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The broadcast that a campaign sends to a channel in place of notifications to an audience, with
/// its result.
///
/// A broadcast is one request to APNs. APNs does not report how many devices follow the channel or
/// received the broadcast.
public struct CampaignBroadcast: Hashable, Sendable, Codable {
    /// The identifier of the channel, as APNs chose it.
    public var channel: String
    /// The environment of the channel.
    public var environment: APNSEnvironment
    /// The state of the broadcast: `queued` until it has an outcome, including the time between two
    /// attempts.
    public var state: DeliveryState
    /// The reason from APNs, or a code that states why the broadcast was not sent or is sent
    /// again; `nil` for none.
    public var reason: String?
    /// The HTTP status with which APNs responded last; `nil` if it is not known.
    public var status: Int?
    /// The `apns-request-id` of every attempt, in place of the `apns-id` of a notification.
    public var requestID: String?

    public init(
        channel: String, environment: APNSEnvironment, state: DeliveryState, reason: String? = nil,
        status: Int? = nil, requestID: String? = nil
    ) {
        self.channel = channel
        self.environment = environment
        self.state = state
        self.reason = reason
        self.status = status
        self.requestID = requestID
    }

    enum CodingKeys: String, CodingKey {
        case channel, environment, state, reason, status
        case requestID = "request_id"
    }
}

extension CampaignForm {
    /// Checks that nothing in the form needs an audience, which a broadcast does not have.
    ///
    /// - Throws: ``/APNSWire/Problem`` that names the first field that has no meaning for a
    ///   broadcast.
    public func checkBroadcast() throws(Problem) {
        let useless = [
            ("audience", audience != nil), ("variants", variants.count > 1),
            ("control_percent", controlPercent != 0), ("winner", winner != nil),
            ("local_time", localTime != nil), ("default_time_zone", defaultTimeZone != nil),
            ("late_zones", lateZones != nil), ("confirm_devices", confirmDevices != nil),
            ("quiet_hours", limits.quiet != nil), ("quiet_rule", limits.quietRule != nil),
            ("class", limits.messageClass != nil), ("per_day", limits.perDay != nil),
            ("per_minute", limits.perMinute != nil),
        ]
        guard let (key, _) = useless.first(where: \.1) else { return }
        throw Problem.uselessForBroadcast(key)
    }
}

extension Problem {
    /// Returns the problem of a field that has no meaning for a broadcast.
    public static func uselessForBroadcast(_ key: String) -> Problem {
        Problem(
            .badValue,
            "\"\(key)\" has no meaning for a broadcast, which is one request to APNs for everybody "
                + "who follows the channel; leave it out, or send the campaign to an audience in "
                + "place of \"channel\"", keyPath: key)
    }
}
