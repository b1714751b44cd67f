// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The limits of an app's campaigns that do not state their own, in requests and responses of
/// `/v1/apps/{bundle_id}/policy`.
public struct PolicyResource: Hashable, Sendable, Codable {
    /// The hours in which no notification is sent, such as `22:00-08:00`, in the local time of each
    /// installation.
    public var quietHours: String?
    /// The effect of quiet hours: `hold` or `skip`.
    public var quietRule: String?
    /// The class of campaigns that do not name a class.
    public var defaultClass: String?
    /// The maximum number of notifications of each class that an installation gets in a local day.
    public var caps: [String: Int]?
    /// The maximum number of notifications per minute of one campaign.
    public var perMinute: Int?
    /// The zone of installations that have not reported one.
    public var defaultTimeZone: String?
    /// The number of devices above which a campaign needs the approval of a second person; `nil` if
    /// no campaign needs one.
    public var approvalAbove: Int?
    /// The number of devices above which a request must state how many devices the campaign reaches
    /// (``CampaignForm/confirmDevices``); `nil` if this is never required.
    public var confirmAbove: Int?

    public init() {}

    enum CodingKeys: String, CodingKey, CaseIterable {
        case quietHours = "quiet_hours"
        case quietRule = "quiet_rule"
        case defaultClass = "default_class"
        case caps
        case perMinute = "per_minute"
        case defaultTimeZone = "default_time_zone"
        case approvalAbove = "approval_above"
        case confirmAbove = "confirm_above"
    }

    /// Reads a policy from a JSON object. A key that is absent sets no limit.
    ///
    /// - Throws: ``/APNSWire/Problem`` with the place of the error.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: CodingKeys.allCases.map(\.rawValue),
            example: #"{"quiet_hours":"22:00-08:00","caps":{"marketing":2}}"#)
        if let text = try reader.text("quiet_hours") {
            guard QuietHoursText(text) != nil else {
                throw reader.bad(
                    "quiet_hours", "is not a range of hours; send one such as 22:00-08:00")
            }
            quietHours = text
        }
        quietRule = try reader.word("quiet_rule", CampaignLimits.QuietRule.self)?.rawValue
        defaultClass = try reader.name("default_class")
        if let number = try reader.integer("per_minute") {
            guard (1...GatewayLimits.notificationsPerMinuteMax).contains(number) else {
                throw reader.bad(
                    "per_minute",
                    "is out of range; send 1 to \(GatewayLimits.notificationsPerMinuteMax)")
            }
            perMinute = number
        }
        defaultTimeZone = try reader.name("default_time_zone")
        caps = try Self.caps(reader)
        approvalAbove = try reader.deviceCount("approval_above")
        confirmAbove = try reader.deviceCount("confirm_above")
    }

    private static func caps(_ reader: FormReader) throws(Problem) -> [String: Int]? {
        guard let members = try reader.members("caps")?.members else { return nil }
        guard members.count <= GatewayLimits.classesPerAppMax else {
            throw reader.bad(
                "caps",
                "has \(members.count) classes; send at most \(GatewayLimits.classesPerAppMax)")
        }
        var caps: [String: Int] = [:]
        for member in members {
            if let problem = NameRule.fault(in: member.key) {
                throw reader.bad("caps", "has a class whose name \(problem)")
            }
            guard let number = member.value.intValue,
                (1...GatewayLimits.notificationsPerDayMax).contains(number)
            else {
                throw reader.bad(
                    "caps",
                    "has a number that is out of range; send 1 to "
                        + "\(GatewayLimits.notificationsPerDayMax) for each class")
            }
            caps[member.key] = number
        }
        return caps
    }

    /// The limits for campaigns that do not state their own.
    public var limits: CampaignLimits {
        var limits = CampaignLimits()
        limits.quiet = quietHours.flatMap(QuietHoursText.init).map { .hours($0) }
        limits.quietRule = quietRule.flatMap(CampaignLimits.QuietRule.init)
        limits.messageClass = defaultClass
        limits.perMinute = perMinute
        return limits
    }
}
