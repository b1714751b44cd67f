// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The response to `GET /v1/campaigns/{id}/report`: the progress of a campaign, and what the
/// numbers can and cannot mean.
public struct CampaignReport: Hashable, Sendable, Codable {
    /// A step of the funnel.
    public enum Step: String, Hashable, Sendable, Codable, CaseIterable {
        case considered, accepted, delivered, opened, action, dismissed
    }

    /// The number of installations that reached a step.
    public struct StepCount: Hashable, Sendable, Codable {
        public var step: Step
        /// The number of installations. For events that apps report, it is an estimate if only a
        /// part of the receipts is stored.
        public var count: Int
        /// The number as a share of the accepted notifications, from 0 to 1; `nil` if no
        /// notification was accepted, and for steps that apps do not report.
        public var ofAccepted: Double?
        /// What the number can and cannot mean.
        public var meaning: String

        public init(step: Step, count: Int, ofAccepted: Double?, meaning: String) {
            self.step = step
            self.count = count
            self.ofAccepted = ofAccepted
            self.meaning = meaning
        }

        enum CodingKeys: String, CodingKey {
            case step, count, meaning
            case ofAccepted = "of_accepted"
        }
    }

    /// The numbers of one variant of the content.
    public struct Variant: Hashable, Sendable, Codable {
        /// The number of the variant, from 0.
        public var variant: Int
        public var considered: Int
        public var accepted: Int
        public var reported: Reported

        public init(variant: Int, considered: Int, accepted: Int, reported: Reported) {
            self.variant = variant
            self.considered = considered
            self.accepted = accepted
            self.reported = reported
        }
    }

    /// The numbers of installations whose apps reported events.
    public struct Reported: Hashable, Sendable, Codable {
        public var delivered: Int
        public var opened: Int
        public var action: Int
        public var dismissed: Int

        public init(delivered: Int = 0, opened: Int = 0, action: Int = 0, dismissed: Int = 0) {
            self.delivered = delivered
            self.opened = opened
            self.action = action
            self.dismissed = dismissed
        }
    }

    /// The numbers of one locale or version of the app.
    public struct Group: Hashable, Sendable, Codable {
        /// The locale or version; empty if the app did not report it, and `other` for values after
        /// the first 500.
        public var value: String
        public var reported: Reported

        public init(value: String, reported: Reported) {
            self.value = value
            self.reported = reported
        }
    }

    /// The numbers of one hour.
    public struct Hour: Hashable, Sendable, Codable {
        /// The beginning of the hour, in UTC.
        public var hour: Date
        public var reported: Reported

        public init(hour: Date, reported: Reported) {
            self.hour = hour
            self.reported = reported
        }
    }

    /// The number of installations on which a person chose an action.
    public struct Action: Hashable, Sendable, Codable {
        /// The action's identifier.
        public var action: String
        public var count: Int

        public init(action: String, count: Int) {
            self.action = action
            self.count = count
        }
    }

    public var campaign: String
    /// The bundle identifier of the app.
    public var app: String
    /// The state of the campaign, as in ``CampaignResource/state``.
    public var state: String
    /// The channel and the result of the broadcast, if the campaign is a broadcast; `nil` for a
    /// campaign to an audience. The numbers of a broadcast count one broadcast, not installations.
    public var broadcast: CampaignBroadcast?
    public var funnel: [StepCount]
    /// The reasons of outcomes other than `accepted`.
    public var reasons: [CampaignResource.Reason]
    public var variants: [Variant]
    public var locales: [Group]
    public var appVersions: [Group]
    public var hours: [Hour]
    public var actions: [Action]
    /// The number of receipts that are stored; smaller than the counts if only a part of the
    /// receipts is stored.
    public var storedReceipts: Int

    public init(
        campaign: String, app: String, state: String, funnel: [StepCount],
        reasons: [CampaignResource.Reason], variants: [Variant], locales: [Group],
        appVersions: [Group], hours: [Hour], actions: [Action], storedReceipts: Int
    ) {
        self.campaign = campaign
        self.app = app
        self.state = state
        self.funnel = funnel
        self.reasons = reasons
        self.variants = variants
        self.locales = locales
        self.appVersions = appVersions
        self.hours = hours
        self.actions = actions
        self.storedReceipts = storedReceipts
    }

    enum CodingKeys: String, CodingKey {
        case campaign, app, state, broadcast, funnel, reasons, variants, locales, hours, actions
        case appVersions = "app_versions"
        case storedReceipts = "stored_receipts"
    }
}
