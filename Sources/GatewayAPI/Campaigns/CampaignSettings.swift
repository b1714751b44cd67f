// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When a campaign is sent, to whom within its audience, and within which limits.
public struct CampaignSettings: Hashable, Sendable, Codable {
    /// One of the campaign's messages, with its results.
    public struct Variant: Hashable, Sendable, Codable {
        public var name: String
        /// The share of the recipients, relative to the other variants.
        public var share: Int
        public var totals: CampaignResource.Totals

        public init(name: String, share: Int, totals: CampaignResource.Totals) {
            self.name = name
            self.share = share
            self.totals = totals
        }
    }

    /// A test that finds the better variant.
    public struct Winner: Hashable, Sendable, Codable {
        /// The part of the audience that gets the variants, in percent.
        public var testPercent: Int
        /// The time from the start until the winner is chosen, in minutes.
        public var afterMinutes: Int
        /// The name of the winner; `nil` until it is chosen.
        public var variant: String?
        /// The identifier of the campaign that sends the winner to the rest of the audience.
        public var campaign: String?
        /// Why the rest of the audience gets nothing.
        public var problem: String?

        public init(
            testPercent: Int, afterMinutes: Int, variant: String?, campaign: String?,
            problem: String?
        ) {
            self.testPercent = testPercent
            self.afterMinutes = afterMinutes
            self.variant = variant
            self.campaign = campaign
            self.problem = problem
        }

        enum CodingKeys: String, CodingKey {
            case variant, campaign, problem
            case testPercent = "test_percent"
            case afterMinutes = "after_minutes"
        }
    }

    /// The time zones of a campaign at a local time, as they were when it was scheduled.
    public struct LocalTime: Hashable, Sendable, Codable {
        /// The local time, such as `2026-12-24T09:00`.
        public var time: String
        /// The zone of installations that have not reported one.
        public var defaultTimeZone: String
        /// The number of zones in which the app has installations.
        public var zones: Int
        /// The first and the last time at which the campaign is due in one of these zones.
        public var firstAt: Date?
        public var lastAt: Date?
        /// The time at which the campaign is due in the last time zone of the world. Until then,
        /// the campaign waits for installations that may move there.
        public var endsAt: Date?

        public init(
            time: String, defaultTimeZone: String, zones: Int, firstAt: Date?, lastAt: Date?,
            endsAt: Date?
        ) {
            self.time = time
            self.defaultTimeZone = defaultTimeZone
            self.zones = zones
            self.firstAt = firstAt
            self.lastAt = lastAt
            self.endsAt = endsAt
        }

        enum CodingKeys: String, CodingKey {
            case time, zones
            case defaultTimeZone = "default_time_zone"
            case firstAt = "first_at"
            case lastAt = "last_at"
            case endsAt = "ends_at"
        }
    }

    public var name: String?
    /// The template with its version, such as `parcel@3`; `nil` for a message without a template.
    public var template: String?
    /// The time at which the campaign starts, or started; `nil` for a draft.
    public var startsAt: Date?
    /// The time after which nothing is sent; `nil` for a draft.
    public var expiresAt: Date?
    public var localTime: LocalTime?
    /// The messages; `nil` if there is only one.
    public var variants: [Variant]?
    /// The part of the audience that gets nothing, in percent.
    public var controlPercent: Int?
    /// The test that finds the better variant.
    public var winner: Winner?
    /// The identifier of the test whose winner this campaign sends.
    public var testCampaign: String?
    /// The identifier of the series whose occurrence this campaign is.
    public var series: String?
    /// The hours in which nothing is sent, such as `22:00-08:00`.
    public var quietHours: String?
    /// The effect of quiet hours: `hold` or `skip`.
    public var quietRule: String?
    /// The class of the message. ``perDay`` is the maximum number of notifications of this class in
    /// a local day of an installation.
    public var messageClass: String?
    public var perDay: Int?
    /// For a campaign of silent notifications or of urgent updates of a Live Activity: the maximum
    /// number of such notifications that an installation gets from campaigns within an hour.
    public var perHour: Int?
    /// The maximum number of notifications per minute.
    public var perMinute: Int?
    /// Whether the campaign goes through every step but sends nothing; `nil` if it sends.
    public var dryRun: Bool?
    /// The number of devices that the campaign was about to reach when it was started or scheduled;
    /// `nil` if the gateway did not need to count them.
    public var devices: Int?
    /// The approval by a second person; `nil` if none is needed.
    public var approval: CampaignApproval?
    /// Why a second person has refused the campaign; `nil` for a campaign that was not refused, or
    /// was changed or started since.
    public var refusal: CampaignRefusal?

    public init() {}

    enum CodingKeys: String, CodingKey {
        case name, template, variants, winner, series, devices, approval, refusal
        case testCampaign = "test_campaign"
        case startsAt = "starts_at"
        case expiresAt = "expires_at"
        case localTime = "local_time"
        case controlPercent = "control_percent"
        case quietHours = "quiet_hours"
        case quietRule = "quiet_rule"
        case messageClass = "class"
        case perDay = "per_day"
        case perHour = "per_hour"
        case perMinute = "per_minute"
        case dryRun = "dry_run"
    }
}
