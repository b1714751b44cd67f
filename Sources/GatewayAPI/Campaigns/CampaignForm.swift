// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A campaign as a request describes it: recipients, messages, time and limits.
///
/// `POST /v1/campaigns` reads it from a JSON object with the key `message` or `variants`. A body
/// without these keys is a message, which is sent immediately.
public struct CampaignForm: Hashable, Sendable {
    /// One of the messages between which recipients are distributed.
    public struct Variant: Hashable, Sendable {
        /// The name in results, such as `a`.
        public var name: String
        /// The share of the recipients, relative to the other variants' shares.
        public var share: Int
        /// The message as JSON: a payload or the short form.
        public var message: [UInt8]

        public init(name: String, share: Int = 1, message: [UInt8]) {
            self.name = name
            self.share = share
            self.message = message
        }
    }

    /// A test: a part of the audience gets the variants, and the rest gets the variant that the
    /// largest share of its recipients opened.
    public struct Winner: Hashable, Sendable {
        /// The part of the audience that gets the variants, in percent: 1 to 90.
        public var testPercent: Int
        /// The time from the start until the winner is chosen, in minutes.
        public var afterMinutes: Int

        public init(testPercent: Int, afterMinutes: Int) {
            self.testPercent = testPercent
            self.afterMinutes = afterMinutes
        }
    }

    /// How a campaign treats zones whose local time has already passed when the campaign is
    /// scheduled.
    public enum LateZones: String, Hashable, Sendable, CaseIterable {
        /// The installations of these zones do not get the campaign.
        case skip
        /// These installations get the campaign immediately.
        case sendNow = "send_now"
    }

    /// A short display name.
    public var name: String?
    /// The bundle identifier, which is needed only if there are several apps.
    public var app: String?
    /// The recipients; `nil` for a broadcast, or if the query of the request names the recipients.
    public var audience: CampaignAudience?
    /// The channel to which the campaign sends one broadcast, in place of an audience; needs
    /// ``environment``.
    public var channel: ChannelID?
    /// The environment of ``channel``.
    public var environment: APNSEnvironment?
    /// The messages, at least one.
    public var variants: [Variant] = []
    /// The part of the audience that gets nothing, in percent: 0 to
    /// ``GatewayLimits/controlPercentMax``.
    public var controlPercent = 0
    /// The test that determines which variant the rest of the audience gets.
    public var winner: Winner?
    /// The time at which the campaign starts; `nil` for now.
    public var at: Date?
    /// The local time at which each installation gets the campaign, such as `2026-12-24T09:00`.
    public var localTime: String?
    /// For ``localTime``, the zone of installations without a known zone. Default: that of the
    /// app's policy, or `UTC`.
    public var defaultTimeZone: String?
    public var lateZones: LateZones?
    /// Whether the campaign is only stored, and starts on request.
    public var isDraft = false
    /// The number of devices that the campaign is expected to reach. The campaign is not started if
    /// the actual number differs by more than ``GatewayLimits/confirmTolerancePercent`` percent.
    public var confirmDevices: Int?
    /// Whether the campaign goes through every step but sends nothing.
    public var isDryRun = false
    public var limits = CampaignLimits()

    /// The keys of the JSON object.
    static let keys =
        [
            "name", "app", "audience", "channel", "environment", "message", "variants",
            "control_percent", "winner", "at", "local_time", "default_time_zone",
            "late_zones", "draft", "confirm_devices", "dry_run",
        ] + CampaignLimits.keys

    public init() {}
}

/// Limits of a campaign, or an app's limits for campaigns that do not state their own.
public struct CampaignLimits: Hashable, Sendable {
    /// The hours in which no notification is sent.
    public enum Quiet: Hashable, Sendable {
        /// No hours are quiet, whatever the app's policy says.
        case off
        case hours(QuietHoursText)
    }

    /// The effect of quiet hours on a notification.
    public enum QuietRule: String, Hashable, Sendable, CaseIterable {
        /// The notification is sent when the quiet hours end.
        case hold
        /// The notification is not sent.
        case skip
    }

    public var quiet: Quiet?
    public var quietRule: QuietRule?
    /// The class of messages that are counted together, such as `marketing`.
    public var messageClass: String?
    /// The maximum number of notifications of the class that an installation gets in a local day; 0
    /// for no limit.
    public var perDay: Int?
    /// The maximum number of notifications per minute; 0 for no limit.
    public var perMinute: Int?

    static let keys = ["quiet_hours", "quiet_rule", "class", "per_day", "per_minute"]

    public init() {}

    /// Reads the limits from the keys of an object.
    init(_ reader: FormReader) throws(Problem) {
        if let text = try reader.text("quiet_hours") {
            if text == "off" {
                quiet = .off
            } else if let hours = QuietHoursText(text) {
                quiet = .hours(hours)
            } else {
                throw reader.bad(
                    "quiet_hours", "is not a range of hours; send one such as 22:00-08:00, or off")
            }
        }
        quietRule = try reader.word("quiet_rule", QuietRule.self)
        messageClass = try reader.name("class")
        perDay = try Self.count(reader, "per_day", max: GatewayLimits.notificationsPerDayMax)
        perMinute = try Self.count(
            reader, "per_minute", max: GatewayLimits.notificationsPerMinuteMax)
    }

    private static func count(
        _ reader: FormReader, _ key: String, max: Int
    ) throws(Problem) -> Int? {
        guard let number = try reader.integer(key) else { return nil }
        guard (0...max).contains(number) else {
            throw reader.bad(key, "is out of range; send 1 to \(max), or 0 for no limit")
        }
        return number
    }

    /// Returns these limits, with missing values taken from other limits. The maximum number for a
    /// class is only taken together with the class itself.
    public func filled(from other: CampaignLimits) -> CampaignLimits {
        var result = self
        result.quiet = quiet ?? other.quiet
        result.quietRule = quietRule ?? other.quietRule
        result.perMinute = perMinute ?? other.perMinute
        result.messageClass = messageClass ?? other.messageClass
        return result
    }
}

/// The hours of a day as text: `22:00-08:00`.
public struct QuietHoursText: Hashable, Sendable {
    /// The first quiet minute of the day, 0 to 1439.
    public let start: Int
    /// The first minute after the quiet hours, 0 to 1439; different from ``start``.
    public let end: Int

    /// Reads `HH:MM-HH:MM`; `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = Self.minute(parts[0]), let end = Self.minute(parts[1]),
            start != end
        else { return nil }
        self.start = start
        self.end = end
    }

    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    public var text: String { Self.text(start) + "-" + Self.text(end) }

    private static func minute(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [0, 1, 3, 4].map { Int(bytes[$0]) - 0x30 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        return hour < 24 && minute < 60 ? hour * 60 + minute : nil
    }

    private static func text(_ minute: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return padded(minute / 60) + ":" + padded(minute % 60)
    }
}
